import contextlib

import torch


class EMAModel:
    def __init__(self, parameters, decay=0.999):
        self.shadow = [p.detach().clone() for p in parameters]
        self.decay = decay
        self._stream = None

    @property
    def on_card(self):
        return all(s.is_cuda for s in self.shadow)

    @property
    def stream(self):
        if self._stream is None and self.on_card:
            self._stream = torch.cuda.Stream()
        return self._stream

    @torch.no_grad()
    def step(self, parameters):
        with torch.cuda.stream(self.stream) if self.on_card else contextlib.nullcontext():
            for s, p in zip(self.shadow, parameters):
                s.lerp_(p, 1 - self.decay)
        if self.on_card:
            torch.cuda.current_stream().wait_stream(self.stream)
