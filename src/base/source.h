#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "base/line_index.h"
#include "base/span.h"

namespace mmlint {

// The bytes of one file as they were read. Immutable but for its line index, which is made when it
// is first asked for.
class Source {
 public:
  Source(FileId id, std::string path, std::string bytes, bool is_secret = false);

  FileId id() const { return id_; }
  // True if none of its text may be printed.
  bool is_secret() const { return is_secret_; }
  // The path is absolute and lexically normal; see paths.h.
  const std::string& path() const { return path_; }
  // Returns the whole file, including a byte order mark. The views of this class live as long as
  // it.
  std::string_view bytes() const { return bytes_; }
  std::string_view text(const Span& span) const;
  bool has_bom() const;
  // Returns the first line end of the file, "\n", "\r\n" or "\r"; "\n" if it has none.
  std::string_view line_end() const;
  std::uint64_t hash() const { return hash_; }
  // Safe to call from several threads.
  const LineIndex& lines() const;

 private:
  FileId id_;
  std::string path_;
  std::string bytes_;
  std::uint64_t hash_;
  bool is_secret_;
  mutable std::once_flag lines_once_;
  mutable std::unique_ptr<LineIndex> lines_;
};

// Owns every source of a run. Append-only; addresses are stable; safe for several threads.
class SourceStore {
 public:
  const Source& add(std::string path, std::string bytes, bool is_secret = false);
  const Source& get(FileId id) const;
  std::size_t size() const;

  // Return the positions of the two ends of a span, whose file must be known.
  Position begin_of(const Span& span) const;
  Position end_of(const Span& span) const;
  std::string_view text(const Span& span) const { return get(span.file).text(span); }

 private:
  mutable std::mutex mutex_;
  std::deque<Source> sources_;
};

// Returns a fast 64-bit hash (the mixing step of wyhash, 16 bytes at a time), used to see whether a
// file changed. It is not stored beyond the process, and not safe against collisions made on
// purpose.
std::uint64_t content_hash(std::string_view bytes);

}  // namespace mmlint
