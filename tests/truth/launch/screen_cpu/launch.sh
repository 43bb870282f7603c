#!/usr/bin/env bash
screen -dmS line bash -c 'python train.py > line.log 2>&1; cat line.log'
