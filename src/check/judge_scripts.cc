#include "check/judge_scripts.h"

#include "base/parallel.h"
#include "base/paths.h"
#include "base/text.h"
#include "check/script_verdicts.h"
#include "check/undecided.h"
#include "launch/own_kernels.h"
#include "launch/program_store.h"
#include "project/import_scan.h"

namespace mmlint::check {

namespace {

constexpr std::size_t kProgramsAtOnce = 32;  // judged, before what their starts do is forgotten

// Python in a launch script: only errors are emitted, and nothing edits it. No fact is known of it.
void judge_inside(const script::Summary& script, const launch::ProgramFacts& facts,
                  const std::deque<ScriptRule>& rules, FindingTable& table) {
  for (const ScriptRule& rule : rules) {
    std::vector<ScriptHit> hits = rule.matcher.find(script, facts);
    if (hits.empty()) continue;
    const ScriptRule::Beside beside = rule.beside(script, facts);
    for (ScriptHit& hit : hits) {
      const HitFacts of_hit{rule.harm_of(hit, beside)};
      const Level level = severity_of(of_hit, hit, script, facts);
      if (level.severity != Severity::kError) continue;
      Finding* finding = table.entry(rule.active, hit.at, true);
      if (!finding || finding->script_hit()) continue;
      rule.emit(std::move(hit), facts, beside, level, *finding, table);
      finding->fix = nullptr;
    }
  }
}

// Returns the scripts that a rule may match. The script, together with its imported modules, names
// something that a rule is about; or the script itself names a module that the project compiles.
std::vector<std::string> worth_walking(const Request& request,
                                       const std::set<std::string, std::less<>>& own_kernels,
                                       const std::deque<ScriptRule>& rules) {
  const auto paths = request.scripts;
  const auto imported = request.workspace.imported(paths);
  std::set<std::string, std::less<>> wanted;
  for (const ScriptRule& rule : rules) rule.matcher.add_needed(wanted);
  std::set<std::string> kernels;  // also by the name that a relative import has of them
  for (const std::string& name : own_kernels)
    kernels.insert({name, name.substr(name.rfind('.') + 1)});
  wanted.insert(kernels.begin(), kernels.end());
  std::map<std::string, Words> words;  // of each file, those that are wanted
  for (std::size_t i = 0; i < paths.size(); ++i) {
    words.try_emplace(paths[i]);
    for (const std::string& path : imported[i]) words.try_emplace(path);
  }
  std::vector<std::pair<const syntax::Document*, Words*>> files;
  for (auto& [path, own] : words) {
    if (const syntax::Document* document = request.workspace.document(path))
      files.emplace_back(document, &own);
  }
  const int jobs = request.workspace.settings().jobs;
  parallel_for(jobs, files.size(), [&](std::size_t i) {
    *files[i].second = Words(files[i].first->source().bytes(), wanted);
  });
  std::vector<char> worth(paths.size());
  parallel_for(jobs, paths.size(), [&](std::size_t i) {
    const auto is_worth = [&](const Words& all) {
      return std::ranges::any_of(
          rules, [&](const ScriptRule& rule) { return rule.matcher.may_match(all); });
    };
    Words all = words.at(paths[i]);
    worth[i] = is_worth(all) ||
               std::ranges::any_of(kernels, [&](const auto& name) { return all.has(name); });
    if (worth[i] || imported[i].empty()) return;
    for (const std::string& path : imported[i]) all.add(words.at(path));
    worth[i] = is_worth(all);
  });
  std::vector<std::string> out;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    if (worth[i]) out.push_back(paths[i]);
  }
  return out;
}

bool uses_torch(const script::Summary& script) {
  return std::ranges::any_of(script.imports, [](const script::Import& each) {
    return is_in(each.symbol.package(), {"torch", "mmengine"});
  });
}

// The rest of the training run is unknown, so this has the severity of an undecided condition.
void emit_limit_of(const launch::ProgramFacts& facts, const Request& request, FindingTable& table,
                   OpenQuestions* open) {
  const launch::Program& program = facts.program();
  const bool trains = is_for_training(facts) && uses_torch(program.summary());
  if (trains && open) open->not_followed(program.path());
  emit_limit(
      program.summary().document->source().id(),
      {"this script, with what it imports and beside the others, is too big or has too many paths "
       "to be walked to its end, so something in it may be missed",
       "该脚本连同它导入的模块和其他脚本一起过大，或执行路径过多，无法分析到结尾，因此可能有遗漏"},
      request, table, trains ? Severity::kWarning : Severity::kInfo);
}

// What the rule about causes finds in the scripts that build a Runner, passed or not. `known` has
// what it has found in the programs that were judged.
ScriptCauses causes_in(const Request& request, const launch::ProgramStore& programs,
                       const CauseRule& cause,
                       std::map<const launch::ProgramFacts*, std::vector<ScriptHit>> known) {
  ScriptCauses out;
  if (!cause.rule || cause.scripts.empty()) return out;
  out.code = cause.rule->rule->code;
  std::deque<ScriptRule> only;
  only.emplace_back(*cause.rule, request.target);
  Verdicts verdicts(request, only);
  for (const std::string& path : cause.scripts) {
    const launch::ProgramFacts& facts = programs.program(path)->on(request.target);
    const auto own = known.find(&facts);
    verdicts.add(own == known.end() ? find_hits(facts, only)
                                    : ProgramHits{&facts, {std::move(own->second)}});
  }
  Suppressed suppressed(request.workspace);
  for (const Span place : verdicts.places()) {
    const std::string& path = request.workspace.sources().get(place.file).path();
    (suppressed.is_suppressed(place, *cause.rule->rule) ? out.excused : out.reported).insert(path);
  }
  std::erase_if(out.excused, [&](const std::string& path) { return out.reported.contains(path); });
  return out;
}

struct LaunchRule {
  LaunchRule(const catalog::Catalog::Active& active_rule, const catalog::Target& target)
      : active{active_rule.rule, active_rule.severity, nullptr},
        matcher(*active_rule.rule, target) {}
  ActiveRule active;
  LaunchMatcher matcher;
};

}  // namespace

