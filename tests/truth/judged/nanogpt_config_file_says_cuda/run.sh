#!/bin/bash
torchrun --standalone --nproc_per_node=2 train.py config/finetune_tiny.py
