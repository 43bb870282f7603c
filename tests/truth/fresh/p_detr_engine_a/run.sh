#!/usr/bin/env bash
set -e
torchrun --nproc_per_node=2 main.py --device cpu "$@"
