#include "launch/needed_scripts.h"

#include "launch/program_store.h"

namespace mmlint::launch {
namespace {

using script::Call;

const shell::Command& command_of(const LinkedLaunch& linked) {
  return linked.from->commands[linked.launch->command];
}

// Whether a launch comes to its command only if that of an earlier one succeeds.
bool depends_on(const LinkedLaunch& later, const LinkedLaunch& earlier) {
  if (later.from != earlier.from || later.launch->command <= earlier.launch->command) return false;
  const shell::Command& first = command_of(earlier);
  const auto& after = command_of(later).context.after;
  return first.context.stops || (after && after->contains(first.span));
}

// Adds the paths that the command line of a program names, as a list.
void add_named(const script::Alternatives& command, const ProjectView& project,
               std::set<std::string>& out) {
  const Value* words = script::only_data(command);
  if (!words) return;
  for (const Value* word : words->items()) {
    if (word->kind != Value::Kind::kString || !word->text().ends_with(".py")) continue;
    for (const std::string& root : project.roots) out.insert(absolute_path(word->text(), root));
  }
}

// subprocess.run(..., check=True) and its like, which raise if the program fails.
bool checks(const Call& call) {
  if (call.symbol == "subprocess.check_call" || call.symbol == "subprocess.check_output")
    return true;
  const script::Argument* check =
      call.symbol == "subprocess.run" ? call.argument("check", std::string::npos) : nullptr;
  const Value* value = check ? script::only_data(check->value) : nullptr;
  return value && value->kind == Value::Kind::kBool && value->boolean;
}

// Whether a text may start a program of Python and check how it ends.
bool may_check(std::string_view text) {
  const auto has = [&](std::string_view word) { return text.find(word) != text.npos; };
  return has("subprocess") && has(".py") &&
         (has("check=True") || has("check_call") || has("check_output"));
}

void add_launched(const LaunchGraph& graph, std::set<std::string>& out) {
  std::map<const shell::Summary*, std::vector<const LinkedLaunch*>> by_start;
  for (const LinkedLaunch* each : graph.all()) {
    if (each->script_summary) by_start[each->from].push_back(each);
  }
  for (const auto& [from, launches] : by_start) {
    for (const LinkedLaunch* later : launches) {
      if (!later->script_summary->trains) continue;
      for (const LinkedLaunch* earlier : launches) {
        if (depends_on(*later, *earlier)) out.insert(earlier->script.path);
      }
    }
  }
}

void add_called(const ProjectView& project, std::set<std::string>& out) {
  std::vector<std::string> callers;
  for (const std::string& path : project.scripts) {
    const syntax::Document* document = project.workspace.document(path);
    if (document && may_check(document->source().bytes())) callers.push_back(path);
  }
  if (callers.empty()) return;
  for (const auto& summary : project.workspace.scripts(callers)) {
    if (!summary || !summary->trains) continue;
    for (const Call& call : summary->calls) {
      if (call.point.reached && !call.point.handled && !call.arguments.empty() && checks(call))
        add_named(call.arguments.front().value, project, out);
    }
  }
}

}  // namespace

std::set<std::string> needed_scripts(const ProgramStore& programs) {
  std::set<std::string> out;
  add_launched(programs.graph(), out);
  add_called(programs.project(), out);
  return out;
}

}  // namespace mmlint::launch
