import os

BACKEND = os.getenv("DIST_BACKEND", "nccl")  # truth: dies
SEED = int(os.getenv("SEED", "0"))
