#!/usr/bin/env bash
deepspeed --num_gpus 2 --master_port 29600 train.py --epochs 1  # truth: dies
