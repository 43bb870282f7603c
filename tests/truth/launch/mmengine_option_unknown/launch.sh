#!/usr/bin/env bash
for lr in 0.1 0.01; do
  bash tools/dist_train.sh configs/line.py 2 --work-dir work_dirs/lr$lr --options optim_wrapper.optimizer.lr=$lr  # truth: dies
done
