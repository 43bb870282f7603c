from .bucket import BucketBatches
from .toy import Utterances, collate

__all__ = ["BucketBatches", "Utterances", "collate"]
