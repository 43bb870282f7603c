// Prints the nodes of Python files as JSON, one line for each file named on standard input, in the
// form that compare.py also makes of Python's own `ast`. With --scan only statements are printed,
// with --problems only what makes a file no valid Python, with --time nothing but the seconds
// taken. With --mutants TIMES SEED each statement is changed at random, so many times, and printed
// with its text.

#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <string>

#include "dump_json.h"
#include "mutator.h"
#include "syntax/document.h"
#include "syntax/templates.h"

using namespace mmlint;

namespace {

std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

void print_problems(const syntax::Document& document) {
  std::printf("\"problems\":[");
  const char* comma = "";
  for (const SyntaxProblem& problem : document.problems()) {
    const Position at = document.source().lines().position(problem.span.begin);
    std::printf("%s[%d,%u,%u,%s]", comma, static_cast<int>(problem.kind), problem.span.begin,
                at.line, tests::json_string(problem.message).c_str());
    comma = ",";
  }
  std::printf("]");
}

void dump(const std::string& path, const std::string& bytes, bool scan_only) {
  SourceStore store;
  const Source& source = store.add(path, bytes);
  const syntax::Document document(source);
  if (!scan_only) document.parse_all();
  std::printf("{\"path\":%s,\"ranges\":[", tests::json_string(path).c_str());
  const char* comma = "";
  for (const syntax::StatementRange& range : document.statements()) {
    std::printf("%s[%u,%u,%s,%s]", comma, range.begin, range.end,
                tests::json_string(range.keyword).c_str(), tests::json_string(range.name).c_str());
    comma = ",";
  }
  std::printf("],");
  print_problems(document);
  if (!scan_only) {
    std::printf(",\"body\":[");
    comma = "";
    for (std::size_t i = 0; i < document.statements().size(); ++i) {
      const syntax::Stmt* stmt = document.statement(i);
      std::printf("%s%s", comma, stmt == nullptr ? "null" : tests::to_json(*stmt).c_str());
      comma = ",";
    }
    std::printf("]");
  }
  std::printf("}\n");
}

void dump_mutants(const std::string& path, int times, tests::Mutator& mutate) {
  SourceStore store;
  const Source& source = store.add(path, read_file(path));
  const syntax::Document document(source);
  for (const syntax::StatementRange& range : document.statements()) {
    const std::string text(source.bytes().substr(range.begin, range.end - range.begin));
    for (int i = 0; i < times && text.size() < 2000; ++i) {
      const std::string changed = mutate(text);
      std::printf("%s\n", tests::json_string(changed).c_str());
      dump(path, changed, false);
    }
  }
}

// Parses the file, and says only what is wrong with it.
void judge(const std::string& path) {
  SourceStore store;
  const syntax::Document document(store.add(path, read_file(path)));
  document.parse_all();
  std::printf("{");
  print_problems(document);
  std::printf("}\n");
}

void expand(const std::string& path) {
  SourceStore store;
  const Source& source = store.add(path, read_file(path));
  std::map<std::string, std::string> environment;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    environment[text.substr(0, text.find('='))] = text.substr(text.find('=') + 1);
  }
  const syntax::Expansion expansion = syntax::expand_templates(source, path, environment);
  std::printf("{\"text\":%s,\"unknown\":%zu,\"problem\":",
              tests::json_string(expansion.text).c_str(), expansion.unknown.size());
  if (expansion.problem) {
    std::printf("[%s,%s,%u,%u]", tests::json_string(expansion.problem->exception).c_str(),
                tests::json_string(expansion.problem->name).c_str(), expansion.problem->span.begin,
                expansion.problem->span.end);
  } else {
    std::printf("null");
  }
  std::printf(",\"variables\":[");
  const char* comma = "";
  for (const syntax::BaseVariable& variable : expansion.base_variables) {
    std::printf("%s[%s,%s,%u,%u]", comma, tests::json_string(variable.token).c_str(),
                tests::json_string(variable.path).c_str(), variable.span.begin, variable.span.end);
    comma = ",";
  }
  std::printf("],\"map\":[");
  comma = "";
  for (const syntax::OffsetMap::Segment& segment : expansion.map.segments) {
    std::printf("%s[%u,%u,%d]", comma, segment.expanded, segment.source, segment.copied ? 1 : 0);
    comma = ",";
  }
  std::printf("]}\n");
}

}  // namespace

int main(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "";
  tests::Mutator mutate(argc > 3 ? static_cast<unsigned>(std::atoi(argv[3])) : 1);
  std::string path;
  if (mode != "--time") {
    while (std::getline(std::cin, path)) {
      if (mode == "--mutants") {
        dump_mutants(path, std::atoi(argv[2]), mutate);
      } else if (mode == "--expand") {
        expand(path);
      } else if (mode == "--problems") {
        judge(path);
      } else {
        dump(path, read_file(path), mode == "--scan");
      }
    }
    return 0;
  }
  SourceStore store;
  std::size_t bytes = 0;
  std::vector<const Source*> sources;
  while (std::getline(std::cin, path)) {
    sources.push_back(&store.add(path, read_file(path)));
    bytes += sources.back()->bytes().size();
  }
  const auto measure = [&](const char* what, bool with_nodes) {
    double best = 1e9;
    for (int round = 0; round < 7; ++round) {
      const auto start = std::chrono::steady_clock::now();
      for (const Source* source : sources) {
        const syntax::Document document(*source);
        if (with_nodes) document.parse_all();
      }
      const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
      best = std::min(best, taken.count());
    }
    std::printf("%s: %zu files, %.2f MB, %.1f ms, %.1f MB/s\n", what, sources.size(),
                static_cast<double>(bytes) / 1e6, best * 1e3,
                static_cast<double>(bytes) / best / 1e6);
  };
  measure("documents", false);
  measure("documents and nodes", true);
}
