#include "data/data_file.h"

#include "base/paths.h"

namespace mmlint::data {

bool is_data_file(std::string_view path) {
  const std::string_view end = extension(path);
  return end == ".json" || end == ".yaml" || end == ".yml";
}

bool is_model_index(std::string_view path) {
  return file_name(path) == "metafile.yml" || file_name(path) == "model-index.yml";
}

DataFile read_data(const DataText& text, std::string_view path) {
  return extension(path) == ".json" ? read_json(text) : read_yaml(text);
}

bool names_bases(std::string_view text, std::string_view path) {
  static constexpr std::string_view kWord = "_base_";
  const bool json = extension(path) == ".json";
  for (std::size_t at = text.find(kWord); at != text.npos; at = text.find(kWord, at + 1)) {
    std::size_t begin = at;
    std::size_t end = at + kWord.size();
    const bool quoted = begin > 0 && end < text.size() && text[begin - 1] == text[end] &&
                        (text[end] == '"' || (text[end] == '\'' && !json));
    if (quoted) {
      --begin;
      ++end;
    } else if (json) {
      continue;
    }
    end = text.find_first_not_of(" \t\r\n", end);
    if (end == text.npos || text[end] != ':') continue;
    // A key of YAML's top level begins its line; in JSON, or YAML in braces, the first key or one
    // behind a comma may be it.
    if (begin == 0 || text[begin - 1] == '\n' || text[begin - 1] == '\r') return true;
    const std::size_t before = text.find_last_not_of(" \t\r\n", begin - 1);
    if (before == text.npos || text[before] == '{' || text[before] == ',') return true;
  }
  return false;
}

}  // namespace mmlint::data
