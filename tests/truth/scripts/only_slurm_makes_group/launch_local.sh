#!/bin/bash
# on a workstation
torchrun --nproc_per_node=2 train.py
