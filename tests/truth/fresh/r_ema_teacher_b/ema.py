import torch


class ExponentialAverage:
    def __init__(self, model, decay):
        self.decay = decay
        self.shadow = {k: v.detach().clone() for k, v in model.state_dict().items()}

    @torch.no_grad()
    def update(self, model):
        for key, value in model.state_dict().items():
            self.shadow[key].lerp_(value, 1 - self.decay)

    def copy_to(self, model):
        model.load_state_dict(self.shadow)
