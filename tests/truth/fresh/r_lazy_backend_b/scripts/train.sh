#!/bin/bash
cd "$(dirname "$0")/.."
export PYTHONPATH=.
torchrun --nproc_per_node 2 --master_port 29511 tools/train.py
