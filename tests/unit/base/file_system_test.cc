#include <unistd.h>

#include "base/file_system.h"
#include "temporary_folder.h"

using namespace mmlint;

namespace {

std::string names(const FileSystem& files, const std::string& folder) {
  const auto list = files.list(folder);
  if (!list) return "error: " + list.error().message;
  std::string out;
  for (const auto& entry : *list) {
    out += entry.name + (entry.kind == FileKind::kFolder ? "/ " : " ");
  }
  return out;
}

}  // namespace

TEST_CASE("files in memory make folders") {
  MemoryFileSystem files;
  files.add("/p/a/x.py", "1");
  files.add("/p/a-b.py", "2");
  files.add("/p/a/y/z.py", "3");
  files.add("/p/ab", "4");
  CHECK(files.kind("/p/a/x.py") == FileKind::kFile);
  CHECK(files.kind("/p/a") == FileKind::kFolder);
  CHECK(files.kind("/") == FileKind::kFolder);
  CHECK(files.kind("/p/b") == FileKind::kMissing);
  CHECK(names(files, "/") == "p/ ");
  CHECK(names(files, "/p") == "a/ a-b.py ab ");
  CHECK(names(files, "/p/a") == "x.py y/ ");
  CHECK(names(files, "/q") == "error: no such file or folder");
  CHECK(names(files, "/p/ab") == "error: is not a folder");
  CHECK(names(MemoryFileSystem(), "/").empty());
  CHECK(files.real_path("/p/ab").value() == "/p/ab");
}

TEST_CASE("reads of files in memory are counted") {
  MemoryFileSystem files;
  files.add("/a", "1");
  CHECK(files.reads("/a") == 0);
  CHECK(files.read("/a").value() == "1");
  CHECK(files.read("/a").value() == "1");
  CHECK(files.reads("/a") == 2);
  CHECK(files.read("/b").error().message == "no such file or folder");
  CHECK(files.read("/").error().message == "is a folder, not a file");
  CHECK(files.reads("/b") == 1);
  CHECK(files.kind("/a") == FileKind::kFile);
  CHECK(files.reads("/a") == 2);
}

TEST_CASE("writing in memory keeps the contract") {
  MemoryFileSystem files;
  files.add("/d/a", "old");
  REQUIRE(files.write("/d/a", "new", "old"));
  CHECK(files.read("/d/a").value() == "new");
  CHECK_FALSE(files.write("/d/a", "x", "old"));
  CHECK_FALSE(files.write("/d/a", "x", std::nullopt));
  CHECK_FALSE(files.write("/d/b", "x", "old"));
  CHECK_FALSE(files.write("/d", "x", std::nullopt));
  CHECK(files.read("/d/a").value() == "new");
  REQUIRE(files.write("/d/b", "x", std::nullopt));
  CHECK(files.read("/d/b").value() == "x");
}

TEST_CASE("an overlay shows its files above those below") {
  MemoryFileSystem below;
  below.add("/p/a.py", "below a");
  below.add("/p/c.py", "below c");
  below.add("/p/sub/s.py", "below s");
  OverlayFileSystem files(below, {{"/p/a.py", "ours a"},
                                  {"/p/b.py", "ours b"},
                                  {"/p/new/deep/n.py", "ours n"},
                                  {"/p/sub/t.py", "ours t"}});
  CHECK(files.read("/p/a.py").value() == "ours a");
  CHECK(files.read("/p/b.py").value() == "ours b");
  CHECK(files.read("/p/c.py").value() == "below c");
  CHECK(below.reads("/p/a.py") == 0);
  CHECK_FALSE(files.read("/p/d.py"));
  CHECK(files.read("/p/new").error().message == "is a folder, not a file");
  CHECK(names(files, "/p") == "a.py b.py c.py new/ sub/ ");
  CHECK(names(files, "/p/sub") == "s.py t.py ");
  CHECK(names(files, "/p/new") == "deep/ ");
  CHECK(names(files, "/p/c.py") == "error: is not a folder");
  CHECK(names(files, "/q") == "error: no such file or folder");
  CHECK(files.kind("/p/b.py") == FileKind::kFile);
  CHECK(files.kind("/p/new/deep") == FileKind::kFolder);
  CHECK(files.kind("/p/sub") == FileKind::kFolder);
  CHECK(files.kind("/p/x") == FileKind::kMissing);
  CHECK(files.real_path("/p/new/deep/n.py").value() == "/p/new/deep/n.py");
  CHECK_FALSE(files.write("/p/a.py", "x", "ours a"));
  CHECK_FALSE(files.write("/p/z.py", "x", std::nullopt));
  CHECK(below.read("/p/a.py").value() == "below a");
}

TEST_CASE("an overlay is seen through symlinks") {
  const TemporaryFolder folder;
  DiskFileSystem disk;
  REQUIRE(disk.write(folder / "real.py", "old", std::nullopt));
  REQUIRE(symlink("real.py", (folder / "file.py").c_str()) == 0);
  REQUIRE(symlink(".", (folder / "folder").c_str()) == 0);
  {
    OverlayFileSystem files(disk, {{folder / "real.py", "new"}});
    CHECK(files.read(folder / "file.py").value() == "new");
    CHECK(files.read(folder / "folder/real.py").value() == "new");
    CHECK(files.read(folder / "folder/folder/file.py").value() == "new");
    CHECK(files.real_path(folder / "file.py").value() == folder / "real.py");
    CHECK(files.real_path(folder / "none.py").has_value() == false);
  }
  {
    OverlayFileSystem files(disk, {{folder / "file.py", "new"}, {folder / "folder/added.py", "+"}});
    CHECK(files.read(folder / "real.py").value() == "new");
    CHECK(files.real_path(folder / "folder/added.py").value() == folder / "added.py");
  }
}
