"""What is kept: tables and their logs in a database, and between databases."""
