#include "check/config/change_groups.h"

#include "launch/reachable.h"
#include "script/symbols.h"

namespace mmlint::check {
namespace {

using script::Summary;

// Whether a pattern of a rule and a written key can be about one value. `is_leaf`: what is written
// has no parts.
bool overlaps(std::string_view pattern, std::string_view key, bool is_leaf) {
  if (pattern.front() != key.front() && pattern.front() != '*' && key.front() != '*') return false;
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
  return std::ranges::all_of(write.value, [](const auto& value) {
    return value.prefix() || (value.data() && !value.data()->is_container() &&
                              value.data()->kind != Value::Kind::kUnknown);
  });
}

// Whether nobody knows what is written.
bool is_unknown(const script::ConfigWrite& write) {
  return !write.value.empty() && std::ranges::all_of(write.value, [](const auto& value) {
    return !value.data() || value.data()->kind == Value::Kind::kUnknown;
  });
}

// Whether a script gives the launcher that its user does: how the config is started says which.
bool gives_users_launcher(const std::string& key, const script::Build::Definitions& definitions,
                          const Summary& script) {
  const auto is_users = [](const auto& value) {
    return value.is_unknown() || value.symbol().option();
  };
  return key == "launcher" && std::ranges::all_of(definitions.writes, [&](std::size_t i) {
           const script::ConfigWrite& write = script.writes[i];
           return write.point.guard.conditions().empty() && !write.value.empty() &&
                  std::ranges::all_of(write.value, is_users);
         });
}

// What nobody knows decides only a rule that names the key: a rule about all keys (**.device) finds
// nothing in it.
bool decides(const std::string& key, const script::Build::Definitions& definitions,
             const Summary& script, const Matcher& matcher) {
  const auto decides_one = [&](const script::ConfigWrite& write) {
    const bool unknown = is_unknown(write), leaf = is_leaf(write);
    return std::ranges::any_of(matcher.keys(), [&](const std::string& asked) {
      return !(unknown && asked.starts_with('*')) && overlaps(asked, key, leaf);
    });
  };
  return std::ranges::any_of(definitions.writes,
                             [&](std::size_t write) { return decides_one(script.writes[write]); });
}

// Whether a call that makes the process group takes something of the config.
Answer reads_config(const script::Call& call) {
  if (call.more) return Answer::kYes;
  Answer any = Answer::kNo;
  for (const script::Argument& argument : call.arguments) {
    for (const script::Alternative& value : argument.value) {
      if (value.symbol().config_key()) return Answer::kYes;
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
    if (!script::makes_group(call.symbol) || !launch::may_hold(call.point.guard, target)) continue;
    const Answer one = reads_config(call);
    if (one == Answer::kYes) return one;
    if (one == Answer::kUnknown) any = one;
  }
  return any;
}

}  // namespace

bool DecidingChanges::any() const {
  return std::ranges::any_of(builds, [](const auto& keys) { return !keys.empty(); });
}

const DecidingChanges& ChangeGroups::changes(const Matcher& matcher, const Summary& script) {
  const auto [known, is_new] = changes_.try_emplace({&matcher, &script});
  DecidingChanges& out = known->second;
  if (!is_new) return out;
  if (matcher.asks("dist-cfg-is-read")) out.dist_cfg_is_read = reads_dist_cfg(script, target_);
  std::string signature = std::to_string(static_cast<int>(out.dist_cfg_is_read));
  for (const script::Build& build : script.builds) {
    launch::KeyDefinitions& list = out.builds.emplace_back();
    for (const auto& each : build.keys) {
      if (!gives_users_launcher(each.first, each.second, script) &&
          decides(each.first, each.second, script, matcher))
        list.push_back(&each);
    }
    signature += "|" + launch::signature_of(list, script, target_);
  }
  auto& signatures = signatures_[&matcher];
  out.signature = signatures.try_emplace(std::move(signature), signatures.size()).first->second;
  return out;
}

const ChangeGroups::Groups& ChangeGroups::of(const Matcher& matcher,
                                             const launch::Builders& builders) {
  const auto key = std::make_pair(&matcher, &builders);
  {
    const std::shared_lock lock(mutex_);
    const auto known = groups_.find(key);
    if (known != groups_.end()) return known->second;
  }
  const std::lock_guard lock(mutex_);
  const auto [known, is_new] = groups_.try_emplace(key);
  Groups& out = known->second;
  if (!is_new) return out;
  // In the list of groups. Under options that one of them is given, scripts differ.
  std::map<std::pair<std::size_t, std::set<std::string>>, std::size_t> places;
  for (std::size_t i = 0; i < builders.size(); ++i) {
    const DecidingChanges& own = changes(matcher, *builders[i].summary);
    const auto [place, is_first] =
        places.try_emplace({own.signature, builders[i].given}, out.groups.size());
    if (is_first) out.groups.emplace_back();
    out.groups[place->second].push_back({&builders[i], i, &own});
    out.any = out.any || own.any();
  }
  return out;
}

}  // namespace mmlint::check
