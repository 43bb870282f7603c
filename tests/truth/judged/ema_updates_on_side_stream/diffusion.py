import torch


class Schedule:
    def __init__(self, steps):
        self.alphas = torch.linspace(0.99, 0.1, steps)

    def __call__(self, clean, noise, t):
        a = self.alphas[t]
        return a.sqrt() * clean + (1 - a).sqrt() * noise
