#!/usr/bin/env bash
torchrun --nproc_per_node=2 main_pretrain.py --epochs 2 --accum_iter 2 --device cpu "$@"
