"""
Sample from a trained model
"""
import torch

from model import GPT

device = 'cuda'
exec(open('configurator.py').read())
checkpoint = torch.load('out/ckpt.pt', map_location=device)
model = GPT(32, 16)
model.load_state_dict(checkpoint['model'])
model.eval()
model.to(device)
print(model(torch.zeros((1, 8), dtype=torch.long, device=device))[0].argmax(-1))
