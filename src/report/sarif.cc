
#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>

#include "base/paths.h"
#include "report/fingerprint.h"
#include "report/formats.h"
#include "report/json.h"
#include "report/shown.h"
#include "report/words.h"

namespace mmlint::report {
namespace {

// What a log in SARIF calls the folder that its paths are relative to.
constexpr const char* kSourceRoot = "%SRCROOT%";

using Json = nlohmann::ordered_json;

// A path as RFC 3986 writes it: of its bytes, only those stay that mean nothing in any URI.
std::string percent_encoded(std::string_view path) {
  static constexpr std::string_view kPlain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
  std::string out;
  for (const char byte : path) {
    if (kPlain.find(byte) != kPlain.npos)
      out += byte;
    else
      out += fmt::format("%{:02X}", static_cast<unsigned char>(byte));
  }
  return out;
}

// Returns the folder that paths in a log are relative to, absolute: the repository's, else the one
// that paths are shown from; empty if
// neither is known.
std::string source_root(const Settings& settings) {
  return settings.git_root.empty() ? settings.display_root : settings.git_root;
}

// Returns an absolute path as a file URI.
std::string file_uri(std::string_view path) {
  return "file://" + percent_encoded(path);
}

// Returns the artifactLocation of a file: relative to the root, or absolute outside of it.
Json sarif_artifact(const std::string& path, const Settings& settings) {
  const std::string root = source_root(settings);
  if (!path.starts_with('/')) return Json{{"uri", percent_encoded(path)}};
  if (root.empty() || !is_below(path, root)) return Json{{"uri", file_uri(path)}};
  return Json{{"uri", percent_encoded(relative_path(path, root))}, {"uriBaseId", kSourceRoot}};
}

// Returns a region: lines and columns from 1, columns in characters, the end one past the last.
Json sarif_region(const Span& span, const SourceStore& sources) {
  const Position begin = sources.begin_of(span);
  const Position end = sources.end_of(span);
  return Json{{"startLine", begin.line},
              {"startColumn", begin.column},
              {"endLine", end.line},
              {"endColumn", end.column}};
}

// Returns a location object with both.
Json sarif_location(const Span& span, const SourceStore& sources, const Settings& settings) {
  return Json{{"physicalLocation",
               Json{{"artifactLocation", sarif_artifact(sources.get(span.file).path(), settings)},
                    {"region", sarif_region(span, sources)}}}};
}

// Returns a message whose text shows what it says: printable, and "](" makes no link of it.
Json sarif_message(std::string_view text) {
  std::string out = printable_lines(text);
  for (std::size_t at = out.find("]("); at != out.npos; at = out.find("](", at + 2))
    out.insert(at + 1, 1, '\\');
  return Json{{"text", std::move(out)}};
}

using Json = nlohmann::ordered_json;

const char* sarif_level(Severity severity) {
  return severity == Severity::kInfo ? "note" : to_string(severity);
}

// What executionSuccessful and the notifications say; the driver lists their ids.
constexpr const char* kError = "error";
constexpr const char* kInternalError = "internal-error";
constexpr const char* kSkipped = "skipped-file";
constexpr const char* kNotDecided = "not-decided";
constexpr const char* kNote = "note";

// Writes one run.
class SarifRun {
 public:
  SarifRun(const RunReport& report, const SourceStore& sources, const Settings& settings)
      : report_(report), sources_(sources), settings_(settings) {}

  Json run() {
    Json results = Json::array();
    const std::vector<std::string> names = fingerprints(report_, sources_, settings_);
    for (std::size_t i = 0; i < names.size(); ++i) {
      results.push_back(result(report_.diagnostics[i]));
      results.back()["partialFingerprints"] = Json{{"mmlint/v1", names[i]}};
    }
    Json notifications = Json::array();
    for (const char* id : {kError, kInternalError, kSkipped, kNotDecided, kNote})
      notifications.push_back(Json{{"id", id}});
    Json out{{"tool", Json{{"driver", Json{{"name", "mmlint"},
                                           {"version", MMLINT_VERSION},
                                           {"rules", std::move(rules_)},
                                           {"notifications", std::move(notifications)}}}}},
             {"language", settings_.language == Language::kChinese ? "zh-CN" : "en-US"},
             {"invocations", Json::array({invocation()})},
             {"columnKind", "unicodeCodePoints"},
             {"newlineSequences", {"\r\n", "\n", "\r"}},
             {"properties", Json{{"targets", report_.targets}, {"mmengine", report_.mmengine}}},
             {"results", std::move(results)}};
    if (const std::string root = source_root(settings_); !root.empty())
      out["originalUriBaseIds"] =
          Json{{kSourceRoot, Json{{"uri", file_uri(root) + (root.ends_with('/') ? "" : "/")}}}};
    return out;
  }

 private:
  // The place of a finding's rule in the list of those that were found.
  std::size_t rule_index(const Diagnostic& finding) {
    const auto [at, is_new] = index_.emplace(finding.code, rules_.size());
    if (!is_new) return at->second;
    Json rule{{"id", finding.code}, {"name", finding.name}};
    const auto help = std::ranges::find_if(
        settings_.rules, [&](const RuleHelp& each) { return each.code == finding.code; });
    if (help != settings_.rules.end()) {
      rule["shortDescription"] = Json{{"text", help->summary}};
      rule["fullDescription"] = Json{{"text", help->why}};
      rule["help"] = Json{{"text", help->text}, {"markdown", help->markdown}};
      rule["defaultConfiguration"] = Json{{"level", sarif_level(help->severity)}};
    }
    rules_.push_back(std::move(rule));
    return at->second;
  }

