#!/usr/bin/env bash
torchrun --nproc_per_node=2 main.py --num_classes 4 --total_itrs 3
