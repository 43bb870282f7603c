#!/usr/bin/env bash
set -o pipefail
LOG=logs/$(date +%Y%m%d).log
mkdir -p logs
stdbuf -oL torchrun --nproc_per_node=2 train.py --device cpu 2>&1 | tee "$LOG"
