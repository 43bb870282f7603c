python train.py --training_epochs 1
