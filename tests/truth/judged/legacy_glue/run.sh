#!/bin/sh
torchrun --nproc_per_node=2 run_glue.py --no_cuda --per_gpu_train_batch_size 8
