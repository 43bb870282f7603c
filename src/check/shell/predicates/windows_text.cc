// Lines end with CR LF, or the text begins with a byte order mark.
// forms: byte-order-mark

#include "check/shell/predicate.h"

namespace mmlint::check::predicates {

LaunchHits windows_text(const LaunchView& view) {
  LaunchHits out;
  if (const auto& at = view.summary.carriage_return) {
    out.emplace_back();
    out.back().at = *at;
  }
  constexpr std::string_view kMark = "\xef\xbb\xbf";
  if (view.text.starts_with(kMark) && !view.summary.commands.empty()) {
    const Span first = view.summary.commands.front().span;
    out.emplace_back();
    out.back().at = {first.file, 0, kMark.size()};
    out.back().form = "byte-order-mark";
  }
  return out;
}

}  // namespace mmlint::check::predicates
