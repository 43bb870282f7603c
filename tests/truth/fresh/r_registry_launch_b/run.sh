#!/usr/bin/env bash
set -e
torchrun --standalone --nproc_per_node=2 train.py --steps 4
