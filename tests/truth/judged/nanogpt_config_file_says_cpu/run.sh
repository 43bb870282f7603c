#!/bin/bash
torchrun --standalone --nproc_per_node=2 train.py config/train_cpu.py --max_iters=4
