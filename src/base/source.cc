#include "base/source.h"

#include "base/posix_file.h"
#include "base/text.h"

namespace mmlint {
namespace {

__extension__ using Wide = unsigned __int128;

template <class Word>
Word load(const char* at) {
  Word word;
  std::memcpy(&word, at, sizeof word);
  return word;
}

// The two halves of the product, folded: the mixing step of wyhash.
std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  const Wide product = static_cast<Wide>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

constexpr std::string_view kBom = "\xEF\xBB\xBF";
constexpr std::uint32_t kMarked = 4096;  // bytes from one mark of a line to the next

std::size_t find_byte(std::string_view text, char byte, std::size_t from) {
  if (from >= text.size()) return text.size();
  const void* hit = std::memchr(text.data() + from, byte, text.size() - from);
  return hit == nullptr ? text.size()
                        : static_cast<std::size_t>(static_cast<const char*>(hit) - text.data());
}

}  // namespace

// Most are short: names.
std::uint64_t content_hash(std::string_view bytes) {
  constexpr std::uint64_t kA = 0xa0761d6478bd642fULL;
  constexpr std::uint64_t kB = 0xe7037ed1a0b428dbULL;
  const char* at = bytes.data();
  std::size_t left = bytes.size();
  if (left >= 4 && left <= 16) {  // two words that may overlap hold all of it
    const std::size_t word = left >= 8 ? 8 : 4;
    const std::uint64_t a = word == 8 ? load<std::uint64_t>(at) : load<std::uint32_t>(at);
    at += left - word;
    const std::uint64_t b = word == 8 ? load<std::uint64_t>(at) : load<std::uint32_t>(at);
    return mix(a ^ kA, b ^ mix(left ^ kA, kB));
  }
  std::uint64_t state = mix(left ^ kA, kB);
  for (; left >= 16; left -= 16, at += 16)
    state = mix(load<std::uint64_t>(at) ^ kA, load<std::uint64_t>(at + 8) ^ state);
  char rest[16] = {};
  if (left > 0) std::memcpy(rest, at, left);
  return mix(mix(load<std::uint64_t>(rest) ^ kA, load<std::uint64_t>(rest + 8) ^ state) ^ kB, kA);
}

Source::Source(FileId id, std::string path, std::string bytes, bool is_secret)
    : id_(id),
      is_secret_(is_secret),
      path_(std::move(path)),
      hash_(content_hash(bytes)),
      text_(nullptr) {
  MM_CHECK(bytes.size() < 0xffffffffU);
  text_ = new Text{std::move(bytes), {}, nullptr};
}

Source::~Source() {
  put_away();
}

void Source::put_away() const {
  delete text_.exchange(nullptr);
}

Source::Text& Source::read_again() const {
  static std::mutex one_at_a_time;
  const std::lock_guard lock(one_at_a_time);
  if (Text* const known = text_.load(std::memory_order_acquire)) return *known;
  Result<std::string> bytes = read_regular_file(path_);
  if (!bytes || content_hash(*bytes) != hash_) throw FileChanged(path_);
  text_.store(new Text{std::move(*bytes), {}, nullptr}, std::memory_order_release);
  return *text_;
}

std::string_view Source::text(const Span& span) const {
  const std::string_view all = bytes();
  MM_CHECK(span.file == id_ && span.begin <= span.end && span.end <= all.size());
  return all.substr(span.begin, span.length());
}

std::string_view Source::line_end() const {
  const std::string_view all = bytes();
  const std::size_t end = all.find_first_of("\r\n");
  if (end == all.npos || all[end] == '\n') return "\n";
  return end + 1 < all.size() && all[end + 1] == '\n' ? "\r\n" : "\r";
}

const LineIndex& Source::lines() const {
  Text& of = held();
  std::call_once(of.lines_once, [&of] { of.lines = std::make_unique<LineIndex>(of.bytes); });
  return *of.lines;
}

const Source& SourceStore::add(std::string path, std::string bytes, bool is_secret) {
  const std::lock_guard lock(mutex_);
  const auto id = static_cast<FileId>(sources_.size());
  MM_CHECK(id != FileId::kNone);
  return sources_.emplace_back(id, std::move(path), std::move(bytes), is_secret);
}

const Source& SourceStore::get(FileId id) const {
  const std::lock_guard lock(mutex_);
  const auto index = static_cast<std::size_t>(id);
  MM_CHECK(index < sources_.size());
  return sources_[index];
}

std::size_t SourceStore::size() const {
  const std::lock_guard lock(mutex_);
  return sources_.size();
}

Position SourceStore::begin_of(const Span& span) const {
  return get(span.file).lines().position(span.begin);
}

Position SourceStore::end_of(const Span& span) const {
  return get(span.file).lines().position(span.end);
}

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
