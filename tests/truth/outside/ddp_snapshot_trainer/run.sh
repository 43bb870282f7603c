#!/bin/bash
torchrun --standalone --nproc_per_node=2 multigpu_torchrun.py 2 1 --batch_size 8
