torchrun --nproc_per_node=2 run_glue.py --do_train
