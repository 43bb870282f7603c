#include "report/json_finding.h"

#include <algorithm>
#include <vector>

#include <nlohmann/json.hpp>

#include "report/notes.h"
#include "report/shown.h"

namespace mmlint::report {
namespace {

using Json = nlohmann::ordered_json;

void put_place(Json& object, const Span& span, const SourceStore& sources,
               const Settings& settings) {
  const Source& source = sources.get(span.file);
  const Position begin = source.lines().position(span.begin);
  const Position end = source.lines().position(span.end);
  object["path"] = shown_path(source.path(), settings);
  object["line"] = begin.line;
  object["column"] = begin.column;
  object["end_line"] = end.line;
  object["end_column"] = end.column;
}

Json optional_text(const std::optional<std::string>& text) {
  return text ? Json(*text) : Json(nullptr);
}

Json json_fix(const Fix& fix, const SourceStore& sources, const Settings& settings) {
  std::vector<TextEdit> sorted = fix.edits;  // file ids follow no order that a reader knows
  std::stable_sort(sorted.begin(), sorted.end(), [&](const TextEdit& a, const TextEdit& b) {
    return sources.get(a.span.file).path() < sources.get(b.span.file).path();
  });
  Json edits = Json::array();
  for (const TextEdit& edit : sorted) {
    Json one;
    put_place(one, edit.span, sources, settings);
    one["replacement"] = edit.replacement;
    edits.push_back(std::move(one));
  }
  Json files = Json::array();
  for (const NewFile& file : fix.files) {
    files.push_back(Json{{"path", shown_path(file.path, settings)}, {"text", file.bytes}});
  }
  Json changes = Json::array();
  for (const Intent& intent : fix.intents) {
    changes.push_back(Json{{"config", shown_path(intent.config, settings)},
                           {"key", intent.key},
                           {"before", optional_text(intent.before)},
                           {"after", optional_text(intent.after)}});
  }
  Json object{{"safety", to_string(fix.safety)},
              {"title", fix.title},
              {"edits", std::move(edits)},
              {"changes", std::move(changes)}};
  if (!files.empty()) object["creates"] = std::move(files);
  return object;
}

}  // namespace

Json json_finding(const Diagnostic& finding, const SourceStore& sources, const Settings& settings) {
  Json object;
  object["code"] = finding.code;
  object["name"] = finding.name;
  object["severity"] = to_string(finding.severity);
  if (!finding.targets.empty()) object["targets"] = finding.targets;
  object["message"] = finding.message;
  put_place(object, finding.primary, sources, settings);
  object["key"] = finding.key.empty() ? Json(nullptr) : Json(finding.key);
  Json examples = Json::array();
  for (const FileId file : finding.affects.examples)
    examples.push_back(shown_path(sources.get(file).path(), settings));
  object["affects"] = Json{{"count", finding.affects.count},
                           {"checked", finding.affects.checked},
                           {"examples", std::move(examples)}};
  object["fix"] = finding.fix ? json_fix(*finding.fix, sources, settings) : Json(nullptr);
  object["notes"] = notes_of(finding, sources, settings);
  return object;
}

std::string json_text(const Json& value, int indent) {
  return value.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace mmlint::report
