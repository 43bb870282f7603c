#!/usr/bin/env bash
export OMP_NUM_THREADS=1
torchrun --nproc_per_node 2 --master_port 29611 run_classifier.py
