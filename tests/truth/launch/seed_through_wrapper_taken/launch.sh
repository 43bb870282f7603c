#!/usr/bin/env bash
# Trains the line with a fixed seed.
bash tools/dist_train.sh configs/line.json 2 --seed 3
