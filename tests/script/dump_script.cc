// Prints what is seen in scripts, one fact per line, for the Python suites and for people.
//
// usage: dump_script FILE...                 each file for itself
//        dump_script --symbols ROOT FILE...  the symbols alone, each once, of the files as programs
//        of a project
#include <cstdio>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/file_system.h"
#include "project/workspace.h"
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
    out += alternative.symbol().text();
    if (alternative.value()) out += print(*alternative.value());
    if (alternative.prefix()) out += "...";
    if (!alternative.sites.calls().empty())
      out += fmt::format(" of {}", alternative.sites.calls().size());
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
    fmt::print("{}: import {}{}\n", line(each.span), each.symbol.text(), printed(each.point));
  for (const Option& each : script.options)
    fmt::print("{}: option {} dest {}{}{} default {} choices {}\n", line(each.span),
               fmt::join(each.names, ","), each.dest, each.is_flag ? " flag" : "",
               each.required ? " required" : "", printed(each.default_value),
               printed(each.choices));
  for (const Call& each : script.calls) {
    fmt::print("{}: {}(", line(each.span), each.symbol.text());
    for (const Argument& argument : each.arguments)
      fmt::print("{}{}{}, ", argument.name, argument.name.empty() ? "" : "=",
                 printed(argument.value));
    fmt::print("{}){}", each.more ? "*" : "", printed(each.point));
    for (const Span made : each.object.calls()) fmt::print(" made in line {}", line(made));
    fmt::print("\n");
  }
  for (const Span made : script.escaped) fmt::print("{}: escapes\n", line(made));
  for (const ConfigWrite& each : script.writes)
    fmt::print("{}: cfg {} = {}{}{}\n", line(each.span), each.key,
               each.value.empty() ? "removed" : printed(each.value),
               each.mode == ConfigWrite::Mode::kIfAbsent ? " if absent" : "", printed(each.point));
  for (const Loop& each : script.loops)
    fmt::print("{}: for {}{}\n", line(each.span), printed(each.over), printed(each.point));
  for (const EnvironmentWrite& each : script.environment)
    fmt::print("{}: environment {} = {}{}{}\n", line(each.span), each.name, printed(each.value),
               each.only_if_unset ? " if unset" : "", printed(each.point));
  for (const AttributeWrite& each : script.stores)
    fmt::print("{}: {} = {}{}\n", line(each.span), each.symbol.text(), printed(each.value),
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

// The symbols of a summary: those of its facts, and those that are values.
class Symbols {
 public:
  void add(const Summary& script) {
    for (const Import& each : script.imports) add(each.symbol);
    for (const Call& each : script.calls) {
      add(each.symbol);
      for (const Argument& argument : each.arguments) add(argument.value);
    }
    for (const ConfigWrite& each : script.writes) add(each.value);
    for (const EnvironmentWrite& each : script.environment) add(each.value);
    for (const Loop& each : script.loops) add(each.over);
    for (const Option& each : script.options) {
      add(each.default_value);
      add(each.choices);
    }
    for (const Shadow& each : script.shadows) add(each.symbol);
    for (const AttributeWrite& each : script.stores) {
      add(each.symbol);
      add(each.value);
    }
    add(script.config);
  }
  const std::set<std::string>& all() const { return all_; }

 private:
  void add(Symbol symbol) { all_.insert(symbol.str()); }
  void add(const Alternatives& alternatives) {
    for (const Alternative& each : alternatives) {
      if (each.is_symbol()) add(each.symbol());
      if (each.data()) add(*each.data());
    }
  }
  void add(const Value& value) {
    if (value.kind == Value::Kind::kReference) add(Symbol(value.text()));
    for (const Value* item : value.items()) add(*item);
    for (const Entry& entry : value.dict().entries()) add(*entry.value);
  }
  std::set<std::string> all_;
};

void dump_symbols(const std::string& root, const std::vector<std::string>& paths) {
  const DiskFileSystem disk;
  SourceStore sources;
  project::Settings settings;
  settings.packages.roots = {root};
  project::Workspace workspace(disk, sources, std::move(settings));
  workspace.load(paths);
  Symbols symbols;
  for (const Summary* script : workspace.scripts(paths)) {
    if (script) symbols.add(*script);
  }
  for (const std::string& each : symbols.all()) fmt::print("{}\n", each);
}

}  // namespace

void dump_files(int argc, char** argv) {
  SourceStore sources;
  for (int i = 1; i < argc; ++i) {
    std::ifstream in(argv[i], std::ios::binary);
    std::string bytes((std::istreambuf_iterator<char>(in)), {});
    const syntax::Document document(sources.add(argv[i], std::move(bytes)));
    fmt::print("== {}\n", argv[i]);
    if (!document.parse_all()) {
      fmt::print("syntax\n");
      continue;
    }
    dump(script::summarize(document));
  }
}

}  // namespace mmlint::script

int main(int argc, char** argv) {
  if (argc > 2 && std::string_view(argv[1]) == "--symbols")
    mmlint::script::dump_symbols(argv[2], {argv + 3, argv + argc});
  else
    mmlint::script::dump_files(argc, argv);
}
