#!/usr/bin/env bash
CUDA_VISIBLE_DEVICES="" python train.py --epochs 1
