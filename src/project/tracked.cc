#include "project/tracked.h"

#include "base/paths.h"
#include "project/gitignore.h"

namespace mmlint::project {
namespace {

constexpr std::uint64_t kMostBytes = 256u << 20;

// A number of some bytes, the highest first.
std::size_t number_at(std::string_view text, std::size_t at, std::size_t bytes) {
  std::size_t out = 0;
  for (const char each : text.substr(at, bytes)) out = out << 8 | static_cast<unsigned char>(each);
  return out;
}

}  // namespace

std::vector<std::string> paths_in_index(std::string_view index) {
  constexpr std::size_t kHead = 12, kEntry = 62;  // of an entry, what is before its path
  const std::size_t version = index.size() < kHead ? 0 : number_at(index, 4, 4);
  if (!index.starts_with("DIRC") || version < 2 || version > 4) return {};
  std::vector<std::string> out;
  std::string path;
  std::size_t at = kHead;
  for (std::size_t left = number_at(index, 8, 4); left > 0; --left) {
    if (index.size() < at + kEntry + 3) return {};
    const bool is_extended = (number_at(index, at + 60, 2) & 0x4000U) != 0;
    std::size_t begin = at + kEntry + (is_extended ? 2 : 0);
    std::size_t kept = 0;  // of the path before
    if (version == 4) {    // as offsets in packs: git's varint.c
      auto byte = static_cast<unsigned char>(index[begin++]);
      std::size_t cut = byte & 0x7fU;
      while ((byte & 0x80U) != 0 && begin < index.size()) {
        byte = static_cast<unsigned char>(index[begin++]);
        cut = (cut + 1) << 7 | (byte & 0x7fU);
      }
      if (cut > path.size()) return {};
      kept = path.size() - cut;
    }
    const std::size_t end = index.find('\0', begin);
    if (end == index.npos) return {};
    path.resize(kept);
    path += index.substr(begin, end - begin);
    if (!out.empty() && path < out.back()) return {};
    out.push_back(path);
    at = version == 4 ? end + 1 : at + ((end - at) / 8 + 1) * 8;
  }
  return out;
}

const std::vector<std::string>& TrackedFiles::paths() const {
  std::call_once(once_, [&] {
    const std::string path = top_.empty() ? "" : git_index(files_, top_);
    if (path.empty() || files_.kind(path) != FileKind::kFile || files_.size(path) > kMostBytes)
      return;
    if (const auto text = files_.read(path)) paths_ = paths_in_index(*text);
  });
  return paths_;
}

std::string_view TrackedFiles::below_top(std::string_view path) const {
  const std::size_t front = top_ == "/" ? 1 : top_.size() + 1;
  return is_below(path, top_) && path.size() > front ? path.substr(front) : std::string_view();
}

bool TrackedFiles::has(const std::string& path) const {
  const std::string_view below = below_top(path);
  return !below.empty() && std::ranges::binary_search(paths(), below, std::less<>());
}

bool TrackedFiles::has_below(const std::string& folder) const {
  if (below_top(folder).empty()) return false;
  const std::string front = std::string(below_top(folder)) + '/';
  const auto first = std::ranges::lower_bound(paths(), front);
  return first != paths().end() && first->starts_with(front);
}

}  // namespace mmlint::project
