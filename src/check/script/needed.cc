#include "check/script/needed.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "base/paths.h"
#include "check/check.h"
#include "check/launch_graph.h"
#include "check/script_context.h"
#include "project/workspace.h"

namespace mmlint::check {
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

bool is_needed_in_launch(const std::string& path, const LaunchGraph& graph) {
  const auto own = graph.of_script(path);
  return std::any_of(own.begin(), own.end(), [&](const LinkedLaunch* earlier) {
    return std::any_of(graph.all().begin(), graph.all().end(), [&](const LinkedLaunch* later) {
      return later->script_summary && depends_on(*later, *earlier) &&
             trains_when_started(*later->script_summary);
    });
  });
}

// Whether a value is the command line of a program, as a list, that names a path.
bool names(const script::Alternatives& command, const std::string& path, const Request& request) {
  const Value* words = script::only_data(command);
  if (!words) return false;
  return std::any_of(words->items.begin(), words->items.end(), [&](const Value* word) {
    if (word->kind != Value::Kind::kString) return false;
    return std::any_of(request.roots.begin(), request.roots.end(), [&](const std::string& root) {
      return absolute_path(word->text, root) == path;
    });
  });
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

bool is_needed_in_script(const std::string& path, const Request& request) {
  std::vector<std::string> callers;
  for (const std::string& other : request.all_scripts()) {
    const syntax::Document* document = other == path ? nullptr : request.workspace.document(other);
    if (!document) continue;
    const std::string_view text = document->source().bytes();
    if (text.find("subprocess") != text.npos && text.find(file_name(path)) != text.npos)
      callers.push_back(other);
  }
  if (callers.empty()) return false;
  const auto summaries = request.workspace.scripts(callers);
  return std::any_of(summaries.begin(), summaries.end(), [&](const auto& summary) {
    return summary && trains_when_started(*summary) &&
           std::any_of(summary->calls.begin(), summary->calls.end(), [&](const Call& call) {
             return call.point.reached && !call.point.handled && !call.arguments.empty() &&
                    checks(call) && names(call.arguments.front().value, path, request);
           });
  });
}

}  // namespace

bool is_needed_to_train(const std::string& path, const Request& request, const LaunchGraph& graph) {
  return is_needed_in_launch(path, graph) || is_needed_in_script(path, request);
}

}  // namespace mmlint::check
