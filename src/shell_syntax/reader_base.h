#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/syntax_problem.h"
#include "shell_syntax/ast.h"

// What all parts of reading shell share. Internal to this folder.
namespace mmlint::shell_syntax {

inline constexpr std::uint32_t kMaxDepth = 400;  // nested commands, quotes and expansions

// A text to read.
struct ReaderInput {
  std::string_view text;
  FileId file;
  std::pmr::memory_resource& arena;  // where nodes live
  std::uint32_t depth = 0;           // levels used up around the text
};

// A position in the text, the first problem, and memory for nodes. After a problem every read ends
// at once with a stand-in, and what was made is thrown away.
class ReaderBase {
 public:
  explicit ReaderBase(const ReaderInput& input) : input_(input) {}
  const std::optional<SyntaxProblem>& problem() const { return problem_; }
  // '#' to the end of the line: offsets in the text.
  std::span<const std::pair<std::uint32_t, std::uint32_t>> comments() const { return comments_; }

 protected:
  static constexpr std::uint32_t kNowhere = 0xffffffff;

  const ReaderInput& input() const { return input_; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(input_.text.size()); }
  bool at_end() const { return at_ >= size(); }
  // A NUL beyond the end; the text itself holds none.
  char peek(std::uint32_t ahead = 0) const {
    return at_ + ahead < size() ? input_.text[at_ + ahead] : '\0';
  }
  bool sees(std::string_view what) const {
    return !at_end() && input_.text.substr(at_).starts_with(what);
  }
  std::string_view text_between(std::uint32_t begin, std::uint32_t end) const {
    return input_.text.substr(begin, end - begin);
  }
  // A line end at the position: its length, 0 if there is none.
  std::uint32_t line_end(std::uint32_t ahead = 0) const {
    if (peek(ahead) == '\n') return 1;
    return peek(ahead) == '\r' && peek(ahead + 1) == '\n' ? 2 : 0;
  }
  // A backslash and a line end at the position: their length, 0 if there is none.
  std::uint32_t continuation() const {
    const std::uint32_t length = peek() == '\\' ? line_end(1) : 0;
    return length == 0 ? 0 : length + 1;
  }

  template <class T>
  T* make(const T& value) {
    return new (input_.arena.allocate(sizeof(T), alignof(T))) T(value);
  }
  template <class T>
  std::span<const T> keep(const std::vector<T>& values) {
    if (values.empty()) return {};
    T* first = static_cast<T*>(input_.arena.allocate(values.size() * sizeof(T), alignof(T)));
    std::uninitialized_copy(values.begin(), values.end(), first);
    return {first, values.size()};
  }
  std::string_view keep(std::string_view bytes) {
    if (bytes.empty()) return {};
    char* first = static_cast<char*>(input_.arena.allocate(bytes.size(), 1));
    std::copy(bytes.begin(), bytes.end(), first);
    return {first, bytes.size()};
  }

  bool failed() const { return problem_.has_value(); }
  void fail(std::uint32_t begin, std::uint32_t end, std::string message,
            SyntaxProblem::Kind kind = SyntaxProblem::Kind::kSyntaxError) {
    if (!problem_) problem_ = SyntaxProblem{kind, {input_.file, begin, end}, std::move(message)};
    stopped_ = std::min(at_, stopped_);
    at_ = size();
  }
  // In bash's words, at what was opened.
  void fail_unclosed(std::uint32_t open, std::string_view closer) {
    fail(open, open + 1,
         "unexpected end of file while looking for matching `" + std::string(closer) + "'");
  }

  // Counts one level for as long as it lives; false when the levels are used up.
  class Level {
   public:
    explicit Level(ReaderBase& base) : base_(base), fits_(++base.input_.depth <= kMaxDepth) {
      if (!fits_) base.fail(base.at_, base.at_, "nested too deeply", SyntaxProblem::Kind::kTooDeep);
    }
    ~Level() { --base_.input_.depth; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;
    explicit operator bool() const { return fits_; }

   private:
    ReaderBase& base_;
    bool fits_;
  };

  // What was read since then is forgotten; false if that has become too much work.
  struct Mark {
    std::uint32_t at;
    std::size_t comments;
  };
  Mark mark() const { return {at_, comments_.size()}; }
  bool rewind(const Mark& mark) {
    if (problem_ && problem_->kind != SyntaxProblem::Kind::kSyntaxError) return false;
    reread_ += std::min(at_, stopped_) - mark.at;
    problem_.reset();
    stopped_ = kNowhere;
    comments_.resize(mark.comments);
    at_ = mark.at;
    if (reread_ <= 8 * std::uint64_t{size()} + 4096) return true;
    fail(at_, at_, "the script is too complex to be read", SyntaxProblem::Kind::kTooDeep);
    return false;
  }

  std::uint32_t at_ = 0;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> comments_;

 private:
  ReaderInput input_;
  std::optional<SyntaxProblem> problem_;
  std::uint32_t stopped_ = kNowhere;  // where the problem made reading end
  std::uint64_t reread_ = 0;
};

}  // namespace mmlint::shell_syntax
