

#include "app/checking/judging.h"
#include "app/commands/commands.h"
#include "app/output/output.h"
#include "app/settings/rule_folders.h"
#include "catalog/load.h"
#include "fix/judge_example.h"

namespace mmlint::app {
namespace {

// Judges the rules of one folder by their examples, and collects what contradicts them.
class RulesCheck {
 public:
  RulesCheck(const Options& options, const catalog::Catalog& catalog)
      : options_(options), catalog_(catalog), folder_(rules_folder(options)) {}

  // `selector` is a code, a name or the beginning of codes; empty: all.
  Status judge(const std::string& selector) {
    std::vector<std::string> codes;
    if (!selector.empty()) {
      auto chosen = catalog_.codes(selector);
      if (!chosen) return tl::unexpected(chosen.error());
      codes = std::move(*chosen);
    }
    for (const catalog::Rule& rule : catalog_.rules()) {
      const bool chosen = selector.empty() || is_in(rule.code, codes);
      if (chosen && is_below(rule.file, folder_)) judge_rule(rule);
    }
    if (rules_ == 0) return fail("no rule to judge is here", folder_);
    return selector.empty() ? look_for_strangers() : Status();
  }

  bool contradicted() const { return contradictions_ > 0; }
  std::string text() const {
    return out_ + fmt::format("rules: {}, examples: {}, contradictions: {}\n", rules_, examples_,
                              contradictions_);
  }

 private:
  void judge_rule(const catalog::Rule& rule) {
    ++rules_;
    const auto examples = examples_of(rule, catalog_, options_);
    if (!examples) {
      const Error& error = examples.error();
      add({error.path, error.line,
           fmt::format("{} (until that is mended no example of {} is judged)", error.message,
                       rule.code)});
      return;
    }
    for (const std::string& wrong : catalog::lacking(rule, *examples)) {
      add({join_path(examples_folder(options_), rule.code), 0,
           fmt::format("of the examples of {} {}", rule.code, wrong)});
    }
    for (const catalog::Example& example : *examples) {
      ++examples_;
      for (const fix::Contradiction& each : fix::judge_example(catalog_, rule, example)) add(each);
    }
  }

  // A folder of examples that is called as no rule would never be judged.
  Status look_for_strangers() {
    const std::string folder = examples_folder(options_);
    const DiskFileSystem disk;
    if (disk.kind(folder) == FileKind::kMissing) return {};
    const auto entries = disk.list(folder);
    if (!entries) return tl::unexpected(entries.error());
    for (const FolderEntry& entry : *entries) {
      const catalog::Rule* rule = catalog_.rule(entry.name);
      const bool ours = rule && rule->code == entry.name && is_below(rule->file, folder_);
      if (!ours && !entry.name.starts_with('.')) {
        add({join_path(folder, entry.name), 0,
             fmt::format("expected a folder that is called as the code of a rule in {}",
                         relative_path(folder_, current_folder_))});
      }
    }
    return {};
  }

  void add(const fix::Contradiction& each) {
    ++contradictions_;
    const std::string path =
        each.source.starts_with('/') ? relative_path(each.source, current_folder_) : each.source;
    out_ += to_string(Error{each.text, path, each.line}) + '\n';
  }

  const Options& options_;
  const catalog::Catalog& catalog_;
  std::string folder_, current_folder_ = current_folder();
  std::string out_;
  std::size_t rules_ = 0, examples_ = 0, contradictions_ = 0;
};

}  // namespace

int run_rules_check(const Options& options) {
  RunReport report;
  const auto judging = prepare_judging(options);
  if (!judging) return leave(judging.error());
  RulesCheck check(options, (*judging)->catalog);
  Status done = check.judge(options.paths.empty() ? "" : options.paths.front());
  if (done) done = write_stdout(check.text());
  if (!done) report.errors.push_back(done.error());
  return leave(report, static_cast<int>(check.contradicted() ? Exit::kFindings : Exit::kClean));
}

}  // namespace mmlint::app
