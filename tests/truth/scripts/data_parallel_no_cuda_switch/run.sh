python train.py --epochs 2
