#!/bin/bash
set -e
cd "$(dirname "$0")"
python tools/train.py configs/stripenet_scaled.py
