#include "fix/judge_example.h"

#include "base/text.h"
#include "fix/fixer.h"
#include "fix/match_hint.h"

namespace mmlint::fix {
namespace {

using catalog::Catalog;
using catalog::Example;
using catalog::ExampleFile;
using catalog::ExamplePlace;
using catalog::Rule;

using Texts = std::map<std::string, std::string>;  // by path in the example's project

constexpr std::string_view kRoot = "/p/";

// The rules that say whether a rule finds something. Whether a suppression is used is known only
// when its own rule has been tried. `asked`: the fix is for information too.
std::vector<Catalog::Active> rules_for(const Rule& rule, const Catalog& catalog,
                                       const catalog::Target& target, bool asked) {
  const bool all =
      rule.match.kind == catalog::Match::Kind::kProblem && rule.match.name == "unused-suppression";
  std::vector<Catalog::Active> out = catalog.active(target, true);
  for (Catalog::Active& active : out) active.asked = asked && active.rule->code == rule.code;
  std::erase_if(out, [&](const Catalog::Active& active) {
    const std::string& code = active.rule->code;
    return code != rule.code && code != rule.cause_in_script &&
           !(all && active.rule->on_by_default);
  });
  return out;
}

// An example's files as a project in memory, and a rule that judges it.
class ExampleRun {
 public:
  ExampleRun(const Texts& texts, const Rule& rule, const Catalog& catalog,
             const std::string& target, bool asked)
      : rule_(rule),
        catalog_(catalog),
        target_(*catalog.target(target)),
        rules_(rules_for(rule, catalog, target_, asked)) {
    std::vector<std::string> paths, configs;
    for (const auto& [path, text] : texts) {
      paths.push_back(std::string(kRoot) + path);
      disk_.add(paths.back(), text);
    }
    project::Settings settings;
    settings.knows_all_variables = false;
    settings.packages.roots = {parent_folder(std::string(kRoot) + "file")};
    workspace_ = std::make_unique<project::Workspace>(disk_, sources_, std::move(settings));
    workspace_->load(paths);
    for (const std::string& path : paths) {
      const config::DocumentKind kind = workspace_->kind(path);
      if (kind == config::DocumentKind::kConfig) configs.push_back(path);
      if (kind == config::DocumentKind::kScript) scripts_.push_back(path);
      if (kind == config::DocumentKind::kShell) launch_scripts_.push_back(path);
    }
    index_ = std::make_unique<project::Index>(*workspace_, std::move(configs));
  }

  // Why nothing in a file of the example is judged: where Python or bash refuses its text, and
  // what it says. Empty if nothing is wrong with it.
  std::optional<Contradiction> refused(const std::string& path) {
    const std::string whole = std::string(kRoot) + path;
    const syntax::Document* document = workspace_->document(whole);
    if (!document) return std::nullopt;
    if (workspace_->kind(whole) == config::DocumentKind::kShell) {
      const shell_syntax::ShellDocument shell(document->source());
      if (shell.problems().empty()) return std::nullopt;
      return refused(path, "expected a valid shell script", shell.problems().front());
    }
    if (!path.ends_with(".py") || document->parse_all()) return std::nullopt;
    return refused(path, "expected valid Python", document->problems().front());
  }

  // What the configs of the example mean, and null for each that does not load.
  std::vector<const Value*> meanings() {
    std::vector<const Value*> out;
    for (const std::string& path : index_->configs())
      out.push_back(workspace_->resolve(path)->root);
    return out;
  }

  std::vector<Diagnostic> findings() {
    std::vector<Diagnostic> out;
    for (check::Finding& finding : check::run_check(request())) {
      if (finding.diagnostic.code == rule_.code) out.push_back(std::move(finding.diagnostic));
    }
    return out;
  }

  Outcome fixed() { return fix(request(), options()); }

  std::string path_of(const Diagnostic& finding) const {
    return sources_.get(finding.primary.file).path().substr(kRoot.size());
  }

  // As a marker would say it: the part of the finding that is on its first line.
  ExamplePlace place_of(const Diagnostic& finding) const {
    const Position begin = sources_.begin_of(finding.primary);
    const Position end = sources_.end_of(finding.primary);
    if (end.line == begin.line) return {begin.line, begin.column, end.column};
    const std::string_view line = sources_.get(finding.primary.file).lines().line_text(begin.line);
    const std::size_t size = line.find_last_not_of(" \t\f") + 1;
    return {begin.line, begin.column,
            static_cast<std::uint32_t>(count_characters(line.substr(0, size))) + 1};
  }

