#!/usr/bin/env bash
source ./env.sh
torchrun --nproc_per_node="$GPUS" train.py
