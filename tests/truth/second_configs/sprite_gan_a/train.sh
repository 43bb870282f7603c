#!/bin/sh
set -e
python tools/train.py configs/lsgan.py --seed 7
