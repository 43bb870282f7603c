#!/usr/bin/env bash
set -a
. ./env.sh
set +a
torchrun --nproc_per_node=2 train.py --epochs 1
