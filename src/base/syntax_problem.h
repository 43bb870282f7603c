#pragma once

#include "base/span.h"

namespace mmlint {

inline constexpr std::size_t kMaxBytes = 8u << 20;  // of a file; larger ones are refused, MM013

// Why a text is not valid for CPython or for bash, at a place. Its rule is MM001, MM010 or MM013.
struct SyntaxProblem {
  // kBom: a byte order mark, which Python takes in scripts and MMEngine refuses in configs.
  enum class Kind : std::uint8_t { kSyntaxError, kNotUtf8, kBom, kTooLarge, kTooDeep } kind;
  Span span;
  std::string message;  // "'(' was never closed"

  // Returns true if mmlint refuses the text because of a limit of its own, so that Python or bash
  // may take it.
  bool is_limit() const { return kind == Kind::kTooLarge || kind == Kind::kTooDeep; }
};

// Returns the message for a file of `bytes` bytes, which is more than kMaxBytes.
std::string too_large_message(std::size_t bytes);
// Returns the message for the byte at offset `at` of `text`, which is not UTF-8; `place` is its
// offset in the file, in bytes.
std::string not_utf8_message(std::string_view text, std::size_t at, std::size_t place);

}  // namespace mmlint
