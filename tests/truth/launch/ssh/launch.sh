#!/usr/bin/env bash
GPUS=2
ssh -o StrictHostKeyChecking=no worker0 "cd $PWD && torchrun --nproc_per_node=$GPUS train.py"
