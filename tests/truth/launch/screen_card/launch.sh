#!/usr/bin/env bash
screen -dmS line bash -c 'python train.py --gpu 0 > line.log 2>&1; cat line.log'  # truth: dies
