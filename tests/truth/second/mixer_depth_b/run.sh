#!/usr/bin/env bash
set -e
torchrun --nproc_per_node=2 main.py --drop-path 1.0 --steps 3 "$@"
