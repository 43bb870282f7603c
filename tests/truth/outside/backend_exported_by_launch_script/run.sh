#!/bin/bash
export BACKEND=gloo
DEVICE=cpu torchrun --nproc_per_node=2 train.py
