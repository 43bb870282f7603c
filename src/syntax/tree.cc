#include "syntax/tree.h"

#include <tree_sitter/api.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <memory>
#include <vector>

#include "base/internal_error.h"

extern "C" const TSLanguage* tree_sitter_python(void);

namespace mmlint::syntax {
namespace {

constexpr std::uint32_t kLanguageAbi = 15;  // of tree-sitter-python 0.25.0
// tree-sitter asks whether to go on every 100 operations; valid Python needs under 10 operations a
// byte. A parse that takes many times that is hostile.
std::uint64_t checks_for(std::string_view text) {
  return 2000 + text.size();
}
// A text with an error is parsed again with tree-sitter's log to find the place, up to this size.
constexpr std::size_t kMaxLoggedBytes = 1u << 20;

struct Kinds {
  std::vector<NodeKind> of_symbol;

  Kinds() {
    static constexpr struct {
      NodeKind kind;
      const char* name;
    } kNames[] = {
#define MMLINT_ROW(kind, name) {NodeKind::kind, name},
        MMLINT_NODE_KINDS(MMLINT_ROW)
#undef MMLINT_ROW
    };
    const TSLanguage* language = tree_sitter_python();
    of_symbol.assign(ts_language_symbol_count(language), NodeKind::kOther);
    for (TSSymbol symbol = 0; symbol < of_symbol.size(); ++symbol) {
      if (ts_language_symbol_type(language, symbol) == TSSymbolTypeAnonymous) {
        of_symbol[symbol] = NodeKind::kToken;
        continue;
      }
      const char* name = ts_language_symbol_name(language, symbol);
      for (const auto& row : kNames) {
        if (std::strcmp(row.name, name) == 0) of_symbol[symbol] = row.kind;
      }
    }
    for (const auto& row : kNames) {
      MM_CHECK(std::find(of_symbol.begin(), of_symbol.end(), row.kind) != of_symbol.end());
    }
  }
};

struct Text {
  std::string_view bytes;
  static const char* read(void* payload, std::uint32_t offset, TSPoint, std::uint32_t* length) {
    const std::string_view bytes = static_cast<Text*>(payload)->bytes;
    *length = offset < bytes.size() ? static_cast<std::uint32_t>(bytes.size() - offset) : 0;
    return offset < bytes.size() ? bytes.data() + offset : "";
  }
};

struct Progress {
  std::uint64_t checks_left;
  bool stop = false;  // set from outside
  bool has_error = false;
  std::uint32_t offset = 0;

  // True: give up.
  static bool check(TSParseState* state) {
    auto& self = *static_cast<Progress*>(state->payload);
    self.offset = state->current_byte_offset;
    self.has_error = state->has_error;
    return self.stop || self.has_error || --self.checks_left == 0;
  }
};

// Reads tree-sitter's log up to the first error recovery and remembers how far any version of the
// stack came: the token after that place is the one that fits nowhere.
struct ErrorFinder {
  Progress* progress;
  unsigned row = 0, column = 0;
  unsigned error_row = 0, error_column = 0;

  static void log(void* payload, TSLogType type, const char* message) {
    auto& self = *static_cast<ErrorFinder*>(payload);
    if (self.progress->stop || type != TSLogTypeParse) return;
    if (std::strncmp(message, "process ", 8) == 0) {
      const char* at = std::strstr(message, "row:");
      if (at != nullptr) std::sscanf(at, "row:%u, col:%u", &self.row, &self.column);
    } else if (std::strncmp(message, "detect_error", 12) == 0) {
      if (std::pair(self.row, self.column) >= std::pair(self.error_row, self.error_column)) {
        self.error_row = self.row;
        self.error_column = self.column;
      }
    } else if (std::strncmp(message, "resume version", 14) == 0) {
      self.progress->stop = true;
    }
  }
};

std::uint32_t offset_of(std::string_view text, unsigned row, unsigned column) {
  std::size_t at = 0;
  for (; row > 0; --row) {
    const std::size_t newline = text.find('\n', at);
    if (newline == std::string_view::npos) break;
    at = newline + 1;
  }
  return static_cast<std::uint32_t>(std::min(at + column, text.size()));
}

// The next byte that is neither white space, a comment nor a continued line end.
std::uint32_t skip_blank(std::string_view text, std::uint32_t at) {
  while (at < text.size()) {
    if (text[at] == '#') {
      at = static_cast<std::uint32_t>(std::min(text.find('\n', at), text.size()));
    } else if (std::strchr(" \t\f\r\n\\", text[at]) != nullptr && text[at] != '\0') {
      ++at;
    } else {
      break;
    }
  }
  return at;
}

struct TreeDeleter {
  void operator()(TSTree* tree) const { ts_tree_delete(tree); }
};
using TreePointer = std::unique_ptr<TSTree, TreeDeleter>;

}  // namespace

struct Parser::Impl {
  TSParser* parser = ts_parser_new();
  TSTreeCursor cursor{};
  bool has_cursor = false;
  std::vector<Node> nodes;
  Kinds kinds;

