python3 main.py --epochs 2
