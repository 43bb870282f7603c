#include "syntax/tree.h"

#include <tree_sitter/api.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "base/algorithms.h"
#include "base/result.h"
#include "syntax/parser.h"

extern "C" const TSLanguage* tree_sitter_python(void);

namespace mmlint::syntax {
namespace {

// tree-sitter asks whether to go on every 100 operations; valid Python needs under 10 operations a
// byte. A parse that takes many times that is hostile.
std::uint64_t checks_for(std::string_view text) {
  return 2000 + text.size();
}
// Recovering from an error takes 50 microseconds, so a large text full of errors takes minutes. A
// parse that takes many times as long as valid Python does is stopped, to look for an error first.
double seconds_for(std::string_view text) {
  return 0.1 + 2e-6 * static_cast<double>(text.size());
}
// tree-sitter's log, which is slow, is read up to this offset to find the place of an error.
constexpr double kNever = 1e300;
constexpr std::uint32_t kMaxLoggedBytes = 1u << 18;

double seconds_of_thread() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

struct Kinds {
  std::vector<NodeKind> of_symbol;

  // Made once, for all parsers.
  static const Kinds& of_grammar() {
    static const Kinds kinds;
    return kinds;
  }

 private:
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
      MM_CHECK(is_in(row.kind, of_symbol));
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
  double deadline;  // of the thread's own time
  std::uint32_t last_offset = std::numeric_limits<std::uint32_t>::max();
  enum class Stop : std::uint8_t { kNo, kFound, kLate, kTooComplex } stop = Stop::kNo;

  // True: give up.
  static bool check(TSParseState* state) {
    auto& self = *static_cast<Progress*>(state->payload);
    if (self.stop != Stop::kNo) return true;
    if (--self.checks_left == 0 || state->current_byte_offset > self.last_offset) {
      self.stop = Stop::kTooComplex;
    } else if (self.checks_left % 64 == 0 && seconds_of_thread() > self.deadline) {
      self.stop = Stop::kLate;
    }
    return self.stop != Stop::kNo;
  }
};

// Reads tree-sitter's log up to the first error recovery and remembers how far any version of the
// stack came: the token after that place is the one that fits nowhere.
struct ErrorFinder {
  Progress* progress;
  unsigned row = 0, column = 0;
  unsigned error_row = 0, error_column = 0;
  bool found = false;

  static void log(void* payload, TSLogType type, const char* message) {
    auto& self = *static_cast<ErrorFinder*>(payload);
    if (self.progress->stop != Progress::Stop::kNo || type != TSLogTypeParse) return;
    if (std::strncmp(message, "process ", 8) == 0) {
      const char* at = std::strstr(message, "row:");
      if (at != nullptr) std::sscanf(at, "row:%u, col:%u", &self.row, &self.column);
    } else if (std::strncmp(message, "detect_error", 12) == 0) {
      self.found = true;
      if (std::pair(self.row, self.column) >= std::pair(self.error_row, self.error_column)) {
        self.error_row = self.row;
        self.error_column = self.column;
      }
    } else if (std::strncmp(message, "resume version", 14) == 0) {
      self.progress->stop = Progress::Stop::kFound;
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
  const Kinds& kinds = Kinds::of_grammar();

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

  // Stops at the first error.
  std::optional<std::uint32_t> find_error(std::string_view text) {
    Progress progress{checks_for(text), kNever, kMaxLoggedBytes};
    ErrorFinder finder{&progress};
    ts_parser_set_logger(parser, {&finder, &ErrorFinder::log});
    run(text, progress);
    ts_parser_set_logger(parser, {nullptr, nullptr});
    if (!finder.found) return std::nullopt;
    return skip_blank(text, offset_of(text, finder.error_row, finder.error_column));
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

namespace {

// Where the first error stands in a tree that has one.
std::uint32_t first_error(TSNode node) {
  while (!ts_node_is_error(node) && !ts_node_is_missing(node)) {
    const std::uint32_t count = ts_node_child_count(node);
    std::uint32_t i = 0;
    while (i < count && !ts_node_has_error(ts_node_child(node, i))) ++i;
    if (i == count) break;
    node = ts_node_child(node, i);
  }
  return ts_node_start_byte(node);
}

}  // namespace

ParsedText parse(Parser& parser, std::string_view text) {
  Parser::Impl& impl = parser.impl();
  Progress progress{checks_for(text), seconds_of_thread() + seconds_for(text)};
  TreePointer tree = impl.run(text, progress);
  if (progress.stop == Progress::Stop::kLate) {
    if (const auto error = impl.find_error(text)) return {ParsedText::Outcome::kError, {}, *error};
    progress = {checks_for(text), seconds_of_thread() + 3 * seconds_for(text)};
    tree = impl.run(text, progress);
  }
  if (tree == nullptr) return {ParsedText::Outcome::kTooComplex, {}};
  const TSNode root = ts_tree_root_node(tree.get());
  if (ts_node_has_error(root)) return {ParsedText::Outcome::kError, {}, first_error(root)};
  impl.flatten(root);
  return {ParsedText::Outcome::kOk, impl.nodes};
}

std::uint32_t find_error(Parser& parser, std::string_view text, std::uint32_t about) {
  return parser.impl().find_error(text).value_or(skip_blank(text, about));
}

}  // namespace mmlint::syntax
