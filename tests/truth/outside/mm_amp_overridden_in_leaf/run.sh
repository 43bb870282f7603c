bash tools/dist_train.sh configs/toy/toy_1x_fp32.py 2
