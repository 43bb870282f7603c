#!/usr/bin/env bash
# usage: scripts/train.sh [number of processes]
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
torchrun --nproc_per_node "${1:-2}" bin/train_ctc.py
