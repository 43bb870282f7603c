#include "catalog/markers.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "base/text.h"

namespace mmlint::catalog {
namespace {

constexpr std::string_view kBlank = " \t";
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

std::string_view without_blanks(std::string_view text) {
  return text.substr(std::min(text.size(), text.find_first_not_of(kBlank)));
}

// What a line says if it is a marker, or wants to be one.
struct Comment {
  std::uint32_t begin = 0, end = 0;  // columns; 0: the whole line
  std::string_view words;            // behind the carets
};

std::optional<Comment> read_comment(std::string_view line, std::string_view code) {
  const std::string_view comment = without_blanks(line);
  if (!comment.starts_with('#')) return std::nullopt;
  if (comment.starts_with("#-")) {
    const std::string_view words = trim(comment.substr(2));
    if (words != code) return std::nullopt;  // an ordinary comment
    return Comment{0, 0, words};
  }
  const std::string_view carets = without_blanks(comment.substr(1));
  if (!carets.starts_with('^')) {
    // A caret and the code behind other words: a marker with a slip.
    const std::size_t caret = comment.find('^');
    const bool nearly = caret != comment.npos && comment.find(code, caret) != comment.npos;
    return nearly ? std::optional(Comment{}) : std::nullopt;
  }
  const std::string_view words =
      carets.substr(std::min(carets.size(), carets.find_first_not_of('^')));
  Comment out;
  const bool touches = comment[1] == '^';
  const std::size_t begin =
      static_cast<std::size_t>((touches ? comment : carets).data() - line.data());
  out.begin = static_cast<std::uint32_t>(begin) + 1;
  out.end = static_cast<std::uint32_t>(words.data() - line.data()) + 1;
  const bool one_run = words.starts_with(' ') && words.find('^') == words.npos;
  out.words = one_run ? trim(words) : std::string_view();
  return out;
}

}  // namespace

Result<Marked> read_markers(std::string_view text, std::string_view code,
                            const std::string& source) {
  Marked out;
  std::string_view above;     // the nearest line that is no marker
  std::uint32_t subject = 0;  // its number in `text` without markers
  std::uint32_t number = 0;
  while (!text.empty()) {
    const std::size_t size = std::min(text.find('\n'), text.size() - 1) + 1;
    const std::string_view line = text.substr(0, size);
    text.remove_prefix(size);
    ++number;
    const auto comment = read_comment(line, code);
    if (!comment) {
      out.text += line;
      above = line;
      ++subject;
      continue;
    }
    if (comment->words.empty()) {
      return fail(
          fmt::format("looks like a marker and is none: it needs '#', one run of '^' and {}", code),
          source, number);
    }
    if (comment->words != code) {
      return fail(fmt::format("marks '{}', and this is an example of {}", comment->words, code),
                  source, number);
    }
    if (subject == 0) return fail("a marker with no line above it", source, number);
    if (above.starts_with(kByteOrderMark)) above.remove_prefix(kByteOrderMark.size());
    if (above.ends_with('\n')) above.remove_suffix(1);
    if (comment->end > count_characters(above) + 1)
      return fail("the carets go past the end of the line above", source, number);
    const ExamplePlace place{subject, comment->begin, comment->end, number};
    const auto same = [&](const ExamplePlace& other) {
      return other.line == place.line && other.begin == place.begin && other.end == place.end;
    };
    if (std::any_of(out.places.begin(), out.places.end(), same))
      return fail("the same marker twice", source, number);
    out.places.push_back(place);
    out.markers.push_back(number);
  }
  return out;
}

}  // namespace mmlint::catalog