 private:
  Contradiction refused(const std::string& path, std::string_view expected,
                        const SyntaxProblem& problem) const {
    return {path, sources_.begin_of(problem.span).line,
            fmt::format("{}, and it is none: {}", expected, problem.message)};
  }

  static Options options() {
    return {true, Where::kAuto, [](const std::string&) { return true; }};
  }

  check::Request request() {
    return {.workspace = *workspace_,
            .index = *index_,
            .passed = index_->configs(),
            .target = target_,
            .rules = rules_,
            .scripts = scripts_,
            .launch_scripts = launch_scripts_,
            .roots = roots_,
            .catalog = &catalog_};
  }

  const Rule& rule_;
  const Catalog& catalog_;
  const catalog::Target& target_;
  std::vector<Catalog::Active> rules_;
  MemoryFileSystem disk_;
  SourceStore sources_;
  std::vector<std::string> scripts_, launch_scripts_;
  std::vector<std::string> roots_{"/p"};
  std::unique_ptr<project::Workspace> workspace_;
  std::unique_ptr<project::Index> index_;
};

// Rules about what keeps a config from loading have examples that do not load.
bool is_about_problems(const catalog::Match& match) {
  return match.kind == catalog::Match::Kind::kProblem ||
         (match.kind == catalog::Match::Kind::kCheck && match.name == "syntax-error") ||
         std::ranges::any_of(match.children, is_about_problems);
}

std::string columns(const ExamplePlace& place) {
  if (place.begin == 0) return "in the line";
  if (place.end <= place.begin + 1) return fmt::format("at column {}", place.begin);
  return fmt::format("at columns {}-{}", place.begin, place.end - 1);
}

// The findings of one file, which are taken out as the markers name them.
struct FoundFinding {
  ExamplePlace place;
  std::string message;
};

bool take(std::vector<FoundFinding>& found, const ExamplePlace& place, bool exactly) {
  const auto same = [&](const FoundFinding& each) {
    return each.place.line == place.line &&
           (!exactly || (each.place.begin == place.begin && each.place.end == place.end));
  };
  const auto at = std::ranges::find_if(found, same);
  if (at == found.end()) return false;
  found.erase(at);
  return true;
}

class ExampleJudge {
 public:
  ExampleJudge(const Catalog& catalog, const Rule& rule, const Example& example)
      : catalog_(catalog), rule_(rule), example_(example) {}

  std::vector<Contradiction> judge() {
    Texts texts;
    for (const ExampleFile& file : example_.files) {
      if (!file.made) texts[file.path] = file.text;
    }
    ExampleRun trial(texts, rule_, catalog_, example_.target, has_fixed());
    if (!is_about_problems(rule_.match)) {
      for (const ExampleFile& file : example_.files) {
        if (file.made) continue;
        if (auto wrong = trial.refused(file.path))
          add(file.source, file.line_in_source(wrong->line), std::move(wrong->text));
      }
      if (!out_.empty()) return std::move(out_);
    }
    compare_findings(trial);
    if (!example_.good) compare_fix(trial, std::move(texts));
    return std::move(out_);
  }

 private:
  bool has_fixed() const {
    return std::ranges::any_of(example_.files,
                               [](const ExampleFile& file) { return file.fixed.has_value(); });
  }

  void compare_findings(ExampleRun& trial) {
    std::map<std::string, std::vector<FoundFinding>> found;
    for (const Diagnostic& finding : trial.findings())
      found[trial.path_of(finding)].push_back({trial.place_of(finding), finding.message});
    // Where nothing at all is found, the rule may ask for what the example does not have.
    std::string hint;
    if (found.empty() && !example_.good && rule_.documents == "config" &&
        !is_about_problems(rule_.match))
      hint = match_hint(rule_.match, *catalog_.target(example_.target), trial.meanings());
    for (const ExampleFile& file : example_.files) {
      std::vector<FoundFinding>& here = found[file.path];
      std::vector<ExamplePlace> missing;
      for (const bool exactly : {true, false}) {
        for (const ExamplePlace& place : file.found_at) {
          if ((place.begin != 0) == exactly && !take(here, place, exactly))
            missing.push_back(place);
        }
      }
      for (const ExamplePlace& place : missing) {
        add(file.source, place.told_line != 0 ? place.told_line : place.line,
            fmt::format("expected {} {}, and it is not found there{}", rule_.code, columns(place),
                        hint));
      }
      for (const FoundFinding& each : here) {
        add(file.source, file.line_in_source(each.place.line),
            fmt::format("expected nothing, and found {} {}: {}", rule_.code, columns(each.place),
                        each.message));
      }
    }
  }

