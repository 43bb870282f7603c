#include <doctest/doctest.h>

#include <ctime>

#include "unit/fix/fixed.h"

// The fixes of one script are verified together.
namespace mmlint {
namespace {

constexpr auto kBegin =
    "import torch.distributed as dist\nfrom mmengine.runner import Runner\nRunner.from_cfg({})\n";

// The processor's seconds for the fixes of a script with so many findings.
double seconds(int findings) {
  std::string script = kBegin;
  for (int i = 0; i < findings; ++i) script += "dist.init_process_group('nccl')\n";
  const std::clock_t begin = std::clock();
  const test::Fixed fixed({{"tools/train.py", script}}, "MM504");
  const std::clock_t end = std::clock();
  CHECK(fixed.outcome.fixed.size() == static_cast<std::size_t>(findings));
  CHECK(fixed.outcome.left.empty());
  return static_cast<double>(end - begin) / CLOCKS_PER_SEC;
}

TEST_CASE("ten times the findings take no hundred times as long") {
  const double few = seconds(80);
  CHECK(seconds(800) < 100 * few);
}

TEST_CASE("of many fixes the one that has no place is named") {
  std::string script = std::string(kBegin) + "name = 'nccl'\nassert name\n";
  for (int i = 0; i < 9; ++i) script += "dist.init_process_group('nccl')\n";
  script += "dist.init_process_group(name)\n";
  const test::Fixed fixed({{"tools/train.py", script}}, "MM504");
  CHECK(fixed.outcome.fixed.size() == 9);
  CHECK(fixed.outcome.left.size() == 1);
  CHECK(fixed.refused() == "it goes elsewhere as well, in line 6");
}

}  // namespace
}  // namespace mmlint
