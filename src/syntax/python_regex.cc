#include "syntax/python_regex.h"

#include <functional>
#include <vector>

#include "base/text.h"
#include "syntax/indentation.h"
#include "syntax/regex_program.h"

namespace mmlint::syntax {
namespace {

constexpr std::size_t kMaxRecursion = 1000;

bool in_category(char letter, char32_t c) {
  switch (letter) {
    case 'd':
      return c >= '0' && c <= '9';
    case 'D':
      return !in_category('d', c);
    case 's':
      return is_python_space(c);
    case 'S':
      return !is_python_space(c);
    case 'w':
      return is_python_word(c);
    default:
      return !is_python_word(c);
  }
}

bool contains(const CharacterSet& set, char32_t c) {
  bool found = false;
  for (const CharacterRange& range : set.ranges)
    found = found || (c >= range.first && c <= range.last);
  for (const char letter : set.categories) found = found || in_category(letter, c);
  return found != set.negated;
}

class Matcher {
 public:
  using Next = std::function<bool(std::size_t)>;
  Matcher(std::string_view text, std::size_t& steps) : text_(text), steps_(steps) {}

  bool any(const std::vector<Branch>& branches, std::size_t at, const Next& next) {
    for (const Branch& branch : branches) {
      if (sequence(branch, 0, at, next)) return true;
    }
    return false;
  }

 private:
  bool sequence(const Branch& branch, std::size_t piece, std::size_t at, const Next& next) {
    if (piece == branch.size()) return next(at);
    return repeat(branch[piece], 0, at, at + 1, [&, piece](std::size_t after) {
      return sequence(branch, piece + 1, after, next);
    });
  }

  // `before` is where the last repetition began, so that an empty one ends the loop.
  bool repeat(const Piece& piece, std::size_t count, std::size_t at, std::size_t before,
              const Next& next) {
    if (steps_ == 0 || depth_ > kMaxRecursion) return false;
    --steps_;
    ++depth_;
    const auto more = [&] {
      return count < piece.most && at != before && once(piece, at, [&](std::size_t after) {
               return repeat(piece, count + 1, after, at, next);
             });
    };
    const bool enough = count >= piece.least || at == before;
    const bool matched = enough && piece.lazy ? next(at) || more() : more() || (enough && next(at));
    --depth_;
    return matched;
  }

  bool once(const Piece& piece, std::size_t at, const Next& next) {
    switch (piece.kind) {
      case Piece::Kind::kSet: {
        if (at >= text_.size()) return false;
        std::size_t length = 1;
        return contains(piece.set, code_point_at(text_, at, length)) && next(at + length);
      }
      case Piece::Kind::kGroup:
        return any(piece.branches, at, next);
      case Piece::Kind::kBegin:
        return at == 0 && next(at);
      case Piece::Kind::kEnd:
        return (at == text_.size() || (at + 1 == text_.size() && text_[at] == '\n')) && next(at);
      case Piece::Kind::kBoundary:
        return boundary(at) && next(at);
      case Piece::Kind::kNoBoundary:
        return !boundary(at) && next(at);
      case Piece::Kind::kNever:
        return false;
    }
    return false;
  }

  bool boundary(std::size_t at) const {
    const auto word = [&](std::size_t i) {
      return i < text_.size() && is_python_word(static_cast<unsigned char>(text_[i]));
    };
    return (at > 0 && word(at - 1)) != word(at);
  }

  std::string_view text_;
  std::size_t& steps_;
  std::size_t depth_ = 0;
};

}  // namespace

struct PythonRegex::Program {
  std::vector<Branch> branches;
};

char32_t code_point_at(std::string_view text, std::size_t at, std::size_t& length) {
  const auto lead = static_cast<unsigned char>(text[at]);
  length = lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (at + length > text.size()) length = 1;
  if (length == 1) return lead;
  char32_t point = lead & (0x7f >> length);
  for (std::size_t i = 1; i < length; ++i) {
    point = point << 6 | (static_cast<unsigned char>(text[at + i]) & 0x3f);
  }
  return point;
}

bool is_python_space(char32_t c) {
  return (c >= 9 && c <= 13) || (c >= 0x1c && c <= 0x20) || c == 0x85 || c == 0xa0 || c == 0x1680 ||
         (c >= 0x2000 && c <= 0x200a) || c == 0x2028 || c == 0x2029 || c == 0x202f || c == 0x205f ||
         c == 0x3000;
}

bool is_python_word(char32_t c) {
  if (c < 0x80) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }
  if (c == 0xb2 || c == 0xb3 || c == 0xb9 || (c >= 0xbc && c <= 0xbe)) return true;  // ² ¼
  const bool is_mark = (c >= 0x300 && c <= 0x36f) || c == 0x200c || c == 0x200d ||
                       (c >= 0xe000 && c <= 0xf8ff) || (c >= 0xfe00 && c <= 0xfe6f);
  return !is_python_space(c) && !is_symbol(c) && !is_harmful(c) && !is_mark;
}

PythonRegex::PythonRegex(std::string_view pattern, std::string& error)
    : program_(std::make_unique<Program>()) {
  program_->branches = compile_regex(pattern, error);
}
PythonRegex::~PythonRegex() = default;
PythonRegex::PythonRegex(PythonRegex&&) noexcept = default;

std::optional<std::size_t> PythonRegex::match_at(std::string_view text, std::size_t at,
                                                 std::size_t& steps, bool must_advance) const {
  std::size_t end = 0;
  Matcher matcher(text, steps);
  const auto stop = [&](std::size_t after) {
    end = after;
    return after != at || !must_advance;
  };
  if (!matcher.any(program_->branches, at, stop)) return std::nullopt;
  return end;
}

}  // namespace mmlint::syntax
