#!/bin/bash
bash tools/dist_train.sh configs/gru.py 2 --work-dir work_dirs/gru
