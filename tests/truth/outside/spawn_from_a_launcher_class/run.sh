python train.py --processes 2
