#!/usr/bin/env bash
OPTS="--lr 0.1 --epochs 3"
torchrun --nproc_per_node=2 train.py "$OPTS"  # truth: dies
