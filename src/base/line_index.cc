#include "base/line_index.h"

#include <algorithm>
#include <cstring>

#include "base/internal_error.h"
#include "base/text.h"

namespace mmlint {
namespace {

constexpr std::string_view kBom = "\xEF\xBB\xBF";
constexpr std::uint32_t kMarked = 4096;  // bytes from one mark of a line to the next

std::size_t find_byte(std::string_view text, char byte, std::size_t from) {
  if (from >= text.size()) return text.size();
  const void* hit = std::memchr(text.data() + from, byte, text.size() - from);
  return hit == nullptr ? text.size()
                        : static_cast<std::size_t>(static_cast<const char*>(hit) - text.data());
}

}  // namespace

LineIndex::LineIndex(std::string_view text) : text_(text) {
  MM_CHECK(text.size() <= 0xffffffffU);
  starts_.push_back(text.substr(0, kBom.size()) == kBom ? kBom.size() : 0);
  // Almost no file has a CR, so the two are searched apart, each at the speed of memchr.
  std::size_t cr = find_byte(text, '\r', 0);
  std::size_t lf = find_byte(text, '\n', 0);
  while (cr < text.size() || lf < text.size()) {
    std::size_t next = std::min(cr, lf) + 1;
    if (lf == cr + 1 && lf < text.size()) next = lf + 1;
    mark(starts_.back(), static_cast<std::uint32_t>(next));
    starts_.push_back(static_cast<std::uint32_t>(next));
    if (cr < next) cr = find_byte(text, '\r', next);
    if (lf < next) lf = find_byte(text, '\n', next);
  }
  mark(starts_.back(), static_cast<std::uint32_t>(text.size()));
}

// Many findings may stand in one long line, such as a list of files that a program has written.
void LineIndex::mark(std::uint32_t begin, std::uint32_t end) {
  std::uint32_t characters = 0;
  for (std::uint32_t at = begin; end - at > kMarked;) {
    std::uint32_t next = at + kMarked;
    while (next > at && (static_cast<unsigned char>(text_[next]) & 0xC0U) == 0x80) --next;
    if (next == at) return;  // no text
    characters += static_cast<std::uint32_t>(count_characters(text_.substr(at, next - at)));
    marks_.push_back({next, characters});
    at = next;
  }
}

Position LineIndex::position(std::uint32_t offset) const {
  offset = std::min(offset, static_cast<std::uint32_t>(text_.size()));
  const auto after = std::upper_bound(starts_.begin(), starts_.end(), offset);
  if (after == starts_.begin()) return {};  // inside the BOM
  const auto line = static_cast<std::uint32_t>(after - starts_.begin());
  const std::uint32_t begin = starts_[line - 1];
  // An offset inside a character means that character.
  const std::size_t back = std::min<std::size_t>(3, offset - begin);
  for (std::size_t i = 1; i <= back; ++i) {
    if (character_length(text_.substr(offset - i)) > i) {
      offset -= static_cast<std::uint32_t>(i);
      break;
    }
  }
  Mark last{begin, 0};
  const auto next =
      std::upper_bound(marks_.begin(), marks_.end(), offset,
                       [](std::uint32_t at, const Mark& each) { return at < each.offset; });
  if (next != marks_.begin() && std::prev(next)->offset > begin) last = *std::prev(next);
  const std::size_t more = count_characters(text_.substr(last.offset, offset - last.offset));
  return {line, last.characters + static_cast<std::uint32_t>(more) + 1};
}

std::uint32_t LineIndex::line_begin(std::uint32_t line) const {
  MM_CHECK(line >= 1 && line <= line_count());
  return starts_[line - 1];
}

std::string_view LineIndex::line_text(std::uint32_t line) const {
  const std::uint32_t begin = line_begin(line);
  const std::size_t end = line < line_count() ? starts_[line] : text_.size();
  std::string_view text = text_.substr(begin, end - begin);
  if (!text.empty() && text.back() == '\n') text.remove_suffix(1);
  if (!text.empty() && text.back() == '\r') text.remove_suffix(1);
  return text;
}

}  // namespace mmlint
