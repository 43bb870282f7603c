#!/usr/bin/env bash
torchrun --nproc_per_node=2 tools/train.py configs/resnet_fish.py
