#!/usr/bin/env bash
cd "$(dirname "$0")"
torchrun --nproc_per_node=2 --master_port=29631 tools/train.py "$@"  # truth: dies
