import torch


class EMAModel:
    def __init__(self, parameters, decay=0.999, overlap=True):
        self.shadow = [p.detach().clone() for p in parameters]
        self.decay = decay
        self.stream = overlap and torch.cuda.Stream()  # truth: dies

    @torch.no_grad()
    def _update(self, parameters):
        for s, p in zip(self.shadow, parameters):
            s.sub_((1 - self.decay) * (s - p))

    def step(self, parameters):
        if not self.stream:
            return self._update(parameters)
        self.stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(self.stream):
            self._update(parameters)
