#include "check/trained.h"

#include <algorithm>
#include <map>
#include <utility>

#include "check/config_changes.h"
#include "script/symbols.h"

namespace mmlint::check {
namespace {

using script::Summary;

// Whether a pattern of a rule and a written key can be about one value. `is_leaf`: what is written
// has no parts.
bool overlaps(std::string_view pattern, std::string_view key, bool is_leaf) {
  const auto asked = key_parts(pattern), written = key_parts(key);
  for (std::size_t i = 0; i < asked.size() && i < written.size(); ++i) {
    if (asked[i] == "**" || written[i] == "**") {
      const std::string_view last = asked.back();
      return !is_leaf || last.starts_with('*') || last == written.back();
    }
    if (asked[i] != "*" && asked[i] != written[i]) return false;
  }
  // A rule about all keys finds nothing below a value without parts.
  return !(is_leaf && pattern.starts_with('*') && written.size() < asked.size());
}

bool is_leaf(const script::ConfigWrite& write) {
  return std::all_of(write.value.begin(), write.value.end(), [](const auto& value) {
    return value.prefix() || (value.data() && !value.data()->is_container() &&
                              value.data()->kind != Value::Kind::kUnknown);
  });
}

// Whether nobody knows what is written.
bool is_unknown(const script::ConfigWrite& write) {
  return !write.value.empty() &&
         std::all_of(write.value.begin(), write.value.end(), [](const auto& value) {
           return !value.data() || value.data()->kind == Value::Kind::kUnknown;
         });
}

// What nobody knows decides only a rule that names the key: a rule about all keys (**.device) finds
// nothing in it.
bool decides(const std::string& key, const script::Build::Definitions& definitions,
             const Summary& script, const Matcher& matcher) {
  const auto decides_one = [&](const script::ConfigWrite& write) {
    const bool unknown = is_unknown(write), leaf = is_leaf(write);
    return std::any_of(matcher.keys().begin(), matcher.keys().end(), [&](const std::string& asked) {
      return !(unknown && asked.starts_with('*')) && overlaps(asked, key, leaf);
    });
  };
  return std::any_of(definitions.writes.begin(), definitions.writes.end(),
                     [&](std::size_t write) { return decides_one(script.writes[write]); });
}

// Whether a call that makes the process group takes something of the config.
Answer reads_config(const script::Call& call) {
  if (call.more) return Answer::kYes;
  Answer any = Answer::kNo;
  for (const script::Argument& argument : call.arguments) {
    for (const script::Alternative& value : argument.value) {
      if (script::below(value.symbol(), "<config>")) return Answer::kYes;
      if (value.is_unknown()) any = Answer::kUnknown;
    }
  }
  return any;
}

// Whether what makes the process group reads dist_cfg: the Runner does, if there is no group yet.
Answer reads_dist_cfg(const Summary& script, const catalog::Target& target) {
  for (const script::Build& build : script.builds) {
    if (script.calls[build.call].point.group == script::OnPaths::kNone) return Answer::kYes;
  }
  Answer any = Answer::kNo;
  for (const script::Call& call : script.calls) {
    if (!script::makes_group(call.symbol) || !may_hold(call.point.guard, target)) continue;
    const Answer one = reads_config(call);
    if (one == Answer::kYes) return one;
    if (one == Answer::kUnknown) any = one;
  }
  return any;
}

// The same value, which may stand in a dict that was copied.
bool is_same(const Hit& a, const Hit& b) {
  if (a.key != b.key || !a.found.value != !b.found.value) return false;
  return a.found.value == b.found.value ||
         (a.found.value->kind == b.found.value->kind && a.found.value->span == b.found.value->span);
}

bool stands_in(Span at, const Summary& script) {
  const auto is_there = [at](const auto& fact) { return fact.span.file == at.file; };
  return at.known() && (std::any_of(script.writes.begin(), script.writes.end(), is_there) ||
                        std::any_of(script.calls.begin(), script.calls.end(), is_there));
}

WrittenHit written_by(const Builder& builder, Hit hit) {
  WrittenHit out{std::move(hit), builder.path};
  out.statement = out.hit.found.value->span;
  for (const script::ConfigWrite& write : builder.summary->writes) {
    if (write.span.contains(out.statement)) out.statement = write.span;
  }
  return out;
}

// Judges a config by a rule for one script after the other.
class Judge {
 public:
  Judge(const Matcher& matcher, const ConfigView& view, std::vector<Hit> loaded,
        const FileSystem& files)
      : matcher_(matcher), view_(view), files_(files), loaded_(std::move(loaded)) {
    kept_.resize(loaded_.size());
    may_run_distributed_ = view_.may_run_distributed;
  }

