#!/usr/bin/env bash
python train.py --epochs 1  # truth: dies
