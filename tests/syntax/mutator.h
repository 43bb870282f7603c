#pragma once

#include <cstddef>
#include <random>
#include <string>
#include <utility>

namespace mmlint::tests {

// Changes a Python text at random, by tokens, so that it often stays valid Python.
class Mutator {
 public:
  explicit Mutator(unsigned seed) : random_(seed) {}

  // One to three changes.
  std::string operator()(std::string text);
  // As above; whole lines and bracketed parts are changed too, and some are taken from `other`.
  std::string with_lines(std::string text, const std::string& other);

 private:
  using Piece = std::pair<std::size_t, std::size_t>;  // from the first byte to behind the last
  std::size_t below(std::size_t n) { return n == 0 ? 0 : random_() % n; }
  Piece token(const std::string& text);
  Piece line(const std::string& text);
  Piece bracketed(const std::string& text);
  Piece name(const std::string& text);
  void change_token(std::string& text);
  void change_part(std::string& text, const std::string& other);

  std::mt19937 random_;
};

}  // namespace mmlint::tests
