#include "base/suppression.h"

#include "base/text.h"

namespace mmlint {
namespace {

const std::array<std::string, 2> kWords{"ignore", "ignore-file"};
constexpr std::string_view kMark = "mmlint:";
constexpr std::string_view kWideMark = "mmlint：";  // a mistake that is told, as others with it

// What is left of a comment, and where that begins in the file.
class Rest {
 public:
  Rest(std::string_view text, Span span) : text_(text), span_(span) {}

  std::string_view text() const { return text_; }
  void skip(std::size_t bytes) {
    text_.remove_prefix(bytes);
    span_.begin += static_cast<std::uint32_t>(bytes);
  }
  void skip_blanks() { skip(std::min(text_.find_first_not_of(" \t\f"), text_.size())); }
  // Returns the span of the first bytes, from which what stands around it is cut off.
  Span first(std::size_t bytes, std::string_view around = {}) const {
    Span out{span_.file, span_.begin, span_.begin + static_cast<std::uint32_t>(bytes)};
    while (out.begin < out.end && around.find(text_[out.begin - span_.begin]) != around.npos)
      ++out.begin;
    while (out.begin < out.end && around.find(text_[out.end - span_.begin - 1]) != around.npos)
      --out.end;
    return out;
  }

 private:
  std::string_view text_;
  Span span_;
};

// The mark that a comment begins with; empty if it does not.
std::string_view mark_of(std::string_view comment) {
  const std::size_t at = comment.find_first_not_of(" \t\f", 1);
  for (const std::string_view mark : {kMark, kWideMark}) {
    if (at != comment.npos && same_letters(comment.substr(at, mark.size()), mark)) return mark;
  }
  return {};
}

// The '#' behind `from` that begins a suppression, or the end of the comment.
std::size_t next_mark(std::string_view comment, std::size_t from) {
  std::size_t at = comment.find('#', from);
  while (at != comment.npos && mark_of(comment.substr(at)).empty()) at = comment.find('#', at + 1);
  return std::min(at, comment.size());
}

std::size_t length_of_word(std::string_view text) {
  const auto end = std::ranges::find_if(text, [](char c) { return !is_name_byte(c) && c != '-'; });
  auto length = static_cast<std::size_t>(end - text.begin());
  for (const std::string_view mark : kWideMarks) length = std::min(length, text.find(mark));
  return length;
}

// Whether a word was written for "ignore" or "ignore-file". Other comments may speak of mmlint.
bool is_meant(std::string_view word, std::string_view behind) {
  return same_letters(word.substr(0, kWords[0].size()), kWords[0]) || behind.starts_with('[') ||
         behind.starts_with('=') || nearest(word, kWords);
}

// The words between brackets and commas; empty if the brackets are missing or not closed, or there
// is a mark of Chinese text between them.
std::vector<Span> in_brackets(Rest rest) {
  std::vector<Span> out;
  const std::size_t close = rest.text().find(']');
  if (!rest.text().starts_with('[') || close == std::string_view::npos) return out;
  const std::string_view inside = rest.text().substr(1, close - 1);
  if (std::ranges::any_of(kWideMarks,
                          [&](std::string_view mark) { return inside.find(mark) != inside.npos; }))
    return out;
  for (const std::string_view word : split(inside, ',')) {
    rest.skip(1);
    const Span span = rest.first(word.size(), " \t\f\v");
    if (span.length() > 0) out.push_back(span);
    rest.skip(word.size());
  }
  return out;
}

}  // namespace

void Suppressions::read(const Source& source, Span comment) {
  const std::string_view text = source.text(comment);
  for (std::size_t at = next_mark(text, 0); at < text.size();) {
    const std::size_t next = next_mark(text, at + 1);
    Rest rest(text, comment);
    rest.skip(at);
    Suppression found{.comment = rest.first(next - at, " \t\f"), .word = {}, .rules = {}};
    rest = Rest(source.text(found.comment), found.comment);
    rest.skip(1);
    rest.skip_blanks();
    const std::string_view mark = mark_of(source.text(found.comment));
    rest.skip(mark.size());
    rest.skip_blanks();
    const std::string_view word = rest.text().substr(0, length_of_word(rest.text()));
    found.word = rest.first(word.size());
    rest.skip(word.size());
    rest.skip_blanks();
    found.of_file = same_letters(word, kWords[1]);
    if (mark == kMark && (found.of_file || same_letters(word, kWords[0])))
      found.rules = in_brackets(rest);
    found.suppresses = !found.rules.empty();
    if (found.suppresses || is_meant(word, rest.text())) comments.push_back(std::move(found));
    at = next;
  }
}

std::size_t Suppressions::statement_at(std::uint32_t offset) const {
  const auto found =
      std::lower_bound(statements.begin(), statements.end(), offset,
                       [](const StatementLines& s, std::uint32_t at) { return s.end < at; });
  return static_cast<std::size_t>(found - statements.begin());
}

}  // namespace mmlint
