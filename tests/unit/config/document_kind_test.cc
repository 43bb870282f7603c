#include "config/document_kind.h"

#include <doctest/doctest.h>

#include <string>

#include "base/paths.h"

namespace mmlint::config {
namespace {

DocumentKind kind_of(const std::string& path, const std::string& text) {
  SourceStore sources;
  return classify(path, syntax::Document(sources.add(path, text))).kind;
}

TEST_CASE("what puts an object in the place of another is a script") {
  const std::string imports = "import torch\nfrom torch import nn\nfrom net import wrap\n";
  for (const char* code : {
           "model = nn.Linear(5, 2)\nmodel = nn.DataParallel(model)\n",
           "model = nn.Linear(5, 2)\nmodel = model.to('cuda')\n",
           "def build():\n    return nn.Linear(5, 2)\n"
           "model = build()\nmodel = model.cuda()\ntrain_dataloader = make()\n",
           "def fit(net, turns):\n    return net\n"
           "model = nn.Linear(5, 2)\nmodel = fit(model, turns=3)\ntrain_dataloader = [1]\n",
           "work_dir = 'runs'\nresume = False\nnet = nn.Linear(5, 2)\nnet = wrap(net)\n",
       }) {
    CAPTURE(code);
    CHECK(kind_of("tune.py", imports + code) == DocumentKind::kScript);
    CHECK(kind_of("configs/tune.py", imports + code) == DocumentKind::kScript);
  }
}

TEST_CASE("a config may make a value of itself") {
  for (const char* code : {
           "model = dict(type='Net')\nmodel = dict(model, depth=3)\ntrain_cfg = dict()\n",
           "import copy\nmodel = dict(type='Net')\nmodel = copy.deepcopy(model)\ntrain_cfg = {}\n",
           "work_dir = 'runs/{}'\nwork_dir = work_dir.format(3)\nmodel = dict(type='Net')\n",
           "model = dict(type='Net')\nmodel = model.copy()\ntrain_cfg = dict()\n",
           "def deeper(net):\n    return dict(net, depth=3)\n"
           "model = dict(type='Net')\nmodel = deeper(model)\ntrain_cfg = dict()\n",
       }) {
    CAPTURE(code);
    CHECK(kind_of("net.py", code) == DocumentKind::kConfig);
  }
}

TEST_CASE("a key that is set twice is one key, and that of an object is none") {
  CHECK(kind_of("net.py", "model = 1\nmodel = 2\n") == DocumentKind::kScript);
  CHECK(kind_of("net.py", "model = 1\ntrain_cfg = 2\n") == DocumentKind::kConfig);
  const std::string objects =
      "from net import Net, Loader\nmodel = Net()\ntrain_dataloader = Loader()\n";
  CHECK(kind_of("net.py", objects) == DocumentKind::kScript);
  CHECK(kind_of("configs/net.py", objects) == DocumentKind::kConfig);
}

TEST_CASE("the folders below the root count") {
  const std::string text = "depth = 3\n";
  CHECK(kind_of("/configs/net.py", text) == DocumentKind::kConfig);
  CHECK(kind_of("/net.py", text) == DocumentKind::kScript);
  CHECK(kind_of("/time/vis_data/config.py", "model = 1\ntrain_cfg = 2\n") == DocumentKind::kScript);
  const std::string roots[] = {"/cfgs/one", "/cfgs/one/configs/two"};
  CHECK(below_nearest("/cfgs/one/net.py", roots) == "/net.py");
  CHECK(below_nearest("/cfgs/one/configs/two/net.py", roots) == "/net.py");
  CHECK(below_nearest("/cfgs/oneself/net.py", roots) == "/cfgs/oneself/net.py");
}

}  // namespace
}  // namespace mmlint::config
