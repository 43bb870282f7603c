#include "fix/verify.h"

#include "fix/config/override_dict.h"

namespace mmlint::fix {
using config::Resolved;

std::vector<std::string> reached(const check::Finding& finding) {
  std::vector<std::string> out;
  for (const check::Reach& reach : finding.reaches()) out.push_back(reach.view.config->path);
  return out;
}

OrRefusal<std::unique_ptr<Trial>> try_out(const Plan& plan, const Context& context) {
  return Trial::make(context.workspace, plan.edits, plan.files);
}

OrRefusal<std::vector<Intent>> effect_of(Trial& trial, std::span<const std::string> also,
                                         const Context& context) {
  std::set<std::string> paths(also.begin(), also.end());
  for (const project::Node* heir : context.index.reach(trial.changed())) paths.insert(heir->path());
  const std::vector<std::string> list(paths.begin(), paths.end());
  const auto before = context.workspace.resolve(list);
  const auto after = trial.workspace().resolve(list);
  std::vector<Intent> intents;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (!loads_as_before(*before[i], *after[i], context.workspace.sources()))
      return refuse(Reason::kLoadsOtherwise, {list[i]});
    for (Intent& intent : differences(*before[i], *after[i], context.workspace.sources()))
      intents.push_back(std::move(intent));
  }
  std::ranges::sort(intents);
  return intents;
}

std::optional<std::string> key_left_behind(const check::Finding& finding,
                                           const std::vector<Intent>& intents) {
  if (!std::holds_alternative<catalog::verb::ChangeEntries>(finding.fix->action))
    return std::nullopt;
  for (const check::Reach& reach : finding.reaches()) {
    const std::string& path = reach.view.config->path;
    const auto of_config = [&](const Intent& intent) { return intent.config == path; };
    if (std::ranges::none_of(intents, of_config)) continue;
    for (const check::Hit& hit : reach.hits) {
      const DictChanges changes = changes_of(finding, hit, *reach.view.config->root);
      if (!changes.dict) continue;
      const std::string above = parent_key(hit.key) + ".";
      const auto is_changed = [&](const std::string& key) {
        return std::ranges::any_of(intents, [&](const Intent& intent) {
          return of_config(intent) && intent.key == above + key;
        });
      };
      for (const auto& [key, value] : changes.set) {
        const Value* had = changes.dict->dict().get(key);
        if (!(had && check::equals(*had, value, false)) && !is_changed(key)) return above + key;
      }
      for (const std::string& key : changes.drop) {
        if (changes.dict->dict().find(key) && !is_changed(key)) return above + key;
      }
    }
  }
  return std::nullopt;
}

namespace {

constexpr int kMaxDepth = 400;

class Comparison {
 public:
  Comparison(const std::string& config, const SourceStore& sources, std::vector<Intent>& out)
      : config_(config), sources_(sources), out_(out) {}

  void compare(const Value& a, const Value& b, const std::string& key, int depth) {
    if (&a == &b || depth > kMaxDepth) return;
    if (a.kind == Value::Kind::kDict && b.kind == Value::Kind::kDict)
      return compare_dicts(a, b, key, depth);
    const bool lists = a.kind == b.kind && (a.is_sequence());
    if (lists && a.items().size() == b.items().size()) {
      for (std::size_t i = 0; i < a.items().size(); ++i) {
        compare(*a.items()[i], *b.items()[i], append_index(key, i), depth + 1);
      }
      return;
    }
    if (!same(a, b)) add(key, &a, &b);
  }

 private:
  void compare_dicts(const Value& a, const Value& b, const std::string& key, int depth) {
    for (const Entry& entry : a.dict().entries()) {
      const Entry* other = b.dict().find(*entry.key);
      const std::string below = append_key(key, *entry.key);
      if (other)
        compare(*entry.value, *other->value, below, depth + 1);
      else
        add(below, entry.value, nullptr);
    }
    for (const Entry& entry : b.dict().entries()) {
      if (!a.dict().find(*entry.key)) add(append_key(key, *entry.key), nullptr, entry.value);
    }
  }

