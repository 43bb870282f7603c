#include "data/data_text.h"

#include <algorithm>

namespace mmlint::data {
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
