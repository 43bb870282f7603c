#include "project/base_graph.h"

#include <doctest/doctest.h>

#include <map>
#include <string>
#include <vector>

#include "unit/project.h"

namespace mmlint::project {
namespace {

using Groups = std::vector<std::vector<std::string>>;

Groups families_of(const std::map<std::string, std::string>& files,
                   const std::vector<std::string>& configs) {
  test::MemoryProject project(files);
  std::vector<const Node*> nodes;
  for (const std::string& config : configs)
    nodes.push_back(&project.workspace->node("/p/" + config));
  Groups out;
  for (const auto& family : families(*project.workspace, nodes)) {
    out.emplace_back();
    for (const std::size_t place : family) out.back().push_back(configs[place]);
  }
  return out;
}

TEST_CASE("configs with a base in common are a family, in the order in which they are named") {
  const std::map<std::string, std::string> files{
      {"alone.py", "a = 1\n"},
      {"base.py", "b = 1\n"},
      {"one.py", "_base_ = 'base.py'\n"},
      {"two.py", "_base_ = ['./base.py', 'other.py']\n"},
      {"other.py", "c = 1\n"},
      {"third.py", "_base_ = 'other.py'\n"},
      {"lazy.py",
       "from mmengine.config import read_base\nwith read_base():\n"
       "    from .lazy_base import *\n"},
      {"lazy_base.py", "d = 1\n"},
  };
  CHECK(families_of(files, {"two.py", "alone.py", "one.py", "lazy.py", "third.py", "two.py"}) ==
        Groups{{"two.py", "one.py", "third.py"}, {"alone.py"}, {"lazy.py"}});
  CHECK(families_of(files, {"lazy_base.py", "base.py", "lazy.py", "other.py"}) ==
        Groups{{"lazy_base.py", "lazy.py"}, {"base.py"}, {"other.py"}});
  CHECK(families_of(files, {}).empty());
}

TEST_CASE("a base that is missing, or inherits its heir, joins as well") {
  CHECK(families_of({{"a.py", "_base_ = 'gone.py'\n"}, {"b.py", "_base_ = './gone.py'\n"}},
                    {"a.py", "b.py"}) == Groups{{"a.py", "b.py"}});
  CHECK(families_of({{"a.py", "_base_ = 'b.py'\n"}, {"b.py", "_base_ = 'a.py'\n"}},
                    {"a.py", "b.py"}) == Groups{{"a.py", "b.py"}});
}

}  // namespace
}  // namespace mmlint::project
