#include <doctest/doctest.h>

#include "unit/fix/fixed.h"

// MM402: entries of one dict that go together, set in several places.
namespace mmlint {
namespace {

using test::Files;

const std::string kRun =
    "model = dict(type='M')\ntrain_dataloader = dict()\n"
    "optim_wrapper = dict(type='AmpOptimWrapper', optimizer=dict(type='SGD', lr=0.1))\n";

struct Fixed : test::Fixed {
  explicit Fixed(const Files& files) : test::Fixed(files, "MM402") {}
};

TEST_CASE("an entry that a later statement sets again is not left behind") {
  for (const std::string again :
       {"optim_wrapper.update(loss_scale='dynamic')\n", "optim_wrapper['dtype'] = 'float16'\n",
        "optim_wrapper.setdefault('dtype', 'float16')\n"}) {
    CAPTURE(again);
    const Fixed fixed(Files{{"configs/a.py", kRun + again}});
    CHECK(fixed.after.empty());
    CHECK(fixed.refused().find("would stay") != std::string::npos);
  }
}

TEST_CASE("a statement of which nothing is left goes") {
  const Fixed fixed(Files{{"configs/_base_/run.py", kRun},
                          {"configs/a.py",
                           "_base_ = './_base_/run.py'\n"
                           "optim_wrapper = dict(loss_scale=512., dtype='float16')\n"}});
  CHECK(fixed.after.at("configs/a.py") == "_base_ = './_base_/run.py'\n");
}

TEST_CASE("neighbours that go at the end of a dict take their commas with them") {
  const std::string before = "model = dict(type='M')\ntrain_dataloader = dict()\n";
  const std::map<std::string, std::string> layouts = {
      {"optim_wrapper = dict(type='AmpOptimWrapper', dtype='float16', loss_scale='dynamic')\n",
       "optim_wrapper = dict(type='OptimWrapper')\n"},
      {"optim_wrapper = dict(\n    type='AmpOptimWrapper',\n    dtype='float16',  # half\n"
       "    loss_scale='dynamic'\n)\n",
       "optim_wrapper = dict(\n    type='OptimWrapper',\n    # half\n)\n"},
      {"optim_wrapper = dict(\n    clip_grad=None, type='AmpOptimWrapper',\n    dtype='float16',\n"
       "    loss_scale='dynamic')\n",
       "optim_wrapper = dict(\n    clip_grad=None, type='OptimWrapper')\n"},
      {"optim_wrapper = {'dtype': 'float16', 'loss_scale': 512., 'type': 'AmpOptimWrapper'}\n",
       "optim_wrapper = {'type': 'OptimWrapper'}\n"}};
  for (const auto& layout : layouts) {
    const std::string& broken = layout.first;
    const std::string& right = layout.second;
    CAPTURE(broken);
    const Fixed fixed(Files{{"configs/a.py", before + broken}});
    CHECK(fixed.refused() == "");
    REQUIRE(fixed.after.count("configs/a.py") == 1);
    CHECK(fixed.after.at("configs/a.py") == before + right);
  }
}

TEST_CASE("what only Apex takes goes as well") {
  std::string text = kRun;
  text.replace(text.find("Amp"), 3, "Apex").insert(text.find("optimizer="), "opt_level='O1', ");
  const Fixed fixed(Files{{"configs/a.py", text}});
  REQUIRE(fixed.after.count("configs/a.py") == 1);
  CHECK(fixed.after.at("configs/a.py").find("opt_level") == std::string::npos);
}

TEST_CASE("a lazy heir overrides only what its base does not take care of") {
  const std::string read = "from mmengine.config import read_base\nwith read_base():\n    ";
  const Fixed fixed(Files{
      {"configs/base.py", "from mmengine.model import BaseModel\n" + kRun},
      {"configs/amp.py", read + "from .base import *\noptim_wrapper.update(loss_scale=512.)\n"},
      {"configs/heir.py", read + "from .amp import *\noptim_wrapper.dtype = 'float16'\n"},
      {"configs/plain.py", read + "from .base import *\n"}});
  CHECK(fixed.refused() == "");
  CHECK(fixed.after.at("configs/base.py").find("dict(type='OptimWrapper', ") != std::string::npos);
  CHECK(fixed.after.at("configs/amp.py").ends_with("\noptim_wrapper.pop('loss_scale', None)\n"));
  CHECK(fixed.after.at("configs/heir.py").ends_with("'\noptim_wrapper.pop('dtype', None)\n"));
  CHECK(fixed.after.count("configs/plain.py") == 0);
}

}  // namespace
}  // namespace mmlint
