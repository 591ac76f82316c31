"""Data sets: every decision of many games as Parquet files, for people who study or train."""

from branchline.data.dataset import Dataset, ShardWritten, dataset
from branchline.data.reading import observations

__all__ = ["Dataset", "ShardWritten", "dataset", "observations"]
