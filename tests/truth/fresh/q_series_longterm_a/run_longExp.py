import argparse
import random

import torch

from exp.exp_main import Exp_Main

random.seed(2021)
torch.manual_seed(2021)

parser = argparse.ArgumentParser(description='Long term forecasting')
parser.add_argument('--seq_len', type=int, default=24)
parser.add_argument('--pred_len', type=int, default=8)
parser.add_argument('--train_epochs', type=int, default=2)
parser.add_argument('--learning_rate', type=float, default=0.001)
parser.add_argument('--use_amp', action='store_true', default=False)
parser.add_argument('--use_gpu', type=bool, default=True, help='use gpu')
parser.add_argument('--gpu', type=int, default=0, help='gpu')
parser.add_argument('--use_multi_gpu', action='store_true', default=False)
parser.add_argument('--devices', type=str, default='0,1,2,3')
args = parser.parse_args()

args.use_gpu = bool(args.use_gpu and args.gpu >= 0)  # truth: dies
if args.use_gpu and args.use_multi_gpu:
    args.devices = args.devices.replace(' ', '')
    args.device_ids = [int(id_) for id_ in args.devices.split(',')]
    args.gpu = args.device_ids[0]

Exp_Main(args).train()
