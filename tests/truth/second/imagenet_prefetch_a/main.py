import json
import os

import torch

import prefetch

here = os.path.dirname(os.path.abspath(__file__))
settings = json.load(open(os.path.join(here, 'input.json')))
settings.update(json.loads(os.environ.get('SETTINGS', '{}')))

dataset = torch.utils.data.TensorDataset(
    torch.rand(settings['batch'] * settings['steps'], 3, 8, 8),
    torch.randint(settings['classes'], (settings['batch'] * settings['steps'],)))
loader = torch.utils.data.DataLoader(dataset, settings['batch'], shuffle=True)

model = torch.nn.Sequential(
    torch.nn.Conv2d(3, 6, 3),
    torch.nn.ReLU(),
    torch.nn.AdaptiveAvgPool2d(1),
    torch.nn.Flatten(),
    torch.nn.Linear(6, settings['classes']),
)
if prefetch.fast_loader_usable(settings):
    model = model.cuda()
optimizer = torch.optim.SGD(model.parameters(), settings['lr'], momentum=0.9)
criterion = torch.nn.CrossEntropyLoss()

for i, (images, target) in enumerate(prefetch.wrap(loader, settings)):
    output = model(images)
    loss = criterion(output, target)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print('step {0}\tLoss {1:.4f}'.format(i, loss.item()))