ScriptCauses judge_scripts(const Request& request, const launch::ProgramStore& programs,
                           const CauseRule& cause, FindingTable& table, OpenQuestions* open) {
  if (request.scripts.empty() && request.launch_scripts.empty() && cause.scripts.empty()) return {};
  std::deque<ScriptRule> rules;
  for (const catalog::Catalog::Active& active : request.rules) {
    if (active.rule->documents == "script") rules.emplace_back(active, request.target);
  }
  if (rules.empty()) return {};
  const std::vector<std::string> paths =
      worth_walking(request, programs.get<launch::own_kernels>().modules, rules);
  request.workspace.scripts(paths);
  std::vector<const launch::ProgramFacts*> all;
  for (const std::string& path : paths) {
    if (const launch::Program* program = programs.program(path))
      all.push_back(&program->on(request.target));
  }
  const auto cause_rule = static_cast<std::size_t>(
      std::ranges::find_if(rules,
                           [&](const ScriptRule& rule) {
                             return cause.rule && rule.active.rule == cause.rule->rule;
                           }) -
      rules.begin());
  std::map<const launch::ProgramFacts*, std::vector<ScriptHit>> of_cause;
  Verdicts verdicts(request, rules);
  const int jobs = request.workspace.settings().jobs;
  std::vector<ProgramHits> some(kProgramsAtOnce);
  for (std::size_t begin = 0; begin < all.size(); begin += some.size()) {
    const std::size_t count = std::min(all.size() - begin, some.size());
    parallel_for(jobs, count, [&](std::size_t i) {
      some[i] = find_hits(*all[begin + i], rules);
      if (open) some[i].facts->get<is_group_undecided>();
      some[i].facts->forget_big();
    });
    for (std::size_t i = 0; i < count; ++i) {
      const launch::ProgramFacts& facts = *some[i].facts;
      if (!facts.program().summary().complete) emit_limit_of(facts, request, table, open);
      if (cause_rule < rules.size()) of_cause.emplace(&facts, some[i].by_rule[cause_rule]);
      verdicts.add(std::exchange(some[i], {}));
      if (open) note_undecided(facts, *open);
    }
  }
  verdicts.emit(table);
  for (const auto* script : request.workspace.launch_scripts(request.launch_scripts)) {
    if (!script) continue;
    for (const auto& inside : script->python)
      judge_inside(*inside->script, programs.nothing().on(request.target), rules, table);
  }
  return causes_in(request, programs, cause, std::move(of_cause));
}

void judge_launch_scripts(const Request& request, const launch::ProgramStore& programs,
                          FindingTable& table) {
  if (request.launch_scripts.empty()) return;
  std::deque<LaunchRule> rules;
  for (const catalog::Catalog::Active& active : request.rules) {
    if (active.rule->documents == "shell") rules.emplace_back(active, request.target);
  }
  if (rules.empty()) return;
  const auto launchers = request.workspace.launch_scripts(request.launch_scripts);
  for (std::size_t i = 0; i < launchers.size(); ++i) {
    const std::string& path = request.launch_scripts[i];
    const shell::Summary* summary = programs.graph().summary_of(path);
    if (!launchers[i]) continue;
    if (!summary) summary = &launchers[i]->summary;
    if (!summary->is_whole())
      emit_limit(request.workspace.document(path)->source().id(),
                 {"this script is too big, or computes too much, to be followed to its end, so "
                  "something in it may be missed",
                  "该脚本过大或计算过多，无法一直跟踪到结尾，因此可能有遗漏"},
                 request, table);
    const auto& problems = launchers[i]->document.problems();
    const bool too_deep = !problems.empty() && problems.front().is_limit();
    if (too_deep)
      emit_limit(problems.front().span.file,
                 {"this script is nested too deeply or too complex to be read to its end, so only "
                  "its first commands are judged",
                  "该脚本嵌套过深或过于复杂，无法读到结尾，因此只检查了前面的命令"},
                 request, table, Severity::kError);
    const LaunchView view{.path = path,
                          .text = request.workspace.document(path)->source().bytes(),
                          .summary = *summary,
                          .graph = programs.graph(),
                          .programs = programs,
                          .request = request,
                          .refused = !launchers[i]->is_valid() && !too_deep};
    for (const LaunchRule& rule : rules) {
      for (LaunchHit& hit : rule.matcher.find(view)) {
        Finding* finding = table.entry(rule.active, hit.at, true);
        if (!finding || finding->launch_hit()) continue;
        table.describe(*finding, hit);
        hit.graph = programs.share(programs.graph());
        finding->evidence = std::move(hit);
      }
    }
  }
}

