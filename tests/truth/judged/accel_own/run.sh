torchrun --nproc_per_node=2 train_nlp.py --cpu --num_epochs 2
