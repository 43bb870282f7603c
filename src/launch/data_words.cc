#include "launch/data_words.h"

#include "base/paths.h"
#include "base/text.h"
#include "launch/launch_graph.h"

namespace mmlint::launch {
namespace {

constexpr int kMaxDepth = 6;
constexpr std::size_t kMostFiles = 500;
constexpr std::uint64_t kMostBytes = 200'000;  // of one file; larger ones are data sets

bool is_data(std::string_view path) {
  constexpr std::array<std::string_view, 6> kEndings = {".yaml", ".yml", ".json",
                                                        ".toml", ".ini", ".cfg"};
  return is_in(extension(path), kEndings);
}
}  // namespace

void DataWords::read(const std::string& folder, int depth) {
  const FileSystem& files = project_.workspace.files();
  const auto entries = files.list(folder);
  if (!entries || depth > kMaxDepth) {
    all_ = false;
    return;
  }
  for (const FolderEntry& entry : *entries) {
    const std::string path = join_path(folder, entry.name);
    if (entry.name.starts_with('.')) continue;
    if (entry.kind == FileKind::kFolder) {
      read(path, depth + 1);
    } else if (is_data(path) && files.size(path) <= kMostBytes) {
      auto text = files.read(path);
      all_ = all_ && text.has_value() && files_ < kMostFiles;
      if (!all_) return;
      ++files_;
      add_words(*text);
    }
  }
}

void DataWords::add_words(std::string_view text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::size_t begin = at;
    while (at < text.size() && is_name_byte(text[at])) ++at;
    if (at > begin) words_.emplace(text.substr(begin, at - begin));
  }
}

bool DataWords::may_have(std::string_view word) {
  const std::lock_guard lock(mutex_);
  if (!is_read_) {
    is_read_ = true;
    for (const std::string& root : project_.roots) read(root, 0);
  }
  const bool is_name = std::ranges::all_of(word, is_name_byte);
  return !all_ || files_ == 0 || !is_name || words_.contains(std::string(word));
}
}  // namespace mmlint::launch
