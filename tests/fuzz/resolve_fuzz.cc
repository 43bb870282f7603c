// The fuzz target over parsing and resolving. An input is a small project: its files one after the
// other, each but the first after a line `#@ path`; the first is main.py, and paths are relative to
// its folder. Everything in it is resolved.
//
// A crash, a report of a sanitizer, a hang, or an abort here is a fault:
//   - every span lies inside its file
// and for one input in eight, as it takes as long again:
//   - resolving is repeatable: a second workspace gives the same values and problems
//   - the statements that the fast parser reads are those that tree-sitter reads

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "base/paths.h"
#include "dump_json.h"
#include "project/workspace.h"
#include "value/key_path.h"
#include "value/value_json.h"

namespace {

using namespace mmlint;
using config::Resolved;
using project::Settings;
using project::Workspace;

[[noreturn]] void fault(const char* what, const std::string& detail) {
  std::fprintf(stderr, "%s: %s\n", what, detail.c_str());
  std::abort();
}

struct Project {
  MemoryFileSystem files;
  std::vector<std::string> paths;

  void add(std::string_view name, std::string_view text) {
    const std::string path = join_path("/p/q/r/s", name);
    if (!is_below(path, "/p") || path == "/p") return;
    files.add(path, std::string(text));
    if (std::find(paths.begin(), paths.end(), path) == paths.end()) paths.push_back(path);
  }
};

void read(std::string_view input, Project& out) {
  constexpr std::string_view kMark = "\n#@ ";
  std::string_view name = "main.py";
  while (true) {
    const std::size_t end = input.find(kMark);
    out.add(name, input.substr(0, end == input.npos ? end : end + 1));
    if (end == input.npos || out.paths.size() > 8) return;
    input.remove_prefix(end + kMark.size());
    const std::size_t line = std::min(input.find('\n'), input.size());
    name = input.substr(0, line);
    input.remove_prefix(std::min(line + 1, input.size()));
  }
}

class Check {
 public:
  explicit Check(const Project& project) : workspace_(project.files, sources_, settings()) {
    for (const Resolved* config : workspace_.resolve(project.paths)) {
      problems(*config, config->problems);
      problems(*config, config->root_problems);
      if (config->root) value(*config->root, 0);
      if (config->root) summary += to_json(*config->root) + print(*config->root) + '\n';
    }
  }

  void compare_parsers(const Project& project) {
    syntax::Parser fast;
    syntax::Parser slow;
    slow.use_tree_sitter_only();
    for (const std::string& path : project.paths) {
      if (extension(path) != ".py" || !workspace_.document(path)) continue;
      const Source& source = workspace_.document(path)->source();
      const syntax::Document one(source);
      const syntax::Document other(source);
      for (std::size_t i = 0; i < one.statements().size(); ++i) {
        const std::size_t before = fast.fast_statements;
        const std::string nodes = dumped(one.statement(i, fast));
        if (fast.fast_statements == before) continue;
        if (nodes != dumped(other.statement(i, slow))) fault("parsers differ", nodes);
      }
    }
  }

  std::string summary;  // of all values and problems

 private:
  // Configs that use up what they may are many among the mutants, and take most of the time.
  static Settings settings() {
    Settings out;
    out.limits.steps = 20'000;
    out.limits.values = 40'000;
    return out;
  }

  static std::string dumped(const syntax::Stmt* stmt) {
    return stmt ? tests::to_json(*stmt) : "null";
  }

  void span(Span s) {
    if (!s.known()) return;
    if (s.begin > s.end || s.end > sources_.get(s.file).bytes().size()) {
      fault("a span outside of its file", sources_.get(s.file).path());
    }
  }

  void problems(const Resolved& config, const std::vector<Problem>& list) {
    for (const Problem& problem : list) {
      span(problem.span);
      for (const Place& place : problem.places) span(place.span);
      summary += config.path + ' ' + rule_name(problem.kind) + '\n';
    }
  }

  void value(const Value& v, int depth) {
    if (++visited_ > 100'000 || depth > 400) return;
    span(v.span);
    for (const Value* item : v.items) value(*item, depth + 1);
    for (const Entry& entry : v.dict.entries()) {
      for (const Origin* o = entry.origin; o; o = o->shadows) {
        span(o->key);
        span(o->value);
      }
      value(*entry.value, depth + 1);
    }
  }

  SourceStore sources_;
  Workspace workspace_;
  std::size_t visited_ = 0;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  Project project;
  const std::string_view input{reinterpret_cast<const char*>(data), size};
  read(input, project);
  Check first(project);
  if (std::hash<std::string_view>{}(input) % 8 != 0) return 0;
  const Check second(project);
  if (first.summary != second.summary) fault("resolved differently", first.summary);
  first.compare_parsers(project);
  return 0;
}
