#!/usr/bin/env bash
bash tools/dist_train.sh configs/line.py 2 --cfg-options optim_wrapper.optimizer.lr=0.01
