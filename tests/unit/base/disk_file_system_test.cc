#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <fstream>

#include "base/file_system.h"
#include "base/paths.h"
#include "temporary_folder.h"

using namespace mmlint;

namespace {

void put(const std::string& path, std::string_view bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

std::string get(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

mode_t mode_of(const std::string& path) {
  struct stat status;
  REQUIRE(lstat(path.c_str(), &status) == 0);
  return status.st_mode & 07777;
}

std::size_t entries(const std::string& folder) {
  return DiskFileSystem().list(folder).value().size();
}

bool says(const Error& error, std::string_view words) {
  INFO(error.message);
  return error.message.find(words) != std::string::npos;
}

// What is not root's to do is tried as somebody else. False if that cannot be had.
class Nobody {
 public:
  explicit Nobody(const std::string& folder) : was_root_(geteuid() == 0) {
    if (was_root_) ok_ = chown(folder.c_str(), 65534, 65534) == 0 && seteuid(65534) == 0;
  }
  ~Nobody() {
    if (was_root_) REQUIRE(seteuid(0) == 0);
  }
  bool ok() const { return ok_; }

 private:
  bool was_root_;
  bool ok_ = true;
};

}  // namespace

TEST_CASE("reading a file gives its bytes") {
  const TemporaryFolder folder;
  DiskFileSystem disk;
  const std::string bytes("a\r\n\0\xFF", 5);
  put(folder / "a", bytes);
  CHECK(disk.read(folder / "a").value() == bytes);
  put(folder / "empty", "");
  CHECK(disk.read(folder / "empty").value().empty());
  const std::string large(300000, 'x');
  put(folder / "large", large);
  CHECK(disk.read(folder / "large").value() == large);
  // Regular, but its size is said to be 0.
  CHECK(disk.read("/proc/self/status").value().size() > 100);
}

TEST_CASE("what is no file is an error and does not block") {
  const TemporaryFolder folder;
  DiskFileSystem disk;
  CHECK(says(disk.read(folder / "none").error(), "no such file"));
  CHECK(disk.read(folder / "none").error().path == folder / "none");
  put(folder / "a", "x");
  CHECK(says(disk.read(folder / "a/b").error(), "no such file"));
  CHECK(says(disk.read(folder.path()).error(), "is a folder"));
  REQUIRE(mkfifo((folder / "pipe").c_str(), 0600) == 0);
  CHECK(says(disk.read(folder / "pipe").error(), "not a regular file"));
  CHECK(says(disk.read("/dev/zero").error(), "not a regular file"));
  CHECK(says(disk.read(folder / std::string("a\0b", 3)).error(), "no such file"));
  REQUIRE(symlink("loop", (folder / "loop").c_str()) == 0);
  CHECK(says(disk.read(folder / "loop").error(), "circle"));
  CHECK(says(disk.read(folder / std::string(300, 'n')).error(), "name too long"));

  const int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  const std::string name = folder / "socket";
  std::strncpy(address.sun_path, name.c_str(), sizeof address.sun_path - 1);
  REQUIRE(bind(fd, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0);
  CHECK(says(disk.read(name).error(), "not a regular file"));
  close(fd);
}

TEST_CASE("what may not be read is said so") {
  const TemporaryFolder folder;
  DiskFileSystem disk;
  put(folder / "secret", "x");
  REQUIRE(chmod((folder / "secret").c_str(), 0) == 0);
  const Nobody nobody(folder.path());
  if (!nobody.ok()) return;
  CHECK(says(disk.read(folder / "secret").error(), "permission denied"));
}

TEST_CASE("kinds") {
  const TemporaryFolder folder;
  DiskFileSystem disk;
  put(folder / "a", "x");
  REQUIRE(symlink("a", (folder / "to_file").c_str()) == 0);
  REQUIRE(symlink(".", (folder / "to_folder").c_str()) == 0);
  REQUIRE(symlink("gone", (folder / "dangling").c_str()) == 0);
  REQUIRE(symlink("loop", (folder / "loop").c_str()) == 0);
  CHECK(disk.kind(folder / "a") == FileKind::kFile);
  CHECK(disk.kind(folder.path()) == FileKind::kFolder);
  CHECK(disk.kind(folder / "to_file") == FileKind::kFile);
  CHECK(disk.kind(folder / "to_folder") == FileKind::kFolder);
  CHECK(disk.kind(folder / "dangling") == FileKind::kSymlink);
  CHECK(disk.kind(folder / "loop") == FileKind::kSymlink);
  CHECK(disk.kind(folder / "gone") == FileKind::kMissing);
  CHECK(disk.kind(folder / "a/b") == FileKind::kMissing);
  CHECK(disk.kind(folder / std::string("a\0b", 3)) == FileKind::kMissing);
  CHECK(disk.kind("/dev/null") == FileKind::kOther);

  CHECK(disk.real_path(folder / "to_file").value() == folder / "a");
  CHECK(disk.real_path(folder / "to_folder/to_folder/a").value() == folder / "a");
  CHECK_FALSE(disk.real_path(folder / "dangling"));
  CHECK(says(disk.real_path(folder / "loop").error(), "circle"));

  CHECK(disk.kind_itself(folder / "a") == FileKind::kFile);
  CHECK(disk.kind_itself(folder.path()) == FileKind::kFolder);
  CHECK(disk.kind_itself(folder / "to_folder/a") == FileKind::kFile);
  for (const char* link : {"to_file", "to_folder", "dangling", "loop"})
    CHECK(disk.kind_itself(folder / link) == FileKind::kSymlink);
  CHECK(disk.kind_itself(folder / "gone") == FileKind::kMissing);

  CHECK(disk.read_itself(folder / "a") == disk.read(folder / "a").value());
  CHECK(disk.read_itself(folder / "to_folder/a") == disk.read(folder / "a").value());
  for (const char* other : {"to_file", "to_folder", "dangling", "loop", "gone"})
    CHECK_FALSE(disk.read_itself(folder / other));
  CHECK_FALSE(disk.read_itself(folder.path()));
  const OverlayFileSystem over(disk, {{folder / "new", "n"}});
  CHECK(over.read_itself(folder / "new") == "n");
  CHECK_FALSE(over.read_itself(folder / "to_file"));
}

TEST_CASE("files are read whole, whatever their sizes are to the buffer") {
  const TemporaryFolder folder;
  const DiskFileSystem disk;
  for (const std::size_t size : {0, 1, 16383, 16384, 16385, 100000}) {
    CAPTURE(size);
    std::string bytes(size, 'x');
    for (std::size_t i = 0; i < size; i += 7) bytes[i] = static_cast<char>('a' + i % 26);
    put(folder / "f", bytes);
    CHECK(disk.read(folder / "f").value() == bytes);
  }
  // What the system gives no size for.
  CHECK(disk.read("/proc/self/status").value().starts_with("Name:"));
}

TEST_CASE("the real paths of many files are those of each alone") {
  const TemporaryFolder folder;
  DiskFileSystem disk;
  put(folder / "a", "x");
  REQUIRE(mkdir((folder / "inner").c_str(), 0755) == 0);
  put(folder / "inner/b", "x");
  REQUIRE(symlink("a", (folder / "to_file").c_str()) == 0);
  REQUIRE(symlink(".", (folder / "to_folder").c_str()) == 0);
  REQUIRE(symlink("inner", (folder / "to_inner").c_str()) == 0);
  REQUIRE(symlink("gone", (folder / "dangling").c_str()) == 0);
  REQUIRE(symlink("loop", (folder / "loop").c_str()) == 0);
  const RealPaths paths(disk);
  for (int round = 0; round < 2; ++round) {
    for (const char* path :
         {"a", "inner", "inner/b", "to_file", "to_folder", "to_folder/a", "to_inner/b",
          "to_folder/to_folder/to_inner/b", "to_folder/to_file", "dangling", "loop", "loop/a",
          "gone", "gone/a", "a/b", "to_inner/gone"}) {
      CAPTURE(path);
      const auto alone = disk.real_path(folder / path), of = paths.of(folder / path);
      CHECK(of.has_value() == alone.has_value());
      if (alone)
        CHECK(of.value_or("") == *alone);
      else if (!of)
        CHECK(of.error().message == alone.error().message);
    }
  }
  CHECK(paths.of("/").value() == "/");
}

TEST_CASE("listing a folder") {
  const TemporaryFolder folder;
  DiskFileSystem disk;
  CHECK(disk.list(folder.path()).value().empty());
  put(folder / "b.py", "");
  put(folder / ".hidden", "");
  put(folder / "中.py", "");
  REQUIRE(mkdir((folder / "a").c_str(), 0700) == 0);
  REQUIRE(symlink("a", (folder / "link").c_str()) == 0);
  REQUIRE(mkfifo((folder / "pipe").c_str(), 0600) == 0);
  const auto list = disk.list(folder.path()).value();
  std::string seen;
  for (const auto& entry : list) {
    seen += entry.name + ":" + std::to_string(static_cast<int>(entry.kind)) + " ";
  }
  CHECK(seen == ".hidden:1 a:2 b.py:1 link:3 pipe:4 中.py:1 ");
  CHECK(says(disk.list(folder / "b.py").error(), "is not a folder"));
  CHECK(says(disk.list(folder / "none").error(), "no such file or folder"));
}

TEST_CASE("writing replaces the file and keeps its mode") {
  const TemporaryFolder folder;
  DiskFileSystem disk;
  put(folder / "a", "old");
  REQUIRE(chmod((folder / "a").c_str(), 0751) == 0);
  const std::string bytes("new\r\n\0\xFF", 7);
  REQUIRE(disk.write(folder / "a", bytes, "old"));
  CHECK(get(folder / "a") == bytes);
  CHECK(mode_of(folder / "a") == 0751);
  REQUIRE(disk.write(folder / "a", "", bytes));
  CHECK(get(folder / "a").empty());
  CHECK(entries(folder.path()) == 1);
}

TEST_CASE("writing keeps the owner where the system lets us") {
  if (geteuid() != 0) return;
  const TemporaryFolder folder;
  put(folder / "a", "old");
  if (chown((folder / "a").c_str(), 1234, 2345) != 0) return;
  REQUIRE(DiskFileSystem().write(folder / "a", "new", "old"));
  struct stat status;
  REQUIRE(stat((folder / "a").c_str(), &status) == 0);
  CHECK(status.st_uid == 1234);
  CHECK(status.st_gid == 2345);
}

TEST_CASE("a new file takes the mode that the umask leaves and overwrites nothing") {
  const TemporaryFolder folder;
  DiskFileSystem disk;
  const mode_t old = umask(027);
  REQUIRE(disk.write(folder / "new", "x", std::nullopt));
  umask(old);
  CHECK(get(folder / "new") == "x");
  CHECK(mode_of(folder / "new") == 0640);
  CHECK(says(disk.write(folder / "new", "y", std::nullopt).error(), "exists already"));
  CHECK(get(folder / "new") == "x");
  CHECK(says(disk.write(folder / "no/such/a", "y", std::nullopt).error(), "create it"));
  CHECK(entries(folder.path()) == 1);
}

TEST_CASE("a file that changed is left alone") {
  const TemporaryFolder folder;
  DiskFileSystem disk;
  put(folder / "a", "edited");
  CHECK(says(disk.write(folder / "a", "new", "old").error(), "was changed"));
  CHECK(says(disk.write(folder / "a", "new", "edited ").error(), "was changed"));
  CHECK(get(folder / "a") == "edited");
  CHECK(says(disk.write(folder / "gone", "new", "old").error(), "was removed"));
  CHECK(disk.kind(folder / "gone") == FileKind::kMissing);
  CHECK(entries(folder.path()) == 1);
}

TEST_CASE("a read-only file is refused, root or not") {
  const TemporaryFolder folder;
  DiskFileSystem disk;
  put(folder / "a", "old");
  REQUIRE(chmod((folder / "a").c_str(), 0444) == 0);
  const auto status = disk.write(folder / "a", "new", "old");
  REQUIRE_FALSE(status);
  CHECK(status.error().message == "cannot write: the file is read-only; make it writable");
  CHECK(status.error().path == folder / "a");
  CHECK(get(folder / "a") == "old");
  CHECK(entries(folder.path()) == 1);
}

TEST_CASE("a read-only folder and somebody else's file are refused") {
  const TemporaryFolder folder;
  DiskFileSystem disk;
  const std::string inner = folder / "inner";
  REQUIRE(mkdir(inner.c_str(), 0755) == 0);
  put(inner + "/a", "old");
  put(folder / "foreign", "old");
  REQUIRE(chmod((folder / "foreign").c_str(), 0644) == 0);
  if (geteuid() == 0) REQUIRE(chown((inner + "/a").c_str(), 65534, 65534) == 0);
  if (geteuid() != 0) REQUIRE(chmod(inner.c_str(), 0555) == 0);
  {
    const Nobody nobody(folder.path());
    if (!nobody.ok()) return;
    CHECK(says(disk.write(inner + "/a", "new", "old").error(), "folder is read-only"));
    CHECK(says(disk.write(inner + "/b", "new", std::nullopt).error(), "folder is read-only"));
    if (geteuid() == 65534) {
      CHECK(says(disk.write(folder / "foreign", "new", "old").error(), "file is read-only"));
    }
  }
  CHECK(get(inner + "/a") == "old");
  CHECK(entries(inner) == 1);
  if (geteuid() != 0) REQUIRE(chmod(inner.c_str(), 0755) == 0);
}

TEST_CASE("a disk that is full in the middle leaves the file and no rest") {
  const TemporaryFolder folder;
  DiskFileSystem disk;
  put(folder / "a", "old");
  rlimit limit;
  REQUIRE(getrlimit(RLIMIT_FSIZE, &limit) == 0);
  const rlimit small = {1000, limit.rlim_max};
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  REQUIRE(setrlimit(RLIMIT_FSIZE, &small) == 0);
  const auto status = disk.write(folder / "a", std::string(5000, 'n'), "old");
  const auto created = disk.write(folder / "b", std::string(5000, 'n'), std::nullopt);
  REQUIRE(setrlimit(RLIMIT_FSIZE, &limit) == 0);
  std::signal(SIGXFSZ, handler);
  CHECK(says(status.error(), "larger than the system allows"));
  CHECK_FALSE(created);
  CHECK(get(folder / "a") == "old");
  CHECK(entries(folder.path()) == 1);
}

TEST_CASE("a symlink stays and its file is written") {
  const TemporaryFolder folder;
  DiskFileSystem disk;
  REQUIRE(mkdir((folder / "real").c_str(), 0755) == 0);
  put(folder / "real/a", "old");
  REQUIRE(symlink("real/a", (folder / "link").c_str()) == 0);
  REQUIRE(disk.write(folder / "link", "new", "old"));
  CHECK(get(folder / "real/a") == "new");
  CHECK(std::filesystem::is_symlink(folder / "link"));
  CHECK(entries(folder / "real") == 1);

  CHECK(says(disk.write(folder / "link", "x", std::nullopt).error(), "exists already"));
  REQUIRE(symlink("gone", (folder / "dangling").c_str()) == 0);
  CHECK(says(disk.write(folder / "dangling", "x", std::nullopt).error(), "leads nowhere"));
  CHECK(says(disk.write(folder / "dangling", "x", "old").error(), "leads nowhere"));
  CHECK(disk.kind(folder / "gone") == FileKind::kMissing);
}

TEST_CASE("only regular files are written") {
  const TemporaryFolder folder;
  DiskFileSystem disk;
  CHECK(says(disk.write(folder.path(), "x", "old").error(), "is a folder"));
  REQUIRE(mkfifo((folder / "pipe").c_str(), 0600) == 0);
  CHECK(says(disk.write(folder / "pipe", "x", "").error(), "not a regular file"));
  CHECK(says(disk.write("/dev/null", "x", "").error(), "not a regular file"));
  CHECK_FALSE(disk.write(folder / std::string("a\0b", 3), "x", std::nullopt));
  CHECK(entries(folder.path()) == 1);
}
