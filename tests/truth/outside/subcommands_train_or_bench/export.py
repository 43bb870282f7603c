import torch


def run(args):
    model = torch.nn.Linear(6, 1)
    model.load_state_dict(torch.load(args.weights, map_location="cuda"))
    torch.onnx.export(model.cuda(), torch.randn(1, 6).cuda(), args.output)
