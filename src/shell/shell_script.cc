#include "shell/shell_script.h"

#include "base/text.h"

namespace mmlint::shell {
namespace {

syntax::OffsetMap map_of(const EmbeddedPython& code) {
  syntax::OffsetMap out;
  for (const SourceRun& run : code.runs)
    out.segments.push_back({run.at, run.source.begin, run.verbatim});
  return out;
}

}  // namespace

EmbeddedScript::EmbeddedScript(const Source& source, const EmbeddedPython& code)
    : document(source, code.text, map_of(code)) {}

std::shared_ptr<Script> Script::read_if_text(const Source& source) {
  if (first_invalid_utf8(source.bytes())) return nullptr;
  auto out = std::make_shared<Script>(source);
  for (const EmbeddedPython& code : out->summary.embedded) {
    if (!code.complete || code.runs.empty()) continue;
    auto inside = std::make_unique<EmbeddedScript>(source, code);
    inside->script = script::summarize_if_valid(inside->document);
    if (inside->script) out->python.push_back(std::move(inside));
  }
  return out;
}

}  // namespace mmlint::shell
