// Compares what the fast parser makes of Python files with what tree-sitter and lowering make of
// them, node by node. Files are named on standard input.
//
// usage: compare_fast [MUTANTS SEED]
// With MUTANTS, statements that the fast parser takes are also changed at random, so many times
// each. Prints what differs and what was compared; exit code 1 if something differs. What only the
// fast parser takes is printed as {"only_fast": TEXT}: CPython knows whether it is right.

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "dump_json.h"
#include "mutator.h"
#include "syntax/document.h"

using namespace mmlint;

namespace {

struct Counts {
  std::size_t files = 0, named = 0, taken = 0, bytes = 0, taken_bytes = 0;
  std::size_t mutants = 0, taken_mutants = 0, different = 0, only_fast = 0;
};

std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::string dumped(const syntax::Stmt* stmt) {
  return stmt == nullptr ? "null" : tests::to_json(*stmt);
}

// An expanded text as templates.h makes it: every second half of a word comes from a template.
syntax::OffsetMap made_up_map(std::string_view text) {
  syntax::OffsetMap map;
  std::uint32_t source = 0;
  for (std::uint32_t at = 0; at < text.size(); at += 7) {
    const bool is_written = at % 2 == 0;
    map.segments.push_back({at, source, is_written});
    source += is_written ? 7 : 5;
  }
  return map;
}

struct Comparer {
  syntax::Parser fast;
  syntax::Parser slow;
  Counts counts;

  Comparer() { slow.use_tree_sitter_only(); }

  void differs(const std::string& path, std::string_view text, const std::string& fast_nodes,
               const std::string& slow_nodes) {
    if (slow_nodes.starts_with("null") && !fast_nodes.starts_with("null")) {
      ++counts.only_fast;
      std::printf("{\"only_fast\": %s}\n", tests::json_string(text).c_str());
      return;
    }
    if (++counts.different > 20) return;
    std::printf("%s: %s\n  fast: %.600s\n  slow: %.600s\n", path.c_str(),
                tests::json_string(text.substr(0, 400)).c_str(), fast_nodes.c_str(),
                slow_nodes.c_str());
  }

  // The texts of the statements taken.
  std::vector<std::string> file(const std::string& path) {
    SourceStore store;
    const Source& source = store.add(path, read_file(path));
    const syntax::Document with(source);
    const syntax::Document without(source);
    std::vector<std::string> taken;
    ++counts.files;
    for (std::size_t i = 0; i < with.statements().size(); ++i) {
      const syntax::StatementRange& range = with.statements()[i];
      const std::size_t before = fast.fast_statements;
      const syntax::Stmt* stmt = with.statement(i, fast);
      counts.bytes += range.end - range.begin;
      counts.named += !range.name.empty();
      if (fast.fast_statements == before) continue;
      const std::string_view text = source.bytes().substr(range.begin, range.end - range.begin);
      ++counts.taken;
      counts.taken_bytes += text.size();
      taken.emplace_back(text);
      const std::string nodes = dumped(stmt);
      const std::string expected = dumped(without.statement(i, slow));
      if (nodes != expected) differs(path, text, nodes, expected);
    }
    return taken;
  }

  void mutant(const std::string& path, const std::string& text) {
    ++counts.mutants;
    const std::size_t before = fast.fast_statements;
    SourceStore store;
    const Source& source = store.add(path, text);
    const auto all = [&](const syntax::Document& document, syntax::Parser& parser) {
      std::string result;
      for (std::size_t i = 0; i < document.statements().size(); ++i) {
        result += dumped(document.statement(i, parser));
      }
      return result + std::to_string(document.problems().size());
    };
    std::string nodes = all(syntax::Document(source), fast);
    if (fast.fast_statements == before) return;
    ++counts.taken_mutants;
    std::string expected = all(syntax::Document(source), slow);
    if (counts.mutants % 4 == 0) {
      nodes = all({source, text, made_up_map(text)}, fast);
      expected = all({source, text, made_up_map(text)}, slow);
    }
    if (nodes != expected) differs(path + " (changed)", text, nodes, expected);
  }
};

}  // namespace

int main(int argc, char** argv) {
  const int mutants = argc > 1 ? std::atoi(argv[1]) : 0;
  tests::Mutator mutate(argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 1);
  Comparer comparer;
  std::string path;
  while (std::getline(std::cin, path)) {
    for (const std::string& text : comparer.file(path)) {
      for (int i = 0; i < mutants && text.size() < 2000; ++i) comparer.mutant(path, mutate(text));
    }
  }
  const Counts& counts = comparer.counts;
  std::printf("{\"files\": %zu, \"named\": %zu, \"taken\": %zu, \"bytes\": %zu, ", counts.files,
              counts.named, counts.taken, counts.bytes);
  std::printf(
      "\"taken_bytes\": %zu, \"mutants\": %zu, \"taken_mutants\": %zu, \"only_fast\": %zu, \"different\": %zu}\n",
      counts.taken_bytes, counts.mutants, counts.taken_mutants, counts.only_fast, counts.different);
  return counts.different == 0 ? 0 : 1;
}
