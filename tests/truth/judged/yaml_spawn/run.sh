# starts two processes by itself
python main.py -c config/default.yaml -o train.epochs=2
