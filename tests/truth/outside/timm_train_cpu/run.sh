./distributed_train.sh 2 --epochs 2 --model-ema --amp
