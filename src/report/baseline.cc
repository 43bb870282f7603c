#include "report/baseline.h"

#include <nlohmann/json.hpp>

#include "base/algorithms.h"
#include "base/paths.h"
#include "base/text.h"

namespace mmlint::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kVersion = 1;
constexpr std::size_t kMostText = 100;  // bytes; of old files up to 200, blanks included

// A text as every layout of it reads: without blanks, with one kind of quote, and without the comma
// behind a last element, since programs that lay out code change these. Long ones are cut.
std::string without_layout(std::string_view text) {
  std::string out;
  // One byte more, since a comma at the end may be one that goes.
  while (!text.empty() && out.size() <= kMostText) {
    const std::size_t length = character_length(text);
    const std::string_view character = text.substr(0, length);
    text.remove_prefix(length);
    if (trim(character).empty()) continue;
    if (out.ends_with(',') && (character == ")" || character == "]" || character == "}"))
      out.pop_back();
    if (character == "\"")
      out += '\'';
    else
      out += first_invalid_utf8(character) ? "?" : character;
  }
  if (out.size() > kMostText) out.resize(kMostText);
  out.resize(first_invalid_utf8(out).value_or(out.size()));  // a character that was cut
  return out;
}

// What is underlined. Nothing of a file outside of the project.
std::string text_of(const Span& span, const SourceStore& sources) {
  const Source& source = sources.get(span.file);
  return source.is_secret() ? "" : without_layout(source.text(span));
}

std::string name_of(const std::string& path) {
  std::string out;
  std::string_view rest = path;
  while (!rest.empty()) {
    const std::size_t length = character_length(rest);
    const std::string_view character = rest.substr(0, length);
    rest.remove_prefix(length);
    if (!first_invalid_utf8(character)) {
      out += character;
      continue;
    }
    for (const char byte : character)
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(byte));
  }
  return out;
}

// A finding as entries, one for each target that it holds on.
std::vector<Known> entries_of(const Diagnostic& finding, const RunReport& report,
                              const SourceStore& sources, const std::string& folder) {
  std::vector<Known> out;
  const std::string path = name_of(relative_path(sources.get(finding.primary.file).path(), folder));
  const auto& targets = finding.targets.empty() ? report.targets : finding.targets;
  for (const std::string& target : targets)
    out.push_back({path, finding.code, target, finding.key, text_of(finding.primary, sources)});
  return out;
}

// What tells findings of one file from one another, wherever it lies.
std::set<Known> without_path(std::set<Known> entries) {
  std::set<Known> out;
  while (!entries.empty()) {
    auto node = entries.extract(entries.begin());
    node.value().path.clear();
    out.insert(std::move(node));
  }
  return out;
}

std::map<std::string, std::set<Known>> by_path(const std::set<Known>& entries) {
  std::map<std::string, std::set<Known>> out;
  for (const Known& each : entries) out[each.path].insert(each);
  return out;
}

// Finds for files of the baseline that are gone where they are now. Every file is looked at once,
// by its name and by what is found in it, however many are gone and however many are new.
class MovedFiles {
 public:
  using ByPath = std::map<std::string, std::set<Known>>;
  using Paths = std::vector<std::string>;

  MovedFiles(const ByPath& known, const ByPath& found, const std::set<std::string>& gone) {
    for (const std::string& path : gone) gone_.emplace(path, without_path(known.at(path)));
    for (const auto& [path, findings] : found) {
      if (known.count(path) == 0) new_.emplace(path, without_path(findings));
    }
  }

  // Returns the new path by the old one.
  std::map<std::string, std::string> find() {
    take_same_name_and_all_findings();
    take_same_name_and_a_finding();
    take_all_findings();
    return std::move(now_);
  }

 private:
  void take_same_name_and_all_findings() {
    std::map<std::pair<std::string, std::set<Known>>, Paths> places;
    for (auto each = new_.rbegin(); each != new_.rend(); ++each)
      places[{std::string(file_name(each->first)), each->second}].push_back(each->first);
    for (const auto& [old, wanted] : gone_) {
      if (const auto found = places.find({std::string(file_name(old)), wanted});
          found != places.end())
        take_first(old, found->second);
    }
  }

  void take_same_name_and_a_finding() {
    std::map<std::pair<std::string, Known>, Paths> places;
    for (auto each = new_.rbegin(); each != new_.rend(); ++each) {
      for (const Known& finding : each->second)
        places[{std::string(file_name(each->first)), finding}].push_back(each->first);
    }
    for (const auto& [old, wanted] : gone_) {
      for (const Known& each : wanted) {
        const auto found = places.find({std::string(file_name(old)), each});
        if (found != places.end()) take_first(old, found->second);
      }
    }
  }

  // A file under another name may also be a new one that happens to be alike. So of more of these
  // than are gone none is taken.
  void take_all_findings() {
    std::map<std::set<Known>, std::pair<Paths, Paths>> alike;  // that are gone, that are new
    for (const auto& [old, wanted] : gone_) {
      if (now_.count(old) == 0) alike[wanted].first.push_back(old);
    }
    for (const auto& [path, findings] : new_) {
      const auto found = alike.find(findings);
      if (found != alike.end() && taken_.count(path) == 0) found->second.second.push_back(path);
    }
    for (const auto& [findings, paths] : alike) {
      const auto& [before, after] = paths;
      if (after.size() > before.size()) continue;
      for (std::size_t i = 0; i < after.size(); ++i) now_[before[i]] = after[i];
    }
  }

