// The fuzz target over shell scripts: an input is one script, which is read and followed.
//
// A crash, a report of a sanitizer, a hang, or an abort here is a fault:
//   - every span lies inside the file, and a run that says so holds the file's bytes
//   - indexes of the facts are those of something
//   - following a script twice gives the same

#include "launch_judge.h"
#include "shell/summary.h"
#include "shell_syntax/shell_document.h"
#include "shell_syntax/walk.h"
#include "target.h"

namespace mmlint::fuzz {
namespace {

using namespace shell;

class Check {
 public:
  explicit Check(const Source& source) : source_(source) {}

  void document(const shell_syntax::ShellDocument& document) {
    for (const auto& each : document.problems()) span(each.span);
    for (const auto& each : document.suppressions().comments) span(each.comment);
    for (const auto& each : document.suppressions().statements) range(each.begin, each.end);
    shell_syntax::Visitor visitor;
    visitor.statement = [&](const auto& each) { range(each.begin, each.end); };
    visitor.word = [&](const auto& each) { range(each.begin, each.end); };
    visitor.part = [&](const auto& each) { range(each.begin, each.end); };
    visitor.assignment = [&](const auto& each) { range(each.begin, each.end); };
    walk(document.statements(), visitor);
  }

  void facts(const Summary& script) {
    for (const Command& each : script.commands) {
      span(each.span);
      for (const ExpandedWord& word : each.words) text(word);
      if (each.context.loop) index(*each.context.loop, script.loops.size());
      if (each.context.pipeline) index(*each.context.pipeline, script.pipelines.size());
      if (each.context.wait) span(*each.context.wait);
      summary += '\n';
    }
    for (const EnvironmentWrite& each : script.settings) setting(each);
    for (const Loop& each : script.loops) span(each.span);
    for (const Pipeline& each : script.pipelines) {
      span(each.span);
      if (each.status_read) span(*each.status_read);
      if (each.pipestatus_read) span(*each.pipestatus_read);
    }
    for (const EmbeddedPython& each : script.embedded) {
      span(each.span);
      runs(each.text, each.runs);
    }
    for (const Launch& each : script.launches) launch(script, each);
  }

  std::string summary;

 private:
  void range(std::uint32_t begin, std::uint32_t end) const {
    if (begin > end || end > source_.bytes().size()) fault("a node outside of the file");
  }
  void span(const Span& each) const {
    if (each.file != source_.id() && each.known()) fault("a span of another file");
    if (each.known()) range(each.begin, each.end);
  }
  static void index(std::size_t i, std::size_t size) {
    if (i >= size) fault("an index of nothing");
  }
  void runs(const std::string& value, const std::vector<SourceRun>& all) const {
    for (std::size_t i = 0; i < all.size(); ++i) {
      span(all[i].source);
      const std::size_t end = i + 1 < all.size() ? all[i + 1].at : value.size();
      if (all[i].at > end || end > value.size()) fault("runs out of order");
      const std::string_view bytes = std::string_view(value).substr(all[i].at, end - all[i].at);
      if (all[i].verbatim && source_.text(all[i].source).substr(0, bytes.size()) != bytes)
        fault("a run that is not what stands there");
    }
  }
  void text(const ExpandedWord& each) {
    span(each.span);
    span(each.blame);
    for (const PossibleValue& possible : each.possible_values) span(possible.span);
    if (const auto written = each.written(); written && source_.text(*written) != each.value)
      fault("a value that is not written there");
    runs(each.value, each.runs);
    summary += each.value + std::to_string(static_cast<int>(each.precision)) + ' ';
  }
  void setting(const EnvironmentWrite& each) {
    span(each.span);
    if (each.value) text(*each.value);
  }
  void launch(const Summary& script, const Launch& each) {
    index(each.command, script.commands.size());
    index(each.first, script.commands[each.command].words.size());
    span(each.span);
    span(each.starter);
    text(each.program);
    text(each.target_word());
    text(each.folder);
    if (each.interpreter) text(*each.interpreter);
    for (const Flag& flag : each.launcher ? each.launcher->flags : std::vector<Flag>()) {
      span(flag.span);
      if (flag.value) text(*flag.value);
    }
    for (const ExpandedWord& argument : each.arguments) text(argument);
    for (const EnvironmentWrite& variable : each.environment) setting(variable);
    std::optional<std::size_t> code;
    if (const auto* target = std::get_if<CodeTarget>(&each.target)) code = target->embedded;
    if (const auto* target = std::get_if<StandardInputTarget>(&each.target))
      code = target->embedded;
    if (code) index(*code, script.embedded.size());
  }

  const Source& source_;
};

}  // namespace

// Ten thousand statements of eight words each, followed twice while a corpus is replayed.
const Limits kLimits = {.steps = {100'000'000, 2'000}, .bytes = {60'000'000, 20'000}};

void run(std::string_view input) {
  const Source source(FileId{0}, "/p/run.sh", std::string(input));
  const shell_syntax::ShellDocument document(source);
  Check first(source);
  first.document(document);
  first.facts(summarize(document));
  Check second(source);
  second.facts(summarize(document));
  if (first.summary != second.summary) fault("the second time is another");
  judge_launcher(input);
}

}  // namespace mmlint::fuzz
