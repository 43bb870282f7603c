// Prints what launch scripts start as JSON, one line for each path on standard input.

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>

#include "dump_json.h"
#include "shell/summary.h"
#include "shell_syntax/shell_document.h"

using namespace mmlint;
using namespace mmlint::shell;
using tests::json_string;

namespace {

std::string json(const ExpandedWord& text) {
  return "{\"value\":" + json_string(text.value) +
         ",\"known\":" + std::to_string(static_cast<int>(text.precision)) +
         ",\"overridable\":" + (text.overridable ? "true" : "false") +
         ",\"in_folder\":" + (text.in_script_folder ? "true" : "false") +
         ",\"depends_on\":" + json_string(text.depends_on) + "}";
}

template <class All, class Each>
std::string list(const All& items, Each&& each) {
  std::string out = "[";
  for (const auto& item : items) out += (out.size() > 1 ? "," : "") + each(item);
  return out + "]";
}

std::string json(const EnvironmentWrite& setting) {
  return "{\"name\":" + json_string(setting.name) +
         ",\"value\":" + json(setting.value.value_or(ExpandedWord())) +
         ",\"removed\":" + (setting.value ? "false" : "true") +
         ",\"conditional\":" + (setting.conditional ? "true" : "false") + "}";
}

std::string json(const Flag& flag) {
  return "{\"name\":" + json_string(flag.name) +
         ",\"value\":" + (flag.value ? json(*flag.value) : "null") + "}";
}

std::string json(const CommandContext& context) {
  return "{\"conditional\":" + std::string(context.conditional ? "true" : "false") +
         ",\"in_loop\":" + (context.loop ? "true" : "false") +
         ",\"background\":" + (context.background ? "true" : "false") +
         ",\"waited\":" + (context.wait ? "true" : "false") +
         ",\"in_function\":" + (context.in_function ? "true" : "false") +
         ",\"pipeline\":" + (context.pipeline ? std::to_string(*context.pipeline) : "null") + "}";
}

std::string json(const Summary& script, const Launch& launch) {
  const Command& command = script.commands[launch.command];
  const auto text = [](const ExpandedWord& each) { return json(each); };
  const auto flags = launch.launcher ? launch.launcher->flags : std::vector<Flag>();
  return "{\"kind\":" + std::to_string(static_cast<int>(launch.kind)) +
         ",\"words\":" + list(command.words, text) + ",\"first\":" + std::to_string(launch.first) +
         ",\"flags\":" + list(flags, [](const Flag& each) { return json(each); }) +
         ",\"target_kind\":" + std::to_string(launch.target.index()) +
         ",\"target\":" + json(launch.target_word()) +
         ",\"arguments\":" + list(launch.arguments, text) + ",\"environment\":" +
         list(launch.environment, [](const EnvironmentWrite& each) { return json(each); }) +
         ",\"context\":" + json(command.context) + ",\"folder\":" + json(launch.folder) + "}";
}

}  // namespace

int main() {
  std::string path;
  while (std::getline(std::cin, path)) {
    std::ifstream in(path, std::ios::binary);
    const Source source(FileId{0}, path,
                        {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()});
    const shell_syntax::ShellDocument document(source);
    const Summary script = summarize(document);
    const auto unknown =
        std::count_if(script.commands.begin(), script.commands.end(), [](const Command& each) {
          return each.words[0].precision != ExpandedWord::Precision::kExact;
        });
    std::printf(
        "{\"path\":%s,\"problems\":%zu,\"incomplete\":%s,\"commands\":%zu,\"unknown_programs\":%td,"
        "\"launches\":%s}\n",
        json_string(path).c_str(), document.problems().size(), script.incomplete ? "true" : "false",
        script.commands.size(), unknown,
        list(script.launches, [&](const Launch& each) { return json(script, each); }).c_str());
  }
}