  // The first line is the message; viewers show the others below it.
  static std::string text_of(const Diagnostic& finding) {
    std::string out = finding.message;
    if (!finding.why.empty()) out += '\n' + finding.why;
    for (const std::string& note : finding.notes) out += '\n' + note;
    return out;
  }

  Json result(const Diagnostic& finding) {
    const std::size_t index = rule_index(finding);
    Json location = sarif_location(finding.primary, sources_, settings_);
    if (!finding.key.empty())
      location["logicalLocations"] =
          Json::array({Json{{"fullyQualifiedName", finding.key}, {"kind", "property"}}});
    Json out{{"ruleId", finding.code},
             {"ruleIndex", index},
             {"level", sarif_level(finding.severity)},
             {"message", sarif_message(text_of(finding))},
             {"locations", Json::array({std::move(location)})}};
    put_related(out, finding);
    if (finding.fix && !finding.fix->edits.empty() && finding.fix->files.empty())
      out["fixes"] = Json::array({sarif_fix(*finding.fix)});
    Json properties{
        {"affects", Json{{"count", finding.affects.count}, {"checked", finding.affects.checked}}}};
    if (!finding.targets.empty()) properties["targets"] = finding.targets;
    out["properties"] = std::move(properties);
    return out;
  }

  void put_related(Json& out, const Diagnostic& finding) const {
    Json related = Json::array();
    for (const Label& label : finding.labels) {
      related.push_back(sarif_location(label.span, sources_, settings_));
      if (!label.text.empty()) related.back()["message"] = sarif_message(label.text);
    }
    if (!finding.found_through.empty()) {
      Json file{{"artifactLocation", sarif_artifact(finding.found_through, settings_)}};
      related.push_back(Json{{"physicalLocation", std::move(file)},
                             {"message", sarif_message(words(settings_.language).found_through)}});
    }
    for (std::size_t i = 0; i < related.size(); ++i) related[i]["id"] = i + 1;
    if (!related.empty()) out["relatedLocations"] = std::move(related);
  }

  // A fix that creates files is left out: SARIF can only say what changes in a file that is there.
  Json sarif_fix(const Fix& fix) const {
    const Words& w = words(settings_.language);
    std::map<std::string, Json> by_path;
    for (const TextEdit& edit : fix.edits) {
      Json& replacements = by_path[sources_.get(edit.span.file).path()];
      replacements.push_back(Json{{"deletedRegion", sarif_region(edit.span, sources_)},
                                  {"insertedContent", Json{{"text", edit.replacement}}}});
    }
    Json changes = Json::array();
    for (auto& [path, replacements] : by_path) {
      changes.push_back(Json{{"artifactLocation", sarif_artifact(path, settings_)},
                             {"replacements", std::move(replacements)}});
    }
    std::string title = say(w.fix, w.safety_of(fix.safety)) + w.colon + fix.title;
    if (!fix.why_not_safe.empty()) title += '\n' + say(w.fix_not_safe, fix.why_not_safe);
    return Json{{"description", sarif_message(title)}, {"artifactChanges", std::move(changes)}};
  }

  static Json notification(const char* id, const char* level, std::string_view text) {
    return Json{
        {"descriptor", Json{{"id", id}}}, {"level", level}, {"message", sarif_message(text)}};
  }

  Json invocation() const {
    Json said = Json::array();
    const auto say_file = [&](Json one, const std::string& path, std::uint32_t line) {
      if (!path.empty()) {
        Json place{{"artifactLocation", sarif_artifact(path, settings_)}};
        if (line > 0) place["region"] = Json{{"startLine", line}};
        one["locations"] = Json::array({Json{{"physicalLocation", std::move(place)}}});
      }
      said.push_back(std::move(one));
    };
    for (const Error& error : report_.errors)
      say_file(notification(kError, "error", to_string(error)), error.path, error.line);
    for (const Error& error : report_.internal_errors)
      say_file(notification(kInternalError, "error", to_string(error)), error.path, error.line);
    for (const Skipped& skipped : report_.skipped)
      say_file(notification(kSkipped, "note", skipped.reason), skipped.path, 0);
    for (const std::string& open : report_.open)
      said.push_back(notification(kNotDecided, "note", open));
    for (const std::string& note : report_.notes) said.push_back(notification(kNote, "note", note));
    return Json{{"executionSuccessful", report_.errors.empty() && report_.internal_errors.empty()},
                {"toolExecutionNotifications", std::move(said)}};
  }

  const RunReport& report_;
  const SourceStore& sources_;
  const Settings& settings_;
  Json rules_ = Json::array();
  std::map<std::string, std::size_t> index_;  // by code, into rules_
};

}  // namespace

std::string render_sarif(const RunReport& report, const SourceStore& sources,
                         const Settings& settings) {
  Json root{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
            {"version", "2.1.0"},
            {"runs", Json::array({SarifRun(report, sources, settings).run()})}};
  return json_text(root, 2) + "\n";
}

}  // namespace mmlint::report
