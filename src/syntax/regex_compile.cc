#include <algorithm>

#include "syntax/python_regex.h"
#include "syntax/regex_program.h"

namespace mmlint::syntax {
namespace {

constexpr std::size_t kMaxGroups = 100;

class Compiler {
 public:
  Compiler(std::string_view pattern, std::string& error) : pattern_(pattern), error_(error) {}

  std::vector<Branch> run() {
    std::vector<Branch> result = alternatives();
    if (at_ < pattern_.size()) fail("unbalanced parenthesis", at_);
    return result;
  }

 private:
  bool done() const { return at_ >= pattern_.size() || !error_.empty(); }
  char peek() const { return at_ < pattern_.size() ? pattern_[at_] : '\0'; }
  bool take(char c) {
    if (done() || peek() != c) return false;
    ++at_;
    return true;
  }
  void fail(const std::string& what, std::size_t at) {
    if (error_.empty()) error_ = what + " at position " + std::to_string(at);
  }

  std::vector<Branch> alternatives() {
    std::vector<Branch> result(1);
    while (!done() && peek() != ')') {
      if (take('|')) {
        result.emplace_back();
      } else {
        piece(result.back());
      }
    }
    return result;
  }

  void piece(Branch& branch) {
    const std::size_t start = at_;
    Piece next{Piece::Kind::kSet, {}, {}};
    std::size_t length = 1;
    const char32_t c = code_point_at(pattern_, at_, length);
    at_ += length;
    switch (c) {
      case '.':
        next.set = {{{'\n', '\n'}}, {}, true};
        break;
      case '^':
        next.kind = Piece::Kind::kBegin;
        break;
      case '$':
        next.kind = Piece::Kind::kEnd;
        break;
      case '[':
        next.set = set(start);
        break;
      case '(':
        group(next, start);
        break;
      case '\\':
        escape(next, start);
        break;
      case '*':
      case '+':
      case '?':
        fail("nothing to repeat", start);
        return;
      default:
        next.set.ranges = {{c, c}};
    }
    repeat(next);
    branch.push_back(std::move(next));
  }

  void repeat(Piece& next) {
    const std::size_t start = at_;
    if (!read_repeat(next)) return;
    if (next.kind == Piece::Kind::kBegin) return fail("nothing to repeat", start);
    next.lazy = take('?');
    if (!next.lazy && take('+')) next.kind = Piece::Kind::kNever;  // possessive, since 3.11
    const std::size_t second = at_;
    Piece ignored{};
    if (read_repeat(ignored)) fail("multiple repeat", second);
  }

  bool read_repeat(Piece& next) {
    if (take('*')) {
      next.least = 0;
      next.most = kForever;
    } else if (take('+')) {
      next.most = kForever;
    } else if (take('?')) {
      next.least = 0;
    } else if (!done() && peek() == '{') {
      return bounds(next);
    } else {
      return false;
    }
    return true;
  }

  // "{2,5}"; a '{' that begins no such thing stands for itself.
  bool bounds(Piece& next) {
    const std::size_t start = at_++;
    const auto number = [&](std::size_t otherwise) {
      if (peek() < '0' || peek() > '9') return otherwise;
      std::size_t value = 0;
      while (peek() >= '0' && peek() <= '9') {
        value =
            std::min<std::size_t>(value * 10 + static_cast<std::size_t>(peek() - '0'), 1u << 20);
        ++at_;
      }
      return value;
    };
    const std::size_t before = at_;
    const std::size_t least = number(0);
    const bool has_least = at_ > before;
    std::size_t most = least;
    const bool comma = take(',');
    if (comma) most = number(kForever);
    if (!take('}') || (!has_least && !comma)) {
      at_ = start;
      return false;
    }
    if (most < least) fail("min repeat greater than max repeat", start + 1);
    next.least = least;
    next.most = most;
    return true;
  }

  void group(Piece& next, std::size_t start) {
    next.kind = Piece::Kind::kGroup;
    if (++groups_ > kMaxGroups) return fail("too many groups", start);
    bool never = false;
    if (take('?')) never = !take(':');
    next.branches = alternatives();
    if (!take(')')) fail("missing ), unterminated subpattern", start);
    if (never) next.kind = Piece::Kind::kNever;
  }

  void escape(Piece& next, std::size_t start) {
    if (at_ >= pattern_.size()) return fail("bad escape (end of pattern)", start);
    const char c = pattern_[at_++];
    if (std::string_view("dDsSwW").find(c) != std::string_view::npos) {
      next.set.categories = c;
    } else if (c == 'A') {
      next.kind = Piece::Kind::kBegin;
    } else if (c == 'Z') {
      next.kind = Piece::Kind::kEnd;
    } else if (c == 'b' || c == 'B') {
      next.kind = c == 'b' ? Piece::Kind::kBoundary : Piece::Kind::kNoBoundary;
    } else if (c >= '0' && c <= '9') {
      if (c == '0') next.kind = Piece::Kind::kNever;
      if (c != '0') fail(std::string("invalid group reference ") + c, start + 1);
    } else {
      literal(next.set, c, start);
    }
  }

  void literal(CharacterSet& set, char c, std::size_t start) {
    static constexpr std::string_view kLetters = "afnrtv";
    static constexpr std::string_view kMeaning = "\a\f\n\r\t\v";
    const std::size_t found = kLetters.find(c);
    if (found != std::string_view::npos) {
      const auto meant = static_cast<char32_t>(kMeaning[found]);
      set.ranges.push_back({meant, meant});
    } else if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) {
      fail(std::string("bad escape \\") + c, start);
    } else {
      const auto meant = static_cast<char32_t>(static_cast<unsigned char>(c));
      set.ranges.push_back({meant, meant});
    }
  }

  CharacterSet set(std::size_t start) {
    CharacterSet result;
    result.negated = take('^');
    for (bool first = true; first || done() || peek() != ']'; first = false) {
      if (done()) {
        fail("unterminated character set", start);
        return result;
      }
      const std::size_t member = at_;
      const bool category = !read_member(result);
      if (category || done() || peek() != '-' || at_ + 1 >= pattern_.size() ||
          pattern_[at_ + 1] == ']') {
        continue;
      }
      ++at_;
      const CharacterRange low = result.ranges.back();
      if (read_member(result) && error_.empty()) {
        const CharacterRange high = result.ranges.back();
        result.ranges.pop_back();
        result.ranges.back().last = high.last;
        if (high.last < low.first) {
          fail("bad character range " + std::string(pattern_.substr(member, at_ - member)), member);
        }
      }
    }
    ++at_;
    return result;
  }

  // False for a category such as \d.
  bool read_member(CharacterSet& set) {
    const std::size_t start = at_;
    std::size_t length = 1;
    const char32_t c = code_point_at(pattern_, at_, length);
    at_ += length;
    if (c != '\\') {
      set.ranges.push_back({c, c});
      return true;
    }
    if (at_ >= pattern_.size()) {
      fail("unterminated character set", start);
      return false;
    }
    const char escaped = pattern_[at_++];
    if (std::string_view("dDsSwW").find(escaped) != std::string_view::npos) {
      set.categories += escaped;
      return false;
    }
    if (escaped == 'b') {
      set.ranges.push_back({'\b', '\b'});
    } else {
      literal(set, escaped, start);
    }
    return error_.empty();
  }

  std::string_view pattern_;
  std::string& error_;
  std::size_t at_ = 0;
  std::size_t groups_ = 0;
};

}  // namespace

std::vector<Branch> compile_regex(std::string_view pattern, std::string& error) {
  return Compiler(pattern, error).run();
}

}  // namespace mmlint::syntax
