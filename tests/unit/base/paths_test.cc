#include "base/paths.h"

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "base/file_system.h"

using namespace mmlint;

TEST_CASE("absolute paths") {
  CHECK(absolute_path("a/b.py", "/home") == "/home/a/b.py");
  CHECK(absolute_path("./a//b/", "/home") == "/home/a/b");
  CHECK(absolute_path("../a", "/home/x") == "/home/a");
  CHECK(absolute_path("../../../a", "/home") == "/a");
  CHECK(absolute_path("/x/../y/.", "/home") == "/y");
  CHECK(absolute_path("", "/home") == "/home");
  CHECK(absolute_path(".", "/") == "/");
  CHECK(absolute_path("/..", "/home") == "/");
  CHECK(absolute_path("//a", "/home") == "/a");
  CHECK(absolute_path("配置/a b.py", "/home") == "/home/配置/a b.py");
}

TEST_CASE("parts of a path") {
  CHECK(parent_folder("/a/b.py") == "/a");
  CHECK(parent_folder("/a") == "/");
  CHECK(parent_folder("/") == "/");
  CHECK(parent_folder("a/b/c") == "a/b");
  CHECK(parent_folder("a").empty());
  CHECK(file_name("/a/b.py") == "b.py");
  CHECK(file_name("b.py") == "b.py");
  CHECK(file_name("/").empty());
}

TEST_CASE("extensions as os.path.splitext") {
  struct Case {
    std::string_view path, stem, extension;
  };
  for (const Case& c :
       {Case{"/a/b.py", "b", ".py"}, Case{"/a.d/b", "b", ""}, Case{"b.tar.gz", "b.tar", ".gz"},
        Case{".bashrc", ".bashrc", ""}, Case{"..a", "..a", ""}, Case{".a.py", ".a", ".py"},
        Case{"a.", "a", "."}, Case{"...", "...", ""}, Case{"", "", ""}}) {
    CAPTURE(c.path);
    CHECK(stem(c.path) == c.stem);
    CHECK(extension(c.path) == c.extension);
  }
}

TEST_CASE("joining as os.path.join, normalised") {
  CHECK(join_path("/a/b", "../c.py") == "/a/c.py");
  CHECK(join_path("/a", "/b") == "/b");
  CHECK(join_path("/a/", "b") == "/a/b");
  CHECK(join_path("", "b/../../c") == "../c");
  CHECK(join_path("", "../../c") == "../../c");
  CHECK(join_path("a", "..") == ".");
  CHECK(join_path("/", "b") == "/b");
  CHECK(join_path("/", "..") == "/");
  CHECK(join_path("/a", "../../..") == "/");
  CHECK(join_path("/", "") == "/");
  CHECK(join_path("", "") == ".");
  CHECK(join_path("/a", "") == "/a");
  CHECK(join_path("/a/.b/..c", "..d/.e") == "/a/.b/..c/..d/.e");
  CHECK(join_path("/a//b/.", "./c//d/") == "/a/b/c/d");
  CHECK(join_path("../a", "../..") == "../..");
  CHECK(join_path("..", "a/..") == "..");
  CHECK(join_path("a..", "..") == ".");
  CHECK(join_path("/a/...", "b/..") == "/a/...");
}

TEST_CASE("below a folder") {
  CHECK(is_below("/a/b", "/a"));
  CHECK(is_below("/a", "/a"));
  CHECK(is_below("/a", "/"));
  CHECK_FALSE(is_below("/ab", "/a"));
  CHECK_FALSE(is_below("/a", "/a/b"));
}

TEST_CASE("relative paths as os.path.relpath") {
  CHECK(relative_path("/a/b/c", "/a") == "b/c");
  CHECK(relative_path("/a", "/a") == ".");
  CHECK(relative_path("/a/x", "/a/b/c") == "../../x");
  CHECK(relative_path("/a", "/a/b") == "..");
  CHECK(relative_path("/x/y", "/") == "x/y");
  CHECK(relative_path("/", "/x/y") == "../..");
  CHECK(relative_path("/ab/c", "/a") == "../ab/c");
}

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
