torchrun --nproc_per_node=2 run_clm.py --num_train_epochs 2 --use_cpu
