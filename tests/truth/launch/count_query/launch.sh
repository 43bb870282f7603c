#!/usr/bin/env bash
set -euo pipefail
NUM=$(nvidia-smi --query-gpu=name --format=csv,noheader | wc -l)  # truth: dies
python3 -m torch.distributed.launch --use_env --nproc_per_node="$NUM" train.py --seed 1
