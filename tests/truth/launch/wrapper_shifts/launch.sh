#!/usr/bin/env bash
set -e
bash tools/dist_train.sh configs/line.json 2 --work-dir out
