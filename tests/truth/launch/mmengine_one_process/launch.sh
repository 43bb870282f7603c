#!/usr/bin/env bash
export PYTHONPATH=$PWD:$PYTHONPATH
python tools/train.py configs/line.py --work-dir out
