#!/usr/bin/env bash
CONFIG=${1:-configs/crnn_toy.py}
python tools/train.py "$CONFIG" --amp
