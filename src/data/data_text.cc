#include "data/data_text.h"

#include <algorithm>

namespace mmlint::data {
namespace {

constexpr std::string_view kBom = "\xef\xbb\xbf";

}  // namespace

DataText::DataText(FileId id, std::string_view expanded, syntax::OffsetMap to_file)
    : file(id), map(std::move(to_file)), has_bom(expanded.starts_with(kBom)) {
  using Piece = syntax::OffsetMap::Piece;
  const std::size_t from = has_bom ? kBom.size() : 0;
  if (from == 0 && expanded.find('\r') == expanded.npos) {
    text = expanded;
    return;
  }
  // What stands where in `expanded`: a piece for every byte that is left out.
  syntax::OffsetMap shorter;
  const auto cut = [&](std::size_t at) {
    shorter.pieces.push_back(
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
  if (map.pieces.empty()) {
    map = std::move(shorter);
    return;
  }
  // Both maps in one: wherever either begins a piece.
  syntax::OffsetMap both;
  auto outer = map.pieces.begin();
  for (auto piece = shorter.pieces.begin(); piece != shorter.pieces.end(); ++piece) {
    const auto next = std::next(piece);
    const std::uint32_t end = next == shorter.pieces.end()
                                  ? static_cast<std::uint32_t>(expanded.size()) + 1
                                  : piece->source + (next->expanded - piece->expanded);
    while (std::next(outer) != map.pieces.end() && std::next(outer)->expanded <= piece->source)
      ++outer;
    both.pieces.push_back({piece->expanded, map.to_source(piece->source), outer->copied});
    for (auto inner = std::next(outer); inner != map.pieces.end() && inner->expanded < end;
         ++inner) {
      both.pieces.push_back(
          Piece{piece->expanded + (inner->expanded - piece->source), inner->source, inner->copied});
    }
  }
  map = std::move(both);
}

Span DataText::span(std::size_t begin, std::size_t end) const {
  const auto place = [this](std::size_t at) {
    const auto offset = static_cast<std::uint32_t>(at);
    return map.pieces.empty() ? offset : map.to_source(offset);
  };
  const std::uint32_t first = place(begin);
  return {file, first, std::max(first, place(end))};
}

}  // namespace mmlint::data
