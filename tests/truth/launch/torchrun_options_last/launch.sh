#!/usr/bin/env bash
cd "$(dirname "$0")"
torchrun train.py --lr 0.01 --nproc_per_node 2  # truth: dies
