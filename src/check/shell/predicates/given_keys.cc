// --cfg-options or its like sets what the config does not have, or cannot be merged into it.
// captures: config, part
// forms: index, item, scalar, pair, brackets, name

#include "base/text.h"
#include "check/shell/predicate.h"
#include "config/document_kind.h"
#include "launch/launch_start.h"
#include "project/workspace.h"
#include "script/dict_action.h"
#include "value/value_python.h"

namespace mmlint::check::predicates {
namespace {

constexpr std::size_t kMostCompared = 10'000'000;  // keys of one launch with those of its config

// The key that a name is most likely a misspelling of: one of a dict, or at the top one that Runner
// reads. Empty if there is none.
std::string meant_by(std::string_view name, const Dict& dict, bool is_top, std::size_t& compared) {
  if ((compared += dict.size()) > kMostCompared) return "";
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
std::optional<LaunchHit> problem_of(std::string_view path, const Value& root, bool is_dumped,
                                    std::size_t& compared) {
  LaunchHit out;
  out.name = std::string(path);
  const auto parts = split(path, '.');
  const Value* at = &root;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::string_view part = parts[i];
    if (at->kind == Value::Kind::kList) {
      const bool is_last = i + 1 == parts.size();
      const bool is_index = part.find_first_not_of("0123456789") == part.npos && !part.empty();
      const std::size_t size = at->items().size();
      std::size_t index = size;  // it stays so for a number that is too large
      if (is_index) std::from_chars(part.data(), part.data() + part.size(), index);
      if (index >= size || is_last) {
        out.form = !is_index ? "scalar" : index >= size ? "index" : "item";
        return out;
      }
      at = at->items()[index];
    } else if (at->kind == Value::Kind::kDict) {
      const Entry* there = at->dict().find(part);
      if (!there && i == 0 && is_dumped && (!is_identifier(part) || is_keyword(part)))
        out.form = "name";
      if (!there && !(i == 0 && config::is_runner_key(part)))
        out.nearest = meant_by(part, at->dict(), i == 0, compared);
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

std::optional<LaunchHit> problem_of(const script::Pair& pair, const Value& root, bool is_dumped,
                                    std::size_t& compared) {
  const std::size_t equals = pair.text.find('=');
  if (equals != pair.text.npos) {
    Pool pool;
    const std::string_view key = pair.text.substr(0, equals);
    const std::string_view text = pair.text.substr(equals + 1);
    if (!pair.word->is_whole || script::dict_action_value(text, pool, pair.word->at))
      return problem_of(key, root, is_dumped, compared);
  }
  LaunchHit out;
  out.name = std::string(pair.text);
  out.form = equals == pair.text.npos ? "pair" : "brackets";
  return pair.word->is_whole ? std::optional(out) : std::nullopt;
}

// The word with the name that is meant; empty if none is known, or if the word is not written so in
// the launch script, as where a variable is a part of it.
std::string with_nearest(const script::Pair& pair, const LaunchHit& hit, std::string_view text) {
  std::string out = pair.word->text;
  const Span at = pair.word->at;
  if (hit.nearest.empty() || text.substr(at.begin, at.length()) != out) return "";
  const auto before = hit.captures.find("part");  // the parts of the key that are right
  std::size_t from = static_cast<std::size_t>(pair.text.data() - pair.word->text.data());
  if (before != hit.captures.end()) from += before->second.size() + 1;
  return out.replace(from, out.find_first_of(".=", from) - from, hit.nearest);
}

// Knows what MMEngine merges into nothing: what is below KEY if "KEY._delete_" is given as well.
class Emptied {
 public:
  explicit Emptied(std::span<const script::Pair> pairs) {
    constexpr std::string_view kDelete = "_delete_";
    for (const script::Pair& pair : pairs) {
      const std::string_view key = pair.text.substr(0, pair.text.find('='));
      if (key.ends_with("._delete_")) keys_.insert(key.substr(0, key.size() - kDelete.size()));
    }
  }
  bool has(std::string_view path) const {
    std::size_t dot = keys_.empty() ? path.npos : path.find('.');
    for (int parts = 0; dot != path.npos && parts < kMostParts; ++parts) {
      if (keys_.contains(path.substr(0, dot + 1))) return true;
      dot = path.find('.', dot + 1);
    }
    return false;
  }

 private:
  static constexpr int kMostParts = 400;
  std::set<std::string_view> keys_;  // with a dot at the end
};

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
      const std::vector<script::Pair> pairs = script::pairs_of(start, option.names);
      const Emptied emptied(pairs);
      std::size_t compared = 0;
      for (const script::Pair& pair : pairs) {
        auto hit =
            view.has(pair.word->at) && !emptied.has(pair.text)
                ? problem_of(pair, *config->root, !linked->script_summary->builds.empty(), compared)
                : std::nullopt;
        if (!hit) continue;
        hit->at = pair.word->at;
        hit->linked = linked;
        hit->replacement = with_nearest(pair, *hit, view.text);
        hit->captures["config"] = linked->config_word->value;
        out.push_back(std::move(*hit));
      }
    }
  }
  return out;
}

}  // namespace mmlint::check::predicates
