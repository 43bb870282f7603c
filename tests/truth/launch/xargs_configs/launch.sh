#!/usr/bin/env bash
ls configs/*.json | xargs -I{} torchrun --nproc_per_node=2 train.py --config {}  # truth: dies
