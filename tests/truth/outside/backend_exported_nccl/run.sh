#!/bin/bash
export BACKEND=nccl  # truth: dies
torchrun --nproc_per_node=2 train.py
