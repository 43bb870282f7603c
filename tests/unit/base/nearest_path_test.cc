#include "base/nearest_path.h"

#include <doctest/doctest.h>

using namespace mmlint;

TEST_CASE("the nearest path is another one, in the folder that is there") {
  MemoryFileSystem files;
  files.add("/p/configs/base.py", "");
  files.add("/p/configs/models/net.py", "");
  CHECK(nearest_path(files, "/p/configs/bases.py") == "/p/configs/base.py");
  CHECK(nearest_path(files, "/p/config/base.py") == "/p/configs/base.py");
  CHECK(nearest_path(files, "/p/configs/model") == "/p/configs/models");
  CHECK_FALSE(nearest_path(files, "/p/configs/base.py"));
  CHECK_FALSE(nearest_path(files, "/p/configs/models"));
  CHECK_FALSE(nearest_path(files, "/p/configs/something_else.py"));
}
