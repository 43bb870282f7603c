python main.py --multiprocessing-distributed --dist-backend gloo --nprocs 2
