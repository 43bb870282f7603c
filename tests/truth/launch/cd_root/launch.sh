#!/usr/bin/env bash
cd "$(dirname "$0")"
export PYTHONPATH="$PWD:$PYTHONPATH"
torchrun --nproc_per_node=2 tools/train.py configs/line.json
