// Prints what is seen in scripts, one fact per line, for the Python suites and for people.
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include <fmt/format.h>

#include "script/summary.h"
#include "value/key_path.h"

namespace mmlint::script {
namespace {

std::string printed(const Guard& guard) {
  std::string out;
  for (const Condition& each : guard.conditions()) {
    if (each.question.kind == Question::Kind::kModule && each.holds) continue;
    out += fmt::format(" {}{}", each.holds ? "" : "not ", name_of(each.question));
  }
  return out;
}

std::string printed(const Alternatives& alternatives) {
  std::string out;
  for (const Alternative& alternative : alternatives) {
    if (!out.empty()) out += " | ";
    if (alternative.is_unknown()) out += "?";
    out += alternative.symbol();
    if (alternative.value()) out += print(*alternative.value());
    if (alternative.prefix()) out += "...";
    if (const std::string guard = printed(alternative.guard); !guard.empty()) out += " if" + guard;
  }
  return out;
}

std::string printed(const ProgramPoint& point) {
  static const char* const kSure[] = {"no", "maybe", "yes"};
  return fmt::format(" [group {}, runner {}{}{}{}]", kSure[static_cast<int>(point.group)],
                     kSure[static_cast<int>(point.runner)], point.handled ? ", handled" : "",
                     point.guard.conditions().empty() ? "" : ", if", printed(point.guard));
}

void dump(const Summary& script) {
  const LineIndex& lines = script.document->source().lines();
  const auto line = [&](Span span) { return lines.position(span.begin).line; };
  if (!script.complete) fmt::print("incomplete\n");
  if (!script.config.empty()) fmt::print("config {}\n", printed(script.config));
  for (const Import& each : script.imports)
    fmt::print("{}: import {}{}\n", line(each.span), each.symbol, printed(each.point));
  for (const Option& each : script.options)
    fmt::print("{}: option {} dest {}{}{} default {} choices {}\n", line(each.span),
               fmt::join(each.names, ","), each.dest, each.is_flag ? " flag" : "",
               each.required ? " required" : "", printed(each.default_value),
               printed(each.choices));
  for (const Call& each : script.calls) {
    fmt::print("{}: {}(", line(each.span), each.symbol);
    for (const Argument& argument : each.arguments)
      fmt::print("{}{}{}, ", argument.name, argument.name.empty() ? "" : "=",
                 printed(argument.value));
    fmt::print("{}){}\n", each.more ? "*" : "", printed(each.point));
  }
  for (const ConfigWrite& each : script.writes)
    fmt::print("{}: cfg {} = {}{}{}\n", line(each.span), each.key,
               each.value.empty() ? "removed" : printed(each.value),
               each.mode == ConfigWrite::Mode::kIfAbsent ? " if absent" : "", printed(each.point));
  for (const Loop& each : script.loops)
    fmt::print("{}: for {} made in line {}{}\n", line(each.span), printed(each.over),
               line(each.over.front().at), printed(each.point));
  for (const EnvironmentWrite& each : script.environment)
    fmt::print("{}: environment {} = {}{}{}\n", line(each.span), each.name, printed(each.value),
               each.only_if_unset ? " if unset" : "", printed(each.point));
  for (const AttributeWrite& each : script.stores)
    fmt::print("{}: {} = {}{}\n", line(each.span), each.symbol, printed(each.value),
               printed(each.point));
  for (const Build& build : script.builds) {
    fmt::print("{}: runner\n", line(script.calls[build.call].span));
    for (const auto& [key, definitions] : build.keys) {
      fmt::print("  {}:", key);
      for (const std::size_t write : definitions.writes)
        fmt::print(" {}", line(script.writes[write].span));
      if (definitions.as_loaded()) fmt::print(" file");
      fmt::print("\n");
    }
  }
}

}  // namespace

void dump_files(int argc, char** argv) {
  SourceStore sources;
  syntax::Parser parser;
  for (int i = 1; i < argc; ++i) {
    std::ifstream in(argv[i], std::ios::binary);
    std::string bytes((std::istreambuf_iterator<char>(in)), {});
    const syntax::Document document(sources.add(argv[i], std::move(bytes)));
    fmt::print("== {}\n", argv[i]);
    if (!document.parse_all(parser)) {
      fmt::print("syntax\n");
      continue;
    }
    dump(script::summarize(document, parser));
  }
}

}  // namespace mmlint::script

int main(int argc, char** argv) {
  mmlint::script::dump_files(argc, argv);
}
