torchrun --nproc_per_node=2 run_classifier.py --num_train_epochs 2 --do_train