  ~Impl() {
    if (has_cursor) ts_tree_cursor_delete(&cursor);
    ts_parser_delete(parser);
  }

  TreePointer run(std::string_view text, Progress& progress) {
    Text payload{text};
    const TSInput input{&payload, &Text::read, TSInputEncodingUTF8, nullptr};
    TreePointer tree(
        ts_parser_parse_with_options(parser, nullptr, input, {&progress, &Progress::check}));
    if (tree == nullptr) ts_parser_reset(parser);
    return tree;
  }

  void flatten(TSNode root) {
    if (has_cursor) {
      ts_tree_cursor_reset(&cursor, root);
    } else {
      cursor = ts_tree_cursor_new(root);
      has_cursor = true;
    }
    nodes.clear();
    std::vector<std::uint32_t> open;
    for (;;) {
      const TSNode node = ts_tree_cursor_current_node(&cursor);
      if (!ts_node_is_extra(node)) {
        const TSSymbol symbol = ts_node_symbol(node);
        open.push_back(static_cast<std::uint32_t>(nodes.size()));
        nodes.push_back(
            {ts_node_start_byte(node), ts_node_end_byte(node), 1,
             symbol < kinds.of_symbol.size() ? kinds.of_symbol[symbol] : NodeKind::kOther});
        if (ts_tree_cursor_goto_first_child(&cursor)) continue;
        close(open);
      }
      while (!ts_tree_cursor_goto_next_sibling(&cursor)) {
        if (!ts_tree_cursor_goto_parent(&cursor)) return;
        close(open);
      }
    }
  }

  void close(std::vector<std::uint32_t>& open) {
    nodes[open.back()].size = static_cast<std::uint32_t>(nodes.size()) - open.back();
    open.pop_back();
  }
};

Parser::Parser() : impl_(std::make_unique<Impl>()) {
  const TSLanguage* language = tree_sitter_python();
  MM_CHECK(ts_language_abi_version(language) == kLanguageAbi);
  MM_CHECK(ts_parser_set_language(impl_->parser, language));
}

Parser::~Parser() = default;

ParsedText parse(Parser& parser, std::string_view text) {
  Parser::Impl& impl = parser.impl();
  Progress progress{checks_for(text)};
  const TreePointer tree = impl.run(text, progress);
  if (tree == nullptr) {
    return {progress.has_error ? ParsedText::Outcome::kError : ParsedText::Outcome::kTooComplex,
            {}};
  }
  const TSNode root = ts_tree_root_node(tree.get());
  if (ts_node_has_error(root)) return {ParsedText::Outcome::kError, {}};
  impl.flatten(root);
  return {ParsedText::Outcome::kOk, impl.nodes};
}

std::uint32_t find_error(Parser& parser, std::string_view text) {
  Parser::Impl& impl = parser.impl();
  Progress progress{checks_for(text)};
  if (text.size() > kMaxLoggedBytes) {
    impl.run(text, progress);
    return skip_blank(text, std::min(progress.offset, static_cast<std::uint32_t>(text.size())));
  }
  ErrorFinder finder{&progress};
  ts_parser_set_logger(impl.parser, {&finder, &ErrorFinder::log});
  impl.run(text, progress);
  ts_parser_set_logger(impl.parser, {nullptr, nullptr});
  return skip_blank(text, offset_of(text, finder.error_row, finder.error_column));
}

}  // namespace mmlint::syntax
