#pragma once

#include "base/pinned.h"
#include "base/result.h"

namespace mmlint {

class FileSystem;

// The paths of many files without symlinks. Each folder is followed once, so it must not become
// another one meanwhile. Safe for several threads.
class RealPaths {
 public:
  // `files` must outlive this object.
  explicit RealPaths(const FileSystem& files) : files_(files) {}

  // Returns what FileSystem::real_path() does.
  Result<std::string> of(const std::string& path) const;

 private:
  const FileSystem& files_;
  mutable std::mutex mutex_;
  mutable std::map<std::string, std::string> folders_;  // real paths, by path
};

// The messages of errors that all implementations of FileSystem share.
inline constexpr char kNoSuchFile[] = "no such file or folder";
inline constexpr char kMayNotRead[] = "cannot read: permission denied";
inline constexpr char kIsFolder[] = "is a folder, not a file";
inline constexpr char kIsNotFolder[] = "is not a folder";
inline constexpr char kRemoved[] = "was removed since it was read; run mmlint again";
inline constexpr char kChanged[] = "was changed since it was read; run mmlint again";
inline constexpr char kExists[] = "exists already; remove it or choose another name";

enum class FileKind : std::uint8_t { kMissing, kFile, kFolder, kSymlink, kOther };

struct FolderEntry {
  std::string name;  // not a path
  FileKind kind;     // of the entry itself; a symlink is not followed
};

// All disk access of mmlint. Paths are absolute and lexically normal. Safe for several threads.
class FileSystem {
 public:
  virtual ~FileSystem() = default;

  // Returns the bytes of a regular file; symlinks are followed. Anything else, such as a folder or
  // a pipe, is an error. Never blocks.
  virtual Result<std::string> read(const std::string& path) const = 0;
  // Returns the bytes of a regular file that is no symlink itself; nullopt for anything else.
  virtual std::optional<std::string> read_itself(const std::string& path) const {
    if (kind_itself(path) != FileKind::kFile) return std::nullopt;
    Result<std::string> bytes = read(path);
    return bytes ? std::optional(std::move(*bytes)) : std::nullopt;
  }
  // Says what stands at a path. Symlinks are followed; kSymlink is one that leads nowhere.
  virtual FileKind kind(const std::string& path) const = 0;
  // Says what stands at a path itself: kSymlink for any symlink.
  virtual FileKind kind_itself(const std::string& path) const = 0;
  // Returns the number of bytes that read() would give, 0 for what is no regular file.
  virtual std::uint64_t size(const std::string& path) const = 0;
  // Returns what a folder holds, sorted by name, without "." and "..".
  virtual Result<std::vector<FolderEntry>> list(const std::string& path) const = 0;
  // Returns the path with every symlink resolved; an error if nothing stands there.
  virtual Result<std::string> real_path(const std::string& path) const = 0;
  // Replaces the file atomically, keeping its mode, if its bytes are still `expected` (nullopt: the
  // file must not exist). A symlink stays and its file is replaced. On an error the file is as it
  // was and no temporary file is left. A file that its owner may not write is refused, even if root
  // runs mmlint.
  virtual Status write(const std::string& path, std::string_view bytes,
                       const std::optional<std::string>& expected) = 0;
  // Removes the temporary files that a killed process has left in a folder while it wrote. Those of
  // a process that runs, or of another user, stay.
  virtual void remove_leftovers(const std::string&) {}
};

// The real disk. write() fills a temporary file in the same folder, syncs it, compares the bytes of
// the old file once more and renames the new one over it.
class DiskFileSystem : public FileSystem {
 public:
  Result<std::string> read(const std::string& path) const override;
  std::optional<std::string> read_itself(const std::string& path) const override;
  FileKind kind(const std::string& path) const override;
  FileKind kind_itself(const std::string& path) const override;
  std::uint64_t size(const std::string& path) const override;
  Result<std::vector<FolderEntry>> list(const std::string& path) const override;
  Result<std::string> real_path(const std::string& path) const override;
  Status write(const std::string& path, std::string_view bytes,
               const std::optional<std::string>& expected) override;
  void remove_leftovers(const std::string& folder) override;
};

// Files that are held in memory, for tests and for the examples of rules. It counts its reads.
class MemoryFileSystem : public FileSystem {
 public:
  void add(const std::string& path, std::string bytes);

  Result<std::string> read(const std::string& path) const override;
  FileKind kind(const std::string& path) const override;
  FileKind kind_itself(const std::string& path) const override { return kind(path); }
  std::uint64_t size(const std::string& path) const override;
  Result<std::vector<FolderEntry>> list(const std::string& path) const override;
  Result<std::string> real_path(const std::string& path) const override { return path; }
  Status write(const std::string& path, std::string_view bytes,
               const std::optional<std::string>& expected) override;

  // Returns how often read() was called for a path.
  int reads(const std::string& path) const;

 private:
  mutable std::mutex mutex_;
  std::map<std::string, std::string> files_;
  mutable std::map<std::string, int> reads_;
};

// Another file system as it would be with some files replaced or added; a replaced one is seen
// through symlinks as well. It refuses to write.
class OverlayFileSystem : public FileSystem, Pinned {
 public:
  // `below` must outlive this object.
  OverlayFileSystem(const FileSystem& below, std::map<std::string, std::string> files);

  Result<std::string> read(const std::string& path) const override;
  FileKind kind(const std::string& path) const override;
  FileKind kind_itself(const std::string& path) const override;
  std::uint64_t size(const std::string& path) const override;
  Result<std::vector<FolderEntry>> list(const std::string& path) const override;
  Result<std::string> real_path(const std::string& path) const override;
  Status write(const std::string& path, std::string_view bytes,
               const std::optional<std::string>& expected) override;

 private:
  const FileSystem& below_;
  RealPaths below_paths_;
  std::map<std::string, std::string> files_;
  std::map<std::string, const std::string*> real_paths_;  // by real path, into files_
};

}  // namespace mmlint
