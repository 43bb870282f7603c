import argparse
import os


class Options:
    def __init__(self):
        self.parser = argparse.ArgumentParser()
        self.parser.add_argument('--gpus', default='0', help='0 | 0,1 | -1 for the CPU')
        self.parser.add_argument('--lr', type=float, default=2e-2)

    def parse(self):
        opt = self.parser.parse_args()
        opt.gpu_ids = [int(i) for i in opt.gpus.split(',') if int(i) >= 0]
        self.finish(opt)
        return opt

    def finish(self, opt):
        opt.local_rank = int(os.environ.get('LOCAL_RANK', 0))
        opt.device = f'cuda:{opt.gpu_ids[opt.local_rank]}'  # truth: dies
