#pragma once

#include <atomic>
#include <stdexcept>

#include "base/pinned.h"
#include "base/span.h"

namespace mmlint {

// A place as people and editors count it: both 1-based, the column in characters (code points).
struct Position {
  std::uint32_t line = 1;
  std::uint32_t column = 1;
  friend bool operator==(const Position&, const Position&) = default;
};

// Knows where the lines of a text begin. LF, CRLF and a lone CR end a line, as Python's universal
// newlines do. The text must outlive the index.
class LineIndex {
 public:
  explicit LineIndex(std::string_view text);

  std::uint32_t line_count() const { return static_cast<std::uint32_t>(starts_.size()); }
  // Returns the position of a byte offset. An offset past the end of the text gives its end; one
  // inside of a character gives that character. A byte order mark takes no column.
  Position position(std::uint32_t offset) const;
  // Returns the byte offset at which a 1-based line begins, behind a byte order mark.
  std::uint32_t line_begin(std::uint32_t line) const;
  // Returns the text of a 1-based line without its line end and without a byte order mark.
  std::string_view line_text(std::uint32_t line) const;

 private:
  // The number of characters of a line before a byte offset.
  struct Mark {
    std::uint32_t offset, characters;
  };
  void mark(std::uint32_t begin, std::uint32_t end);
  std::string_view text_;
  std::vector<std::uint32_t> starts_;
  std::vector<Mark> marks_;  // inside of long lines, sorted by offset
};

// A file that was to be read a second time is not what it was. Thrown by Source, caught by the run
// loop in app; what() names the file.
class FileChanged : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The bytes of one file as they were read. They are immutable, but may be put away: then they are
// read again from the disk when they are next asked for. Safe to ask from several threads.
class Source : Pinned {
 public:
  Source(FileId id, std::string path, std::string bytes, bool is_secret = false);
  ~Source();

  FileId id() const { return id_; }
  // True if none of its text may be printed.
  bool is_secret() const { return is_secret_; }
  // The path is absolute and lexically normal; see paths.h.
  const std::string& path() const { return path_; }
  // Returns the whole file, including a byte order mark. What this class returns lives as long as
  // it, or until it is put away. Throws FileChanged if the bytes were put away and are not on the
  // disk any more.
  std::string_view bytes() const { return held().bytes; }
  std::string_view text(const Span& span) const;
  // Returns the first line end of the file, "\n", "\r\n" or "\r"; "\n" if it has none.
  std::string_view line_end() const;
  std::uint64_t hash() const { return hash_; }
  const LineIndex& lines() const;
  // Frees the bytes and lines. The path must be one of the disk, and nobody may hold views.
  void put_away() const;

 private:
  struct Text {
    std::string bytes;
    std::once_flag lines_once;
    std::unique_ptr<LineIndex> lines;
  };
  Text& held() const {
    Text* const known = text_.load(std::memory_order_acquire);
    return known ? *known : read_again();
  }
  Text& read_again() const;

  FileId id_;
  bool is_secret_;
  std::string path_;
  std::uint64_t hash_;
  mutable std::atomic<Text*> text_;  // owned; null if it was put away
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
