bash tools/dist_train.sh configs/toy/toy_1x.py 2
