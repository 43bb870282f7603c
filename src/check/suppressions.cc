#include "check/suppressions.h"

#include <algorithm>

namespace mmlint::check {
namespace {

bool names(const syntax::Suppression& s, std::string_view code) {
  return s.codes.empty() || std::find(s.codes.begin(), s.codes.end(), code) != s.codes.end();
}

}  // namespace

bool is_suppressed(const resolve::Workspace& workspace, const syntax::Document& document, Span span,
                   std::string_view code) {
  if (document.suppressions().empty()) return false;
  const std::uint32_t line = workspace.sources().begin_of(span).line;
  return std::any_of(
      document.suppressions().begin(), document.suppressions().end(),
      [&](const syntax::Suppression& s) { return s.line == line && names(s, code); });
}

bool is_out_of(const resolve::Resolved& config, const SourceStore& sources, std::string_view code) {
  if (!config.document || config.document->suppressions().empty()) return false;
  for (const syntax::StatementRange& range : config.document->statements()) {
    if (range.keyword != "_base_" && range.keyword != "with") continue;
    const FileId file = config.document->source().id();
    const std::uint32_t first = sources.begin_of({file, range.begin, range.end}).line;
    const std::uint32_t last = sources.end_of({file, range.begin, range.end}).line;
    for (const syntax::Suppression& s : config.document->suppressions()) {
      if (first <= s.line && s.line <= last && names(s, code)) return true;
    }
  }
  return false;
}

}  // namespace mmlint::check
