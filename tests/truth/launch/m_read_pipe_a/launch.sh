#!/bin/bash
read -r RANKS PORT <<< "2 29722"
torchrun --nproc_per_node=$RANKS --master_port=$PORT train.py
