#!/bin/bash
export GRADIENT_ACCUMULATION_STEPS=2
torchrun --nproc_per_node 2 train.py
