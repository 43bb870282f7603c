import unittest

import torch

from nets.mlp import mlp


class MLPTest(unittest.TestCase):
    def test_cpu(self):
        self.assertEqual(mlp(2, 3, 1)(torch.zeros(4, 2)).shape, (4, 1))

    @unittest.skipUnless(torch.cuda.is_available(), 'needs a GPU')
    def test_cuda(self):
        net = mlp(2, 3, 1).cuda()
        self.assertTrue(net(torch.zeros(4, 2, device='cuda')).is_cuda)


if __name__ == '__main__':
    unittest.main()
