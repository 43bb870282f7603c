#include "app/checking/merging.h"

#include "base/text.h"

namespace mmlint::app {
namespace {

std::vector<std::string> targets_of(const Judging& judging) {
  std::vector<std::string> out{judging.target->name};
  for (const check::OnTarget& other : judging.others) out.push_back(other.target->name);
  return out;
}

// The targets on which MMEngine leaves the model in CPU memory, although they have a card.
std::vector<std::string> unknown_targets_of(const Judging& judging) {
  std::vector<std::string> out;
  const auto add = [&](const catalog::Target& target) {
    const auto text = [&](const char* fact) {
      const catalog::Literal* literal = target.fact(fact);
      return literal && literal->string() ? *literal->string() : std::string();
    };
    if (text("mmengine_device") == "cpu" && text("device") != "cpu") out.push_back(target.name);
  };
  add(*judging.target);
  for (const check::OnTarget& other : judging.others) add(*other.target);
  return out;
}

void add_sentences(const std::vector<std::string>& more, std::vector<std::string>& all) {
  for (const std::string& each : more) {
    if (!is_in(each, all)) all.push_back(each);
  }
}

// What files are after the fixes of several parts, one after the other.
void add_changes(std::vector<FileChange> more, std::vector<FileChange>& all) {
  for (FileChange& change : more) {
    const auto known = std::ranges::find_if(
        all, [&](const FileChange& other) { return other.path == change.path; });
    if (known == all.end())
      all.push_back(std::move(change));
    else
      known->after = std::move(change.after);
  }
  std::ranges::sort(all, [](const FileChange& a, const FileChange& b) { return a.path < b.path; });
}

}  // namespace

void add_description(const Judging& judging, RunReport& report) {
  add_sentences(targets_of(judging), report.targets);
  report.target_chosen = report.target_chosen || judging.target_chosen;
  report.mmengine = judging.mmengine;
  if (!judging.version_note.empty()) add_sentences({judging.version_note}, report.notes);
}

bool may_use_mmengine(const check::Request& request) {
  const auto any_has = [&](std::span<const std::string> paths, std::string_view word) {
    return std::ranges::any_of(paths, [&](const std::string& path) {
      return contains(request.workspace.text(path), word);
    });
  };
  const auto scripts = request.all_scripts();
  if (!any_has(scripts, "torch")) return true;
  constexpr std::array<std::string_view, 3> kWords = {"mmengine", "env_cfg", "default_scope"};
  return std::ranges::any_of(kWords, [&](std::string_view word) {
    return any_has(scripts, word) || any_has(request.passed, word);
  });
}

void add_unknown_targets(const Judging& judging, RunReport& report) {
  add_sentences(unknown_targets_of(judging), report.unknown_targets);
}

void add_judged(const Judging& judging, std::span<const std::string> files,
                report::JudgedFiles& judged) {
  judged.paths.insert(files.begin(), files.end());
  for (const catalog::Catalog::Active& active : judging.rules)
    judged.rules.insert(active.rule->code);
  for (const check::OnTarget& other : judging.others) {
    for (const catalog::Catalog::Active& active : other.rules)
      judged.rules.insert(active.rule->code);
  }
}

void name_targets(const Judging& judging, RunReport& part) {
  const auto name = [&judging](auto& items) {
    for (auto& each : items) {
      if (each.targets.empty()) each.targets = targets_of(judging);
    }
  };
  name(part.diagnostics);
  name(part.failures);
}

void name_targets(RunReport& all) {
  const auto name = [&all](auto& items) {
    for (auto& each : items) {
      if (each.targets.empty()) each.targets = all.targets;
    }
  };
  name(all.diagnostics);
  name(all.failures);
}

void add_part(RunReport part, RunReport& all) {
  const auto append = [](auto& more, auto& into) {
    std::move(more.begin(), more.end(), std::back_inserter(into));
  };
  append(part.diagnostics, all.diagnostics);
  append(part.fixed, all.fixed);
  append(part.refused, all.refused);
  append(part.migrations, all.migrations);
  append(part.failures, all.failures);
  add_sentences(part.notes, all.notes);
  add_sentences(part.open, all.open);
  add_changes(std::move(part.changes), all.changes);
}

void count_parts(std::span<const Part> parts, std::map<std::string, std::size_t>& parts_of_file) {
  if (parts.size() < 2) return;
  for (const Part& part : parts) {
    for (const std::string& path : part.configs) ++parts_of_file[path];
  }
}

void merge_parts(const std::map<std::string, std::size_t>& parts_of_file,
                 const SourceStore& sources, RunReport& report) {
  std::map<std::tuple<std::string, std::string, std::uint32_t, std::string>, std::size_t> index;
  std::vector<Diagnostic> all;
  std::vector<std::size_t> parts;  // in how many each was found
  for (Diagnostic& each : report.diagnostics) {
    const auto [known, is_new] = index.try_emplace(
        {sources.get(each.primary.file).path(), each.code, each.primary.begin, each.message},
        all.size());
    if (is_new) {
      all.push_back(std::move(each));
      parts.push_back(1);
    } else {
      add_sentences(each.targets, all[known->second].targets);
      ++parts[known->second];
    }
  }
  std::size_t i = 0;
  std::erase_if(all, [&](const Diagnostic& each) {
    const std::size_t count = parts[i++];
    if (each.name != rule_name(ProblemKind::kUnusedSuppression)) return false;
    const auto all_parts = parts_of_file.find(sources.get(each.primary.file).path());
    return all_parts != parts_of_file.end() && count < all_parts->second;
  });
  std::ranges::stable_sort(all, [&](const Diagnostic& a, const Diagnostic& b) {
    const std::string& one = sources.get(a.primary.file).path();
    const std::string& two = sources.get(b.primary.file).path();
    return one != two ? one < two : before(a, b);
  });
  report.diagnostics = std::move(all);
  std::vector<Failure> failures;
  for (Failure& each : report.failures) {
    const auto same = std::ranges::find_if(failures, [&](const Failure& known) {
      return known.stage == each.stage && known.codes == each.codes && known.errors == each.errors;
    });
    if (same == failures.end())
      failures.push_back(std::move(each));
    else
      add_sentences(each.targets, same->targets);
  }
  report.failures = std::move(failures);
  if (report.targets.size() > 1) return;
  for (Diagnostic& each : report.diagnostics) each.targets.clear();
  for (Failure& each : report.failures) each.targets.clear();
}

}  // namespace mmlint::app