  // Takes the last of these paths that no other file has taken, unless the old file has one. Those
  // that are taken are left out, so that nobody looks at them again.
  void take_first(const std::string& old, Paths& backwards) {
    if (now_.count(old) != 0) return;
    while (!backwards.empty() && taken_.count(backwards.back()) != 0) backwards.pop_back();
    if (backwards.empty()) return;
    now_[old] = backwards.back();
    taken_.insert(backwards.back());
  }

  ByPath gone_;  // without paths in the findings
  ByPath new_;
  std::map<std::string, std::string> now_;
  std::set<std::string> taken_;
};

// Whether a run would have found an entry again.
bool is_judged(const Known& entry, const std::string& folder, const JudgedFiles& judged,
               const RunReport& report) {
  return judged.paths.count(absolute_path(entry.path, folder)) != 0 &&
         judged.rules.count(entry.rule) != 0 && is_in(entry.target, report.targets);
}

constexpr std::size_t kMostNesting = 16;  // of a file; ours have three

// Whether lists and dicts of a JSON text stand in one another deeper than that. nlohmann's own
// functions would use the stack, and the memory, for each level.
bool is_nested_deeper(std::string_view json, std::size_t limit) {
  std::size_t depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (in_string && c == '\\')
      ++i;
    else if (c == '"')
      in_string = !in_string;
    else if (!in_string && (c == '[' || c == '{') && ++depth > limit)
      return true;
    else if (!in_string && (c == ']' || c == '}') && depth > 0)
      --depth;
  }
  return false;
}

}  // namespace

Baseline baseline_of(const RunReport& report, const SourceStore& sources,
                     const std::string& folder) {
  Baseline out;
  for (const Diagnostic& finding : report.diagnostics) {
    for (Known& each : entries_of(finding, report, sources, folder)) out.insert(std::move(each));
  }
  return out;
}

Baseline not_judged(const Baseline& baseline, const std::string& folder, const JudgedFiles& judged,
                    const RunReport& report) {
  Baseline out;
  for (const Known& each : baseline) {
    if (judged.exists(absolute_path(each.path, folder)) && !is_judged(each, folder, judged, report))
      out.insert(each);
  }
  return out;
}

std::string render_baseline(const Baseline& baseline) {
  std::string out = fmt::format("{{\"version\": {}, \"findings\": [", kVersion);
  for (const Known& each : baseline) {
    const Json line = {{"path", each.path},
                       {"rule", each.rule},
                       {"target", each.target},
                       {"key", each.key},
                       {"text", each.text}};
    out += (&each == &*baseline.begin() ? "\n" : ",\n") +
           line.dump(-1, ' ', false, Json::error_handler_t::replace);
  }
  return out + "\n]}\n";
}

Result<Baseline> parse_baseline(std::string_view text, const std::string& path) {
  if (is_nested_deeper(text, kMostNesting))
    return fail("is nested too deeply for a baseline; write it again with --write-baseline", path);
  const Json all = Json::parse(text, nullptr, false);
  if (all.is_discarded()) return fail("is no JSON; write it again with --write-baseline", path);
  if (!all.is_object() || !all.contains("version") || !all.contains("findings") ||
      !all["findings"].is_array())
    return fail("is no baseline; write one with --write-baseline", path);
  if (all["version"] != kVersion)
    return fail("is a baseline of another version of mmlint; write it again", path);
  Baseline out;
  std::size_t number = 0;
  for (const Json& each : all["findings"]) {
    ++number;
    Known known;
    for (const auto& [name, into] : {std::pair{"path", &known.path},
                                     {"rule", &known.rule},
                                     {"target", &known.target},
                                     {"key", &known.key},
                                     {"text", &known.text}}) {
      if (!each.is_object() || !each.contains(name) || !each[name].is_string())
        return fail(fmt::format("entry {} has no text '{}'; write it again with --write-baseline",
                                number, name),
                    path);
      *into = each[name].get<std::string>();
    }
    known.text = without_layout(known.text);
    out.insert(std::move(known));
  }
  return out;
}

BaselineUse apply_baseline(const Baseline& baseline, const std::string& folder,
                           const JudgedFiles& judged, const SourceStore& sources,
                           RunReport& report) {
  BaselineUse use;
  const auto known = by_path(baseline);
  const auto found = by_path(baseline_of(report, sources, folder));
  std::set<std::string> gone;
  for (const auto& [path, entries] : known) {
    if (!judged.exists(absolute_path(path, folder))) gone.insert(path);
  }
  const auto now = MovedFiles(known, found, gone).find();
  Baseline here;  // the entries, where their files are now
  for (const Known& each : baseline) {
    const auto at = now.find(each.path);
    Known entry = each;
    if (at != now.end()) entry.path = at->second;
    here.insert(std::move(entry));
  }
  std::set<Known> used;
  std::erase_if(report.diagnostics, [&](const Diagnostic& finding) {
    const auto entries = entries_of(finding, report, sources, folder);
    const bool all =
        std::ranges::all_of(entries, [&](const Known& each) { return here.count(each) != 0; });
    for (const Known& each : entries) {
      if (here.count(each) != 0) used.insert(each);
    }
    if (all) ++use.known;
    return all;
  });
  for (const Known& each : here) {
    if (used.count(each) != 0) continue;
    if (gone.count(each.path) != 0) {
      ++use.gone;
      continue;
    }
    if (is_judged(each, folder, judged, report)) ++use.stale;
  }
  for (Failure& failure : report.failures) {
    std::erase_if(failure.codes, [&](const std::string& code) {
      return std::ranges::none_of(report.diagnostics,
                                  [&](const Diagnostic& finding) { return finding.code == code; });
    });
  }
  std::erase_if(report.failures, [](const Failure& failure) { return failure.codes.empty(); });
  return use;
}

}  // namespace mmlint::report
