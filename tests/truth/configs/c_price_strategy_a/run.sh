#!/bin/bash
set -e
cd "$(dirname "$0")"
python tools/train.py configs/price_net_flexible.py
