#pragma once

#include <memory_resource>
#include <new>

#include "base/pinned.h"
#include "base/syntax_problem.h"
#include "shell_syntax/ast.h"

// What all parts of the shell parser share. Offsets are bytes of the text. Internal to this folder.
namespace mmlint::shell_syntax {

inline constexpr std::uint32_t kMaxDepth = 400;      // nested commands, quotes and expansions
inline constexpr std::uint32_t kMaxOperands = 4096;  // commands between && and ||

// A text to read. Nodes borrow its bytes.
struct ReaderInput {
  std::string_view text;
  FileId file;
  std::pmr::memory_resource& arena;  // where nodes live
  std::uint32_t depth = 0;           // levels of nesting that are used up around the text
};

// Holds the position in the text, the first problem and the memory of the nodes. After a problem
// the position is the end of the text, so that every function of the parser returns at once, and
// its result is not used.
class ReaderBase {
 public:
  explicit ReaderBase(const ReaderInput& input) : input_(input) {}
  const std::optional<SyntaxProblem>& problem() const { return problem_; }
  // Returns the offsets at which each comment begins ('#') and ends (one past its last byte).
  std::span<const std::pair<std::uint32_t, std::uint32_t>> comments() const { return comments_; }

 protected:
  static constexpr std::uint32_t kNowhere = 0xffffffff;

  const ReaderInput& input() const { return input_; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(input_.text.size()); }
  bool at_end() const { return at_ >= size(); }
  // Returns the byte `ahead` of the position; NUL beyond the end, since the text has none.
  char peek(std::uint32_t ahead = 0) const {
    return at_ + ahead < size() ? input_.text[at_ + ahead] : '\0';
  }
  bool sees(std::string_view what) const {
    return !at_end() && input_.text.substr(at_).starts_with(what);
  }
  // After a problem the position may be beyond the end.
  std::string_view text_between(std::uint32_t begin, std::uint32_t end) const {
    return begin < size() ? input_.text.substr(begin, end - begin) : std::string_view();
  }
  // Returns the length of the line end `ahead` of the position; 0 if there is none.
  std::uint32_t line_end(std::uint32_t ahead = 0) const {
    if (peek(ahead) == '\n') return 1;
    return peek(ahead) == '\r' && peek(ahead + 1) == '\n' ? 2 : 0;
  }
  // Returns the length of a backslash and line end at the position; 0 if they are not there.
  std::uint32_t continuation() const {
    const std::uint32_t length = peek() == '\\' ? line_end(1) : 0;
    return length == 0 ? 0 : length + 1;
  }

  // These copy a node, a list or a text into the arena, which owns the copy.
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
    std::ranges::copy(bytes, first);
    return {first, bytes.size()};
  }

  bool failed() const { return problem_.has_value(); }
  // Reports a problem at these offsets, if it is the first.
  void fail(std::uint32_t begin, std::uint32_t end, std::string message,
            SyntaxProblem::Kind kind = SyntaxProblem::Kind::kSyntaxError) {
    if (!problem_) problem_ = SyntaxProblem{kind, {input_.file, begin, end}, std::move(message)};
    stopped_ = std::min(at_, stopped_);
    at_ = size();
  }
  // Reports, in bash's words, that the bracket or quote at `open` is not closed.
  void fail_unclosed(std::uint32_t open, std::string_view closer) {
    fail(open, open + 1,
         "unexpected end of file while looking for matching `" + std::string(closer) + "'");
  }

  // Counts one level of nesting as long as it lives. Converts to false, with a problem reported,
  // when there are too many.
  class NestingLevel : Pinned {
   public:
    explicit NestingLevel(ReaderBase& base) : base_(base), fits_(++base.input_.depth <= kMaxDepth) {
      if (!fits_) base.fail(base.at_, base.at_, "nested too deeply", SyntaxProblem::Kind::kTooDeep);
    }
    ~NestingLevel() { --base_.input_.depth; }
    explicit operator bool() const { return fits_; }

   private:
    ReaderBase& base_;
    bool fits_;
  };

  // A position to come back to, for constructs that can be told apart only behind them.
  struct Mark {
    std::uint32_t at;
    std::size_t comments;
  };
  Mark mark() const { return {at_, comments_.size()}; }
  // Goes back to the mark and drops the comments and problem found since. Returns false, with a
  // problem reported, if so much was read twice that parsing would no longer be linear.
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
  std::uint32_t stopped_ = kNowhere;  // the position at which the problem was found
  std::uint64_t reread_ = 0;          // how many bytes were read more than once
};

}  // namespace mmlint::shell_syntax
