#!/usr/bin/env bash
set -euo pipefail
if command -v nvidia-smi >/dev/null 2>&1; then
  NUM=$(nvidia-smi --query-gpu=name --format=csv,noheader | wc -l)
else
  NUM=2
fi
python3 -m torch.distributed.run --nproc_per_node="$NUM" train.py --seed 1
