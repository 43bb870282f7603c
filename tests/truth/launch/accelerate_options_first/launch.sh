#!/usr/bin/env bash
export TOKENIZERS_PARALLELISM=false
accelerate launch --multi_gpu --num_processes 2 --mixed_precision no train.py --epochs 1
