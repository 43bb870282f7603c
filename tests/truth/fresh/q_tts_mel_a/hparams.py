class HParams(dict):
    __getattr__ = dict.__getitem__
    __setattr__ = dict.__setitem__


def create_hparams(hparams_string=None):
    hparams = HParams(epochs=2, batch_size=4, fp16_run=False, distributed_run=False,
                      cudnn_enabled=True, cudnn_benchmark=False, n_symbols=30, n_mel_channels=12,
                      learning_rate=1e-3, grad_clip_thresh=1.0, seed=1234)
    for item in filter(None, (hparams_string or '').split(',')):
        key, value = item.split('=')
        hparams[key] = type(hparams[key])(eval(value))
    return hparams
