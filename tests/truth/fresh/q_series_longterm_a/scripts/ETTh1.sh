for pred_len in 8
do
  python -u run_longExp.py --seq_len 24 --pred_len $pred_len --train_epochs 2
done
