#!/bin/sh
# two processes on this machine
exec torchrun --standalone --nproc_per_node=2 train_net.py
