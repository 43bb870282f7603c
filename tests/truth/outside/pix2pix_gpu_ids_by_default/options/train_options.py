import argparse

import torch


class TrainOptions:
    def initialize(self, parser):
        parser.add_argument('--name', type=str, default='experiment_name')
        parser.add_argument('--gpu_ids', type=str, default='0', help='such as 0,2; -1 is the CPU')  # truth: dies
        parser.add_argument('--n_epochs', type=int, default=2)
        return parser

    def parse(self):
        parser = self.initialize(argparse.ArgumentParser())
        opt = parser.parse_args()
        str_ids = opt.gpu_ids.split(',')
        opt.gpu_ids = []
        for str_id in str_ids:
            id = int(str_id)
            if id >= 0:
                opt.gpu_ids.append(id)
        if len(opt.gpu_ids) > 0:
            torch.cuda.set_device(opt.gpu_ids[0])  # truth: dies
        return opt
