#!/bin/bash
set -e
cd "$(dirname "$0")"
python tools/train.py configs/tiny_fcn_best.py
