#include "fix/script/cuda_places.h"

#include "unit/fix/edited.h"

namespace mmlint {
namespace {

using test::Edited;

bool serves(const std::string& text, const char* place) {
  Edited script(text);
  const std::uint32_t at = script.offset(place);
  return fix::CudaPlaces(script.document)
      .serve({script.source.id(), at,
              at + static_cast<std::uint32_t>(std::string_view(place).size())});
}

TEST_CASE("code that a condition about CUDA shares is found") {
  CHECK(serves("if use_cuda:\n    start('nccl')\n", "'nccl'"));
  CHECK(serves("x = 'nccl' if torch.cuda.is_available() else 'mpi'\n", "'nccl'"));
  CHECK(serves("def wrap(m):\n    return DDP(m, [0])\nif args.cuda:\n    wrap(m)\n", "[0]"));
  CHECK(
      serves("class T:\n    def a(self):\n        start('nccl')\n    def b(self):\n"
             "        if torch.cuda.is_available():\n            self.m.cuda()\n",
             "'nccl'"));
}

TEST_CASE("a variable that code for CUDA reads is shared with it") {
  const std::string classes =
      "class Gpu:\n    def go(self):\n        start(NAME)\n"
      "class Cpu:\n    def go(self):\n        start(NAME)\n";
  CHECK(serves("NAME = 'nccl'\n" + classes + "(Gpu if use_cuda else Cpu)().go()\n", "'nccl'"));
  CHECK(serves("NAME = 'nccl'\nif use_cuda:\n    start(NAME)\n", "'nccl'"));
  CHECK_FALSE(
      serves("NAME = 'nccl'\n" + classes + "if use_cuda:\n    a()\nCpu().go()\n", "'nccl'"));
}

TEST_CASE("code beside a condition about CUDA is not shared with it") {
  CHECK_FALSE(serves("if use_cuda:\n    a()\nstart('nccl')\n", "'nccl'"));
  CHECK_FALSE(serves("def wrap(m):\n    return DDP(m, [0])\nif args.cuda:\n    b(m)\n", "[0]"));
  CHECK_FALSE(
      serves("def wrap(m):\n    torch.cuda.set_device(0)\n    return DDP(m, [0])\n"
             "wrap(m)\n",
             "[0]"));
  CHECK_FALSE(serves("if fast:\n    start('nccl')\n", "'nccl'"));
}

TEST_CASE("what another file uses for CUDA is found by what it imports") {
  const auto uses = [](const std::string& text) {
    Edited script(text);
    return fix::CudaPlaces(script.document).use("start");
  };
  CHECK(uses("from comm import start\nif torch.cuda.is_available():\n    start()\n"));
  CHECK(uses("from .comm import start as go\nif use_cuda:\n    go()\n"));
  CHECK(uses("import comm\nx = comm.start() if args.cuda else None\n"));
  CHECK(uses("from comm import start\ndef gpu():\n    go(start)\nif use_cuda:\n    gpu()\n"));
  CHECK_FALSE(uses("from comm import start\nif torch.cuda.is_available():\n    a()\nstart()\n"));
  CHECK_FALSE(uses("def start():\n    pass\nif use_cuda:\n    start()\n"));
  CHECK_FALSE(uses("from comm import start\nif fast:\n    start()\n"));

  Edited script("class T:\n    def a(self):\n        b = 'nccl'\n");
  const std::uint32_t at = script.offset("'nccl'");
  CHECK(fix::CudaPlaces(script.document).unit_around({script.source.id(), at, at + 6}) == "T");
}

}  // namespace
}  // namespace mmlint
