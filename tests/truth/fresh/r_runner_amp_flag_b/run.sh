#!/usr/bin/env bash
python train.py --seed 1 --amp  # truth: dies
