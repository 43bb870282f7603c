// Reads shell scripts, one path for each line of standard input, and prints one line of JSON for
// each: our first problem, and where the words of plain commands stand for us and for
// tree-sitter-bash (null if that finds an error).

#include <tree_sitter/api.h>

#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <set>

#include "dump_json.h"
#include "shell_syntax/shell_document.h"
#include "shell_syntax/walk.h"

extern "C" const TSLanguage* tree_sitter_bash(void);

using namespace mmlint;

namespace {

constexpr std::uint32_t kLanguageAbi = 15;  // of tree-sitter-bash 0.25.1

using Ranges = std::set<std::pair<std::uint32_t, std::uint32_t>>;

// Builtins for which the grammar has nodes of their own.
bool is_plain(std::string_view name) {
  for (const std::string_view special :
       {"export", "declare", "typeset", "local", "readonly", "unset", "["}) {
    if (name == special) return false;
  }
  return true;
}

Ranges words_of(const shell_syntax::ShellDocument& document) {
  Ranges out;
  shell_syntax::walk(
      document.statements(),
      {
          .statement =
              [&](const shell_syntax::Statement& statement) {
                if (statement.kind != shell_syntax::StatementKind::kCommand) return;
                const auto words = shell_syntax::as<shell_syntax::Command>(statement).words;
                if (words.empty()) return;
                const std::string_view text = document.source().bytes();
                if (!is_plain(text.substr(words[0].begin, words[0].end - words[0].begin))) return;
                for (const auto& word : words) out.insert({word.begin, word.end});
              },

      });
  return out;
}

void words_of(TSNode node, Ranges& out) {
  const bool is_command = std::strcmp(ts_node_type(node), "command") == 0;
  for (std::uint32_t i = 0; i < ts_node_child_count(node); ++i) {
    const TSNode child = ts_node_child(node, i);
    const char* field = ts_node_field_name_for_child(node, i);
    if (is_command && field != nullptr &&
        (std::strcmp(field, "name") == 0 || std::strcmp(field, "argument") == 0)) {
      out.insert({ts_node_start_byte(child), ts_node_end_byte(child)});
    }
    words_of(child, out);
  }
}

void print(const char* key, const Ranges& ranges) {
  std::printf(",\"%s\":[", key);
  const char* comma = "";
  for (const auto& [begin, end] : ranges) {
    std::printf("%s[%u,%u]", comma, begin, end);
    comma = ",";
  }
  std::printf("]");
}

}  // namespace

int main() {
  TSParser* parser = ts_parser_new();
  if (ts_language_abi_version(tree_sitter_bash()) != kLanguageAbi ||
      !ts_parser_set_language(parser, tree_sitter_bash())) {
    std::fprintf(stderr, "the grammar has ABI %u, expected %u\n",
                 ts_language_abi_version(tree_sitter_bash()), kLanguageAbi);
    return 1;
  }
  std::string path;
  while (std::getline(std::cin, path)) {
    std::ifstream in(path, std::ios::binary);
    const Source source(FileId{0}, path,
                        {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()});
    const shell_syntax::ShellDocument document(source);
    std::string problem;
    if (!document.problems().empty()) {
      const SyntaxProblem& first = document.problems().front();
      problem =
          std::to_string(source.lines().position(first.span.begin).line) + ": " + first.message;
    }
    std::printf("{\"path\":%s,\"problem\":%s", tests::json_string(path).c_str(),
                tests::json_string(problem).c_str());
    print("ours", words_of(document));
    TSTree* tree = ts_parser_parse_string(parser, nullptr, source.bytes().data(),
                                          static_cast<std::uint32_t>(source.bytes().size()));
    if (ts_node_has_error(ts_tree_root_node(tree))) {
      std::printf(",\"theirs\":null");
    } else {
      Ranges theirs;
      words_of(ts_tree_root_node(tree), theirs);
      print("theirs", theirs);
    }
    ts_tree_delete(tree);
    std::printf("}\n");
  }
  ts_parser_delete(parser);
}
