#include "base/path_set.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace mmlint {
namespace {

TEST_CASE("a set of paths takes them in any order") {
  const std::vector<std::string> paths{"/p/b.py", "/p/a.py", "/p/c.py"};
  const PathSet set(paths);
  for (const std::string& path : paths) CHECK(set.contains(path));
  CHECK(!set.contains("/p/d.py"));
  CHECK(!set.contains("/p"));
  CHECK(set.includes(std::vector<std::string>{"/p/a.py", "/p/c.py"}));
  CHECK(set.includes({}));
  CHECK(!set.includes(std::vector<std::string>{"/p/a.py", "/p/d.py"}));
  CHECK(!PathSet({}).contains(""));
}

}  // namespace
}  // namespace mmlint