namespace {

// Whether a script seems to import a module of that name, from whatever package.
bool may_import(const syntax::Document& script, std::string_view name) {
  const auto imports = project::scan_imports(script.source().bytes());
  return std::ranges::any_of(imports, [name](const auto& import) {
    const auto parts = split(import.dotted, '.');
    return is_in(name, parts) || is_in(name, import.names);
  });
}

bool is_reached(const std::string& path, const Request& request,
                const launch::ProgramStore& programs) {
  if (!programs.graph().of_script(path).empty()) return true;
  const std::string folder = parent_folder(path);
  const std::string_view name = stem(path) == "__init__" ? file_name(folder) : stem(path);
  return std::ranges::any_of(request.scripts, [&](const std::string& script) {
    const syntax::Document* document = request.workspace.document(script);
    return document && may_import(*document, name);
  });
}

// Whether a text that is not UTF-8 says which encoding it has, so that Python takes it (PEP 263).
bool names_encoding(std::string_view text) {
  for (int line = 0; line < 2; ++line) {
    const std::string_view first = text.substr(0, text.find('\n'));
    const std::size_t at = trim(first).starts_with('#') ? first.find("coding") : first.npos;
    const std::string_view name = at == first.npos ? std::string_view() : first.substr(at + 6);
    if (name.starts_with(':') || name.starts_with('='))
      return !trim(name.substr(1)).starts_with("utf");
    text.remove_prefix(std::min(first.size() + 1, text.size()));
  }
  return false;
}

// Why mmlint does not judge a script that Python or bash may take; nullopt if Python refuses it.
std::optional<LocalizedText> limit_of(const syntax::Document& document) {
  const SyntaxProblem& first = document.problems().front();
  const std::string_view text = document.source().bytes();
  if (first.is_limit())
    return LocalizedText{fmt::format("{}, so nothing in this script is judged", first.message),
                         "该脚本过大或嵌套过深，因此未检查其中任何内容"};
  const bool takes = extension(document.source().path()) != ".py" || names_encoding(text);
  if (first.kind != SyntaxProblem::Kind::kNotUtf8 || !takes) return std::nullopt;
  return LocalizedText{"it reads UTF-8 only, so nothing in this script is judged",
                       "只读取 UTF-8，因此未检查该脚本中的任何内容"};
}

}  // namespace

void judge_refused(const Request& request, const launch::ProgramStore& programs,
                   std::span<const ActiveRule> rules, FindingTable& table) {
  for (const std::string& path : request.refused) {
    const syntax::Document* document = request.workspace.document(path);
    if (!document || document->problems().empty()) continue;
    const bool reached = is_reached(path, request, programs);
    const std::string_view text = document->source().bytes();
    const bool matters = reached || contains(text, "torch") || contains(text, "mmengine");
    if (const auto limit = limit_of(*document)) {
      emit_limit(document->source().id(), *limit, request, table,
                 matters ? Severity::kError : Severity::kInfo);
      continue;
    }
    const SyntaxProblem& first = document->problems().front();
    const Problem problem{ProblemKind::kSyntaxError,
                          first.span,
                          {{"language", "Python"}, {"detail", first.message}},
                          {}};
    for (const ActiveRule& active : rules) {
      if (active.matcher->problem() != rule_name(problem.kind)) continue;
      Finding* finding = table.entry(active, problem.span, true);
      if (!finding) continue;
      table.describe(*finding, problem);
      static const LocalizedText kWhy = {
          "Python ends with a SyntaxError where the file is started or imported, and runs none of "
          "it.",
          "Python 在启动或导入该文件时以 SyntaxError 结束，不会执行其中任何内容。"};
      finding->diagnostic.why = kWhy.in(request.language);
      const bool is_text = first.kind == SyntaxProblem::Kind::kNotUtf8;
      if (!(is_text ? matters : reached)) finding->diagnostic.severity = Severity::kInfo;
    }
  }
}

}  // namespace mmlint::check
