#!/bin/bash
set -e
cd "$(dirname "$0")"
python tools/train.py configs/gru_noval.py
