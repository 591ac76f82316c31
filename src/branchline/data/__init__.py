"""Data sets: every decision of many games as Parquet files, for people who study or train."""

from branchline.data.dataset import Dataset, dataset
from branchline.data.reading import observations
from branchline.data.shard import ShardWritten

__all__ = ["Dataset", "ShardWritten", "dataset", "observations"]