  void judge(const Builder& builder, const std::vector<DecidingKeys::Keys>& keys,
             const catalog::Target& target, Pool& pool) {
    const Summary& script = *builder.summary;
    const std::size_t before = out_.written.size();
    view_.dist_cfg_is_read =
        matcher_.asks("dist-cfg-is-read") ? reads_dist_cfg(script, target) : Answer::kYes;
    std::map<std::size_t, std::size_t> seen;  // written hits, by how many variants have them
    std::size_t variants = 0;
    for (const DecidingKeys::Keys& of_build : keys) {
      ConfigChanges changes(*view_.config->root, script, target, pool);
      for (const auto* key : of_build) changes.add(key->first, key->second);
      changes.for_each([&](const Value& root) {
        ++variants;
        judge(root, builder, before, seen);
      });
    }
    for (const auto& [written, times] : seen) out_.written[written].is_certain = times == variants;
  }

  TrainedHits taken(std::string* unknown) {
    if (unknown && !(is_as_loaded_ && unknown_.empty())) *unknown = std::move(unknown_);
    for (std::size_t i = 0; i < loaded_.size(); ++i) {
      if (kept_[i]) out_.loaded.push_back(std::move(loaded_[i]));
    }
    return std::move(out_);
  }

 private:
  void judge(const Value& root, const Builder& builder, std::size_t before,
             std::map<std::size_t, std::size_t>& seen) {
    view_.changed = &root;
    if (view_.changed == view_.config->root) {
      // As it was judged before.
      if (view_.dist_cfg_is_read == Answer::kYes) {
        is_as_loaded_ = true;
        return kept_.assign(kept_.size(), true);
      }
    } else {
      const Value* launcher = root.dict.get("launcher");
      view_.may_run_distributed = launcher ? !launcher->is_string("none") : may_run_distributed_;
    }
    std::string unknown;
    for (Hit& hit : matcher_.find(view_, files_, &unknown)) {
      const auto known = std::find_if(loaded_.begin(), loaded_.end(),
                                      [&](const Hit& each) { return is_same(each, hit); });
      if (known != loaded_.end()) {
        kept_[static_cast<std::size_t>(known - loaded_.begin())] = true;
        continue;
      }
      if (!hit.found.value || !stands_in(hit.found.value->span, *builder.summary)) continue;
      auto& written = out_.written;
      const auto same =
          std::find_if(written.begin() + static_cast<std::ptrdiff_t>(before), written.end(),
                       [&](const WrittenHit& each) { return is_same(each.hit, hit); });
      ++seen[static_cast<std::size_t>(same - written.begin())];
      if (same == written.end()) written.push_back(written_by(builder, std::move(hit)));
    }
    if (!unknown.empty()) unknown_ = std::move(unknown);
  }

  const Matcher& matcher_;
  ConfigView view_;
  const FileSystem& files_;
  std::vector<Hit> loaded_;
  std::vector<char> kept_;           // of each loaded hit, whether some script keeps it
  bool may_run_distributed_ = true;  // of the config as it is loaded
  bool is_as_loaded_ = false;        // some script leaves the keys that decide as they are
  TrainedHits out_;
  std::string unknown_;
};

}  // namespace

TrainedHits as_trained(const Matcher& matcher, const ConfigView& view, std::vector<Hit> loaded,
                       std::span<const Builder> builders, DecidingKeys& keys,
                       const catalog::Target& target, const FileSystem& files, Pool& pool,
                       std::string* unknown) {
  const auto asks = [&](const Builder& builder) {
    const auto& lists = keys.of(matcher, *builder.summary);
    return std::any_of(lists.begin(), lists.end(), [](const auto& list) { return !list.empty(); });
  };
  if (view.partial || builders.empty() ||
      (!matcher.asks("dist-cfg-is-read") && std::none_of(builders.begin(), builders.end(), asks)))
    return {std::move(loaded), {}};
  Judge judge(matcher, view, std::move(loaded), files);
  for (const Builder& builder : builders)
    judge.judge(builder, keys.of(matcher, *builder.summary), target, pool);
  return judge.taken(unknown);
}

const std::vector<DecidingKeys::Keys>& DecidingKeys::of(const Matcher& matcher,
                                                        const Summary& script) {
  const auto key = std::make_pair(&matcher, &script);
  {
    const std::shared_lock lock(mutex_);
    const auto known = known_.find(key);
    if (known != known_.end()) return known->second;
  }
  std::vector<Keys> lists;
  for (const script::Build& build : script.builds) {
    Keys& list = lists.emplace_back();
    for (const auto& each : build.keys) {
      if (decides(each.first, each.second, script, matcher)) list.push_back(&each);
    }
  }
  const std::lock_guard lock(mutex_);
  return known_.try_emplace(key, std::move(lists)).first->second;
}

void add_written(const ActiveRule& active, const WrittenHit& written, const ConfigView& view,
                 Span at, FindingTable& table) {
  Finding& finding = *table.entry(active, at, true);
  auto& reaches = std::get<std::vector<Reach>>(finding.evidence);
  if (reaches.empty()) {
    table.describe(finding, written.hit);
    finding.fix = nullptr;  // the plans of such rules are for configs
    Severity& severity = finding.diagnostic.severity;
    if (!written.is_certain) severity = std::min(severity, Severity::kWarning);
    finding.on.front().severity = severity;
    if (active.by_launcher) table.set_by_launcher(finding, view);
  }
  if (reaches.empty() || reaches.back().view.config != view.config) reaches.push_back({view, {}});
}

}  // namespace mmlint::check
