#!/usr/bin/env bash
bash tools/dist_train.sh configs/line.py 2
