class Settings:
    device = 'cuda'
    backend = 'nccl'
    lr = 3e-3

    def ids(self, local_rank):
        return [local_rank] if self.device == 'cuda' else None


class LaptopSettings(Settings):
    device = 'cpu'
    backend = 'gloo'
