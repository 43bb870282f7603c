#pragma once

#include <new>

#include "syntax/parse.h"

namespace mmlint::syntax {

// What all parts of the parser share: making nodes, and noting problems. Offsets count from the
// begin of the statement; those of nodes are in the file. Internal to syntax.
class ParseBase {
 protected:
  explicit ParseBase(const ParseInput& input) : input_(input) {}

  std::string_view text_between(std::uint32_t begin, std::uint32_t end) const {
    return input_.text.substr(input_.begin + begin, end - begin);
  }
  // Returns the offset in the file of an offset in the statement.
  std::uint32_t place(std::uint32_t at) const {
    const std::uint32_t offset = input_.begin + at;
    return input_.map.segments.empty() ? offset : input_.map.to_source(offset);
  }
  Expr expr_at(ExprKind kind, std::uint32_t begin, std::uint32_t end) const {
    return {kind, place(begin), place(end)};
  }

  template <class T>
  const T* make(const T& value) {  // a copy in the arena
    return new (input_.arena.allocate(sizeof(T), alignof(T))) T(value);
  }
  template <class T>
  std::span<T> array(std::size_t size) {
    if (size == 0) return {};
    T* first = static_cast<T*>(input_.arena.allocate(size * sizeof(T), alignof(T)));
    std::uninitialized_value_construct_n(first, size);
    return {first, size};
  }
  template <class T>
  std::span<const T> keep_all(std::span<const T> items) {
    const std::span<T> kept = array<T>(items.size());
    std::ranges::copy(items, kept.begin());
    return kept;
  }
  std::string_view keep(std::string_view bytes) {
    if (bytes.empty()) return {};
    char* copy = static_cast<char*>(input_.texts.allocate(bytes.size(), 1));
    std::ranges::copy(bytes, copy);
    return {copy, bytes.size()};
  }

  // Notes an error that Python reports of a statement whose grammar is right. The first one counts.
  void refuse(std::uint32_t begin, std::uint32_t end, std::string message) {
    refuse_in_file(place(begin), place(end), std::move(message));
  }
  void refuse(const Expr& at, std::string message) {
    refuse_in_file(at.begin, at.end, std::move(message));
  }

  // Null or false, for `return fail_at(...)`: the statement cannot be parsed further.
  struct Nothing {
    operator bool() const { return false; }  // NOLINT(google-explicit-constructor)
    template <class T>
    operator const T*() const {  // NOLINT(google-explicit-constructor)
      return nullptr;
    }
  };
  // Notes that parsing ended at an offset. Without a problem, the token there is the invalid one.
  // The attempt that came furthest counts.
  Nothing fail_at(std::uint32_t at, std::optional<SyntaxProblem> problem = {}) {
    if (!failure_ || at > failure_->at) failure_ = Failure{at, std::move(problem)};
    return {};
  }
  SyntaxProblem problem_at(SyntaxProblem::Kind kind, std::uint32_t begin, std::uint32_t end,
                           std::string message) const {
    return {kind, {input_.file, place(begin), place(end)}, std::move(message)};
  }
  // Returns what is wrong with the statement; for one that could not be parsed, if `failed`.
  std::optional<SyntaxProblem> problem(bool failed) const;

  FileId file() const { return input_.file; }

  std::optional<SyntaxProblem> refused_;  // see refuse()

 private:
  void refuse_in_file(std::uint32_t begin, std::uint32_t end, std::string message) {
    if (refused_) return;
    refused_ = SyntaxProblem{
        SyntaxProblem::Kind::kSyntaxError, {input_.file, begin, end}, std::move(message)};
  }

  struct Failure {
    std::uint32_t at;
    std::optional<SyntaxProblem> problem;
  };
  const ParseInput& input_;
  std::optional<Failure> failure_;
};

}  // namespace mmlint::syntax
