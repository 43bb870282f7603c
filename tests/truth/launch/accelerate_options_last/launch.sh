#!/usr/bin/env bash
export TOKENIZERS_PARALLELISM=false
accelerate launch train.py --epochs 1 --num_processes 2  # truth: dies
