"""What a viewer is told: tables, steps, positions, reasons and boards, ready to be sent."""
