// --cfg-options or its like sets what the config does not have, or cannot be merged into it.
// captures: config, part
// forms: index, scalar, pair, name

#include "base/text.h"
#include "check/shell/predicate.h"
#include "config/document_kind.h"
#include "launch/launch_start.h"
#include "project/workspace.h"
#include "script/dict_action.h"

namespace mmlint::check::predicates {
namespace {

bool is_name(std::string_view text) {
  const auto may_be_in = [](char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           static_cast<unsigned char>(c) >= 0x80;
  };
  return !text.empty() && !(text.front() >= '0' && text.front() <= '9') &&
         std::ranges::all_of(text, may_be_in);
}

// Any key of a dict, or of what Runner reads at the top, that a name most likely means.
std::string meant_by(std::string_view name, const Dict& dict, bool is_top) {
  std::string plain(name);
  std::ranges::replace(plain, '-', '_');
  const auto is_meant = [&](std::string_view key) {
    return key == plain || is_misspelt(name, key);
  };
  for (const Entry& entry : dict.entries()) {
    if (entry.key->kind == Value::Kind::kString && is_meant(entry.key->text()))
      return std::string(entry.key->text());
  }
  const auto keys = is_top ? config::runner_keys() : std::span<const std::string>();
  const auto found = std::ranges::find_if(keys, is_meant);
  return found == keys.end() ? "" : *found;
}

// What is wrong with a key path; nullopt if nothing is known to be. As MMEngine merges it
// (mmengine/config/config.py, Config._merge_a_into_b).
std::optional<LaunchHit> problem_of(std::string_view path, const Value& root, bool is_dumped) {
  LaunchHit out;
  out.name = std::string(path);
  const auto parts = split(path, '.');
  if (parts.back() == "_delete_") return std::nullopt;  // what is there is taken away
  const Value* at = &root;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::string_view part = parts[i];
    if (at->kind == Value::Kind::kList) {
      std::size_t index = 0;
      const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), index);
      const bool is_index = error == std::errc() && end == part.data() + part.size();
      if (!is_index || index >= at->items().size()) {
        out.form = is_index ? "index" : "scalar";
        return out;
      }
      at = at->items()[index];
    } else if (at->kind == Value::Kind::kDict) {
      const Entry* there = at->dict().find(part);
      if (!there && i == 0 && is_dumped && !is_name(part)) out.form = "name";
      if (!there && !(i == 0 && config::is_runner_key(part)))
        out.nearest = meant_by(part, at->dict(), i == 0);
      if (!out.nearest.empty() || !out.form.empty()) return out;
      if (!there) return std::nullopt;
      at = there->value;
    } else if (at->kind == Value::Kind::kUnknown || at->kind == Value::Kind::kObject) {
      return std::nullopt;
    } else {
      out.form = "scalar";
      return out;
    }
    out.captures["part"] = (i == 0 ? "" : out.captures["part"] + ".") + std::string(part);
  }
  return std::nullopt;
}

std::optional<LaunchHit> problem_of(const script::Pair& pair, const Value& root, bool is_dumped) {
  const std::size_t equals = pair.text.find('=');
  if (equals != pair.text.npos) return problem_of(pair.text.substr(0, equals), root, is_dumped);
  LaunchHit out;
  out.name = std::string(pair.text);
  out.form = "pair";
  return pair.word->is_whole ? std::optional(out) : std::nullopt;
}

}  // namespace

LaunchHits given_keys(const LaunchView& view) {
  LaunchHits out;
  for (const launch::LinkedLaunch* linked : view.reached()) {
    if (!linked->script_summary || linked->config.path.empty()) continue;
    const config::Resolved* config = view.request.workspace.resolve(linked->config.path);
    if (!config || !config->ok() || config->root->kind != Value::Kind::kDict) continue;
    const script::Start start = launch::start_of(*linked);
    for (const script::Option& option : linked->script_summary->options) {
      if (!option.is_dict) continue;
      for (const script::Pair& pair : script::pairs_of(start, option.names)) {
        auto hit = view.has(pair.word->at)
                       ? problem_of(pair, *config->root, !linked->script_summary->builds.empty())
                       : std::nullopt;
        if (!hit) continue;
        hit->at = pair.word->at;
        hit->linked = linked;
        hit->captures["config"] = linked->config_word->value;
        out.push_back(std::move(*hit));
      }
    }
  }
  return out;
}

}  // namespace mmlint::check::predicates
