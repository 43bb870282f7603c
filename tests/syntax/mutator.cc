#include "mutator.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <string_view>

namespace mmlint::tests {
namespace {

constexpr std::string_view kTokens[] = {
    ",",
    ":",
    "=",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "()",
    "[]",
    "{}",
    "(,)",
    "'",
    "\"",
    "'''",
    "\"\"\"",
    "''",
    "\\",
    "\\\n",
    "\n",
    "\r\n",
    "\r",
    "\t",
    "\f",
    " ",
    "  ",
    ";",
    "#",
    "# a\n",
    "#\r\n",
    ".",
    "..",
    "...",
    ".a",
    "a.b",
    "+",
    "-",
    "*",
    "**",
    "/",
    "//",
    "%",
    "@",
    "~",
    "<<",
    "->",
    ":=",
    "==",
    "!=",
    "<",
    "0",
    "00",
    "01",
    "1_0",
    "1_",
    "_1",
    "1__0",
    "1.",
    ".5",
    "1e5",
    "1e",
    "1e-3",
    "1E+5",
    "0x1F",
    "0xg",
    "0o7",
    "0b1",
    "1j",
    "1L",
    "1.e5",
    "1_0.0_1e1_0",
    "None",
    "True",
    "False",
    "and",
    "not ",
    "if ",
    " in ",
    " is ",
    "lambda: 0",
    "await ",
    "async",
    "print",
    "exec",
    "type",
    "match",
    "case",
    "_",
    "__debug__",
    "class",
    "def",
    "yield",
    "r'\\'",
    "b'a'",
    "rb'\\d'",
    "Rb\"\"",
    "u'a'",
    "ur'a'",
    "f'a'",
    "fr''",
    "bb''",
    "'\\x4'",
    "'\\x41\\n'",
    "'\\u00e9'",
    "'\\N{BULLET}'",
    "b'\\xff'",
    "'\\777'",
    "'a' 'b'",
    "'a' b'b'",
    "'\\\n'",
    "'\xc3\xa9'",
    "b'\xc3\xa9'",
    "\xc3\xa9",
    "\xe2\x80\x8b",
    "a=1",
    "a=1, a=2",
    "*a",
    "**a",
    "type='A'",
    "dict(a=1)",
    "(1)",
    "(1,)",
    "-1 ** -2",
    "a - -1",
    "[1, 2]",
    "{1, 2}",
    "{'a': 1}",
    "{**a}",
    "a if b else c",
    "[x for x in y]",
    "a[0]",
    "'a'.b('c')",
};
constexpr std::string_view kNumbers[] = {
    "0", "1", "-1", "2", "-9", "100", "1.5", "99999999999999999999", "True"};
// What may stand behind a name.
constexpr std::string_view kPostfixes[] = {
    "[0]",      "[-9]",    "[9]", "[1:]", "[::-1]", "['a']", "()",    ".pop()", ".pop(-9)",
    ".items()", ".copy()", ".x",  " + 1", " * 2",   " % 3",  " or 1", ", 1",    " if 0 else 1"};

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c < 0;
}

}  // namespace

std::string Mutator::operator()(std::string text) {
  for (std::size_t n = 1 + below(3); n > 0; --n) change_token(text);
  return text;
}

std::string Mutator::with_lines(std::string text, const std::string& other) {
  for (std::size_t n = 1 + below(3); n > 0; --n) {
    if (below(4) == 0)
      change_token(text);
    else
      change_part(text, other);
  }
  return text;
}

// A word, a number or a single byte.
Mutator::Piece Mutator::token(const std::string& text) {
  std::size_t begin = below(text.size());
  std::size_t end = std::min(begin + 1, text.size());
  if (below(3) == 0) return {begin, end};
  while (begin > 0 && end > begin && is_word(text[begin]) && is_word(text[begin - 1])) --begin;
  while (end < text.size() && is_word(text[end]) && is_word(text[end - 1])) ++end;
  return {begin, end};
}

// With its line end.
Mutator::Piece Mutator::line(const std::string& text) {
  const std::size_t at = below(text.size());
  const std::size_t before = at == 0 ? text.npos : text.rfind('\n', at - 1);
  const std::size_t after = text.find('\n', at);
  return {before == text.npos ? 0 : before + 1, after == text.npos ? text.size() : after + 1};
}

// From a bracket to the one that closes it; empty if there is none.
Mutator::Piece Mutator::bracketed(const std::string& text) {
  const std::size_t begin = text.find_first_of("([{", below(text.size()));
  if (begin == text.npos) return {0, 0};
  std::size_t depth = 0;
  for (std::size_t i = begin; i < text.size(); ++i) {
    if (std::string_view("([{").find(text[i]) != std::string_view::npos) ++depth;
    if (std::string_view(")]}").find(text[i]) != std::string_view::npos && --depth == 0)
      return {begin, i + 1};
  }
  return {0, 0};
}

// A word or number behind a random place; empty if there is none.
Mutator::Piece Mutator::name(const std::string& text) {
  std::size_t begin = below(text.size());
  while (begin < text.size() && !is_word(text[begin])) ++begin;
  std::size_t end = begin;
  while (end < text.size() && is_word(text[end])) ++end;
  while (begin > 0 && is_word(text[begin - 1])) --begin;
  return {begin, end};
}

void Mutator::change_part(std::string& text, const std::string& other) {
  const auto cut = [](const std::string& from, Piece piece) {
    return from.substr(piece.first, piece.second - piece.first);
  };
  const auto put = [&](Piece place, std::string_view what) {
    text.replace(place.first, place.second - place.first, what);
  };
  const std::string& source = below(2) == 0 ? text : other;
  switch (below(10)) {
    case 0:
      return put(line(text), "");
    case 1: {
      const std::string taken = cut(source, line(source));
      const std::size_t at = line(text).first;
      return put({at, at}, taken);
    }
    case 2: {
      const std::string taken = cut(source, bracketed(source));
      return put(bracketed(text), taken);
    }
    case 3: {
      const std::string taken = cut(source, bracketed(source));
      return put(name(text), taken);
    }
    case 4:
    case 5: {
      const std::string taken = cut(source, name(source));
      return put(name(text), taken);
    }
    case 6: {
      const Piece place = name(text);
      if (place.first < text.size() &&
          std::isdigit(static_cast<unsigned char>(text[place.first])) != 0)
        put(place, kNumbers[below(std::size(kNumbers))]);
      return;
    }
    default: {
      const std::size_t at = name(text).second;
      return put({at, at}, kPostfixes[below(std::size(kPostfixes))]);
    }
  }
}

void Mutator::change_token(std::string& text) {
  const auto [begin, end] = token(text);
  const std::string taken = text.substr(begin, end - begin);
  switch (below(6)) {
    case 0:
      text.erase(begin, end - begin);
      break;
    case 1:
      text.insert(below(2) == 0 ? end : below(text.size() + 1), taken);
      break;
    case 2: {
      const auto [other, other_end] = token(text);
      if (other < end && begin < other_end) break;
      const std::string second = text.substr(other, other_end - other);
      if (other > begin) {
        text.replace(other, second.size(), taken).replace(begin, taken.size(), second);
      } else {
        text.replace(begin, taken.size(), second).replace(other, second.size(), taken);
      }
      break;
    }
    case 3:
      text.insert(begin, kTokens[below(std::size(kTokens))]);
      break;
    default:
      text.replace(begin, end - begin, kTokens[below(std::size(kTokens))]);
  }
}

}  // namespace mmlint::tests