  bool same(const Value& a, const Value& b) const {
    if (a.kind != b.kind) return false;
    if (a.kind == Value::Kind::kUnknown) {
      const auto text = [this](const Value& v) {
        return v.span.known() ? sources_.text(v.span) : std::string_view();
      };
      return a.text() == b.text() && text(a) == text(b);
    }
    if (a.kind == Value::Kind::kObject || a.kind == Value::Kind::kFloat)
      return print(a) == print(b);
    return equal(a, b);
  }

  void add(const std::string& key, const Value* before, const Value* after) {
    Intent intent{config_, key, std::nullopt, std::nullopt};
    if (before) intent.before = print(*before);
    if (after) intent.after = print(*after);
    out_.push_back(std::move(intent));
  }

  const std::string& config_;
  const SourceStore& sources_;
  std::vector<Intent>& out_;
};

bool match_parts(std::span<const std::string_view> key, std::span<const std::string_view> pattern) {
  if (pattern.empty()) return key.empty();
  if (pattern.front() == "**") {
    for (std::size_t i = 0; i <= key.size(); ++i) {
      if (match_parts(key.subspan(i), pattern.subspan(1))) return true;
    }
    return false;
  }
  if (key.empty() || (pattern.front() != "*" && pattern.front() != key.front())) return false;
  return match_parts(key.subspan(1), pattern.subspan(1));
}

// The body of a config ends at its first exception: whether it ended at one, and now ends at none
// or further down.
bool runs_further(const Resolved& before, const Resolved& after) {
  constexpr ProblemKind kRaised[] = {ProblemKind::kUndefinedName, ProblemKind::kConfigRaises};
  const auto raises = [&](const Resolved& config) {
    return config.problems.size() == 1 && is_in(config.problems[0].kind, kRaised);
  };
  return raises(before) && (after.ok() || (raises(after) && after.problems[0].span.begin >
                                                                before.problems[0].span.begin));
}

// The one fix of a file that is not plain UTF-8 lets it load, and what inherits it. A file that
// Python refuses even so stays as it is. Of an heir only its own problems count, the base is
// compared itself.
bool is_unblocked(const Resolved& before, const Resolved& after) {
  if (before.ok()) return false;
  const auto has = [](const Resolved& config, ProblemKind kind) {
    return std::ranges::count(config.problems, kind, &Problem::kind) != 0;
  };
  if (has(before, ProblemKind::kNotUtf8))
    return !has(after, ProblemKind::kNotUtf8) && !has(after, ProblemKind::kSyntaxError);
  if (before.problems.empty()) return !before.bases_ok && after.bases_ok;
  return runs_further(before, after);
}

}  // namespace

std::vector<Intent> differences(const Resolved& before, const Resolved& after,
                                const SourceStore& sources) {
  std::vector<Intent> out;
  if (before.root && after.root) {
    Comparison(before.path, sources, out).compare(*before.root, *after.root, "", 0);
  }
  return out;
}

bool loads_as_before(const Resolved& before, const Resolved& after, const SourceStore& sources) {
  if (is_unblocked(before, after)) return true;
  if (before.ok() != after.ok() || before.bases_ok != after.bases_ok ||
      before.problems.size() != after.problems.size() ||
      before.root_problems.size() != after.root_problems.size()) {
    return false;
  }
  const auto text = [&](const Problem& p) {
    return p.span.known() ? sources.text(p.span) : std::string_view();
  };
  for (std::size_t i = 0; i < before.problems.size(); ++i) {
    if (before.problems[i].kind != after.problems[i].kind) return false;
    if (text(before.problems[i]) != text(after.problems[i])) return false;
  }
  return true;
}

bool matches_key_pattern(std::string_view key, std::string_view pattern) {
  const std::vector<std::string_view> parts = key_parts(key);
  return match_parts(parts, key_parts(pattern));
}

}  // namespace mmlint::fix
