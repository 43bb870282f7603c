#!/usr/bin/env bash
set -x
python tools/train.py "${1:-configs/gcn_hands.py}" --debug