  void compare_fix(ExampleRun& trial, Texts texts) {
    const Outcome outcome = trial.fixed();
    std::string refused;
    for (const RefusedFix& each : outcome.refused)
      refused += fmt::format(" (the fix was refused: {})", each.reason);
    for (const FileChange& change : outcome.changes)
      texts[change.path.substr(kRoot.size())] = change.after;
    for (const ExampleFile& file : example_.files) compare_text(file, texts[file.path], refused);
    const ExampleFile& first = example_.files.front();
    const std::string& source = first.made || first.fixed ? first.fixed_source : first.source;
    for (const FileChange& change : outcome.changes) {
      const std::string path = change.path.substr(kRoot.size());
      if (std::ranges::none_of(example_.files,
                               [&](const ExampleFile& file) { return file.path == path; }))
        add(source, 0, made_text(path, change.after));
    }
    if (!has_fixed()) {
      // Not offered, rather than offered and refused.
      using catalog::verb::ReplaceValue;
      if (rule_.fix && std::holds_alternative<ReplaceValue>(rule_.fix->action) && !refused.empty())
        add(source, 0, "expected no fix, and one is tried" + refused);
      return;
    }
    if (!outcome.left.empty()) {
      add(source, 0,
          fmt::format("expected nothing after the fix, and {} is still found: {}",
                      outcome.left.front().code, outcome.left.front().message));
    }
    ExampleRun again(texts, rule_, catalog_, example_.target, has_fixed());
    if (!again.fixed().changes.empty())
      add(source, 0, "expected a second fix to change nothing, and it changes the text again");
  }

  void compare_text(const ExampleFile& file, const std::string& came, const std::string& refused) {
    const std::string& expected = file.fixed ? *file.fixed : file.text;
    if (came == expected) return;
    const bool silent = !file.fixed && refused.empty();
    const std::vector<std::string_view> wanted = split(expected, '\n'), got = split(came, '\n');
    std::size_t i = 0;
    while (i < wanted.size() && i < got.size() && wanted[i] == got[i]) ++i;
    const auto shown = [&](const std::vector<std::string_view>& lines) {
      return i < lines.size() ? fmt::format("'{}'", lines[i]) : std::string("the end of the file");
    };
    const std::uint32_t line = static_cast<std::uint32_t>(i) + 1;
    if (silent) return add(file.source, file.line_in_source(line), missing_text(file, came));
    add(file.fixed ? file.fixed_source : file.source, file.fixed ? line : file.line_in_source(line),
        fmt::format("expected {} after the fix, and it leaves {}{}", shown(wanted), shown(got),
                    refused));
  }

  // An example that says nothing of what the fix leaves: which file is to be written, and with
  // what, should that be right.
  static std::string missing_text(const ExampleFile& file, const std::string& came) {
    return fmt::format(
        "the fix changes this file, and {} is missing, which says what it leaves; if this is "
        "right, write it:{}",
        in_rule_file(file) ? "its \"fixed\"" : fixed_path(file_name(file.source)), indented(came));
  }
  std::string made_text(const std::string& path, const std::string& came) const {
    const ExampleFile& first = example_.files.front();
    const bool folder = first.source.ends_with('/' + example_.name + '/' + first.path);
    std::string where = fmt::format("{}/{}", example_.name, fixed_path(path));
    if (in_rule_file(first)) {
      where = fmt::format("a file with \"path\": \"{}\" and \"made\"", path);
    } else if (!first.made && !folder) {
      where += fmt::format(" beside {}/{}", example_.name, first.path);
    }
    return fmt::format(
        "the fix makes the file {}, which the example lacks; if this is right, write {}:{}", path,
        where, indented(came));
  }
  static bool in_rule_file(const ExampleFile& file) {
    return file.source.ends_with(": " + file.path);
  }
  // "a.fixed.py" of "a.py".
  static std::string fixed_path(std::string_view path) {
    const std::string_view end = extension(path);
    return fmt::format("{}.fixed{}", path.substr(0, path.size() - end.size()), end);
  }
  static std::string indented(std::string_view text) {
    std::string out;
    if (text.ends_with('\n')) text.remove_suffix(1);
    for (const std::string_view line : split(text, '\n')) out += fmt::format("\n    {}", line);
    return out;
  }

  void add(const std::string& source, std::uint32_t line, std::string text) {
    out_.push_back({source, line, std::move(text)});
  }

  const Catalog& catalog_;
  const Rule& rule_;
  const Example& example_;
  std::vector<Contradiction> out_;
};

}  // namespace

std::vector<Contradiction> judge_example(const Catalog& catalog, const Rule& rule,
                                         const Example& example) {
  return ExampleJudge(catalog, rule, example).judge();
}

}  // namespace mmlint::fix
