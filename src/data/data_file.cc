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

namespace {

constexpr std::string_view kBom = "\xef\xbb\xbf";

}  // namespace

DataText::DataText(FileId id, std::string_view expanded, syntax::OffsetMap to_file)
    : file(id), map(std::move(to_file)), has_bom(expanded.starts_with(kBom)) {
  using Segment = syntax::OffsetMap::Segment;
  const std::size_t from = has_bom ? kBom.size() : 0;
  if (from == 0 && expanded.find('\r') == expanded.npos) {
    text = expanded;
    return;
  }
  // What stands where in `expanded`: a segment for every byte that is left out.
  syntax::OffsetMap shorter;
  const auto cut = [&](std::size_t at) {
    shorter.segments.push_back(
        {static_cast<std::uint32_t>(text.size()), static_cast<std::uint32_t>(at), true});
  };
  cut(from);
  for (std::size_t i = from; i < expanded.size(); ++i) {
    if (expanded[i] != '\r') {
      text += expanded[i];
      continue;
    }
    text += '\n';
    if (i + 1 < expanded.size() && expanded[i + 1] == '\n') cut(++i + 1);
  }
  if (map.segments.empty()) {
    map = std::move(shorter);
    return;
  }
  // Both maps in one: wherever either begins a segment.
  syntax::OffsetMap both;
  auto outer = map.segments.begin();
  for (auto segment = shorter.segments.begin(); segment != shorter.segments.end(); ++segment) {
    const auto next = std::next(segment);
    const std::uint32_t end = next == shorter.segments.end()
                                  ? static_cast<std::uint32_t>(expanded.size()) + 1
                                  : segment->source + (next->expanded - segment->expanded);
    while (std::next(outer) != map.segments.end() && std::next(outer)->expanded <= segment->source)
      ++outer;
    both.segments.push_back({segment->expanded, map.to_source(segment->source), outer->copied});
    for (auto inner = std::next(outer); inner != map.segments.end() && inner->expanded < end;
         ++inner) {
      both.segments.push_back(Segment{segment->expanded + (inner->expanded - segment->source),
                                      inner->source, inner->copied});
    }
  }
  map = std::move(both);
}

Span DataText::span(std::size_t begin, std::size_t end) const {
  const auto place = [this](std::size_t at) {
    const auto offset = static_cast<std::uint32_t>(at);
    return map.segments.empty() ? offset : map.to_source(offset);
  };
  const std::uint32_t first = place(begin);
  return {file, first, std::max(first, place(end))};
}

}  // namespace mmlint::data
