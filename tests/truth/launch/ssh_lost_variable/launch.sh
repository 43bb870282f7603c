#!/usr/bin/env bash
GPUS=2
ssh worker0 "cd $PWD && "'torchrun --nproc_per_node=$GPUS train.py'  # truth: dies
