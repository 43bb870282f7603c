#include "shell_syntax/shell_document.h"

#include "base/text.h"
#include "shell_syntax/command_reader.h"
#include "shell_syntax/walk.h"

namespace mmlint::shell_syntax {
ShellDocument::ShellDocument(const Source& source) : source_(source) {
  const std::string_view text = source.bytes();
  const auto add = [&](SyntaxProblem::Kind kind, std::size_t begin, std::size_t end,
                       std::string message) {
    const Span span{source.id(), static_cast<std::uint32_t>(begin),
                    static_cast<std::uint32_t>(end)};
    problems_.push_back({kind, span, std::move(message)});
  };
  if (text.size() > kMaxBytes) {
    add(SyntaxProblem::Kind::kTooLarge, 0, 0, too_large_message(text.size()));
    return;
  }
  if (const auto wrong = first_invalid_utf8(text)) {
    add(SyntaxProblem::Kind::kNotUtf8, *wrong, *wrong + 1, not_utf8_message(text, *wrong, *wrong));
    return;
  }
  if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos) {
    add(SyntaxProblem::Kind::kSyntaxError, nul, nul + 1,
        "a shell script cannot contain null bytes");
    return;
  }
  // A byte order mark is part of the first word to bash, as it is here.
  CommandReader reader({text, source.id(), arena_});
  statements_ = reader.run();
  if (reader.problem()) problems_.push_back(*reader.problem());
  for (const auto& [begin, end] : reader.comments())
    suppressions_.read(source, {source.id(), begin, end});
  if (!suppressions_.comments.empty())
    suppressions_.statements = statement_lines(statements_, text);
}

std::optional<Block> read_commands(std::string_view text, std::pmr::memory_resource& arena) {
  if (text.find('\0') != std::string_view::npos) return std::nullopt;
  CommandReader reader({text, FileId::kNone, arena});
  const Block statements = reader.run();
  if (reader.problem()) return std::nullopt;
  return statements;
}

namespace {

// Collects, in the order of the text, the bytes that must not be torn apart.
class Joined {
 public:
  void block(Block all) {
    for (const Statement* each : all) statement(*each);
  }
  std::vector<StatementLines> take() { return std::move(ranges_); }

 private:
  // Returns true for a list of simple commands, which then is the last range.
  bool statement(const Statement& node) {
    const std::size_t before = ranges_.size();
    bool is_simple = false;
    switch (node.kind) {
      case StatementKind::kCommand:
      case StatementKind::kTest:
        is_simple = true;
        break;
      case StatementKind::kPipeline:
        is_simple = true;
        for (const Statement* each : as<Pipeline>(node).commands)
          is_simple = statement(*each) && is_simple;
        break;
      case StatementKind::kAndOr: {
        const bool is_left_simple = statement(*as<AndOr>(node).left);
        is_simple = statement(*as<AndOr>(node).right) && is_left_simple;
        break;
      }
      case StatementKind::kFor:
        if (const auto items = as<For>(node).items; !items.empty())
          ranges_.push_back({node.begin, items.back().end});
        break;
      case StatementKind::kCase:
        ranges_.push_back({node.begin, as<Case>(node).subject->end});
        break;
      case StatementKind::kFunction:
        statement(*as<Function>(node).body);
        break;
      default:
        break;
    }
    for_each_block(node, [this](Block each) { block(each); });
    if (is_simple) add(node, before);
    return is_simple;
  }

  // Puts one range in place of those of its parts.
  void add(const Statement& node, std::size_t before) {
    StatementLines all{node.begin, node.end};
    for (std::size_t i = before; i < ranges_.size(); ++i)
      all.end = std::max(all.end, ranges_[i].end);
    for (const Redirect& each : node.redirects)
      if (each.heredoc != nullptr) all.end = std::max(all.end, each.heredoc->end);
    ranges_.resize(before);
    ranges_.push_back(all);
  }

  std::vector<StatementLines> ranges_;
};

}  // namespace

std::vector<StatementLines> statement_lines(Block block, std::string_view text) {
  Joined joined;
  joined.block(block);
  const std::vector<StatementLines> ranges = joined.take();
  std::vector<StatementLines> out;
  auto range = ranges.begin();
  std::size_t open = 0;  // the end of what goes on over the next line
  for (std::size_t begin = 0, end; begin < text.size(); begin = end + 1) {
    end = std::min(text.find('\n', begin), text.size());
    const std::size_t first = text.find_first_not_of(" \t\r", begin);
    if (open <= begin) {
      if (first >= end || text[first] == '#') continue;
      out.push_back({static_cast<std::uint32_t>(first), 0});
    }
    for (; range != ranges.end() && range->begin < end; ++range)
      open = std::max<std::size_t>(open, range->end);
    out.back().end = static_cast<std::uint32_t>(end);
  }
  return out;
}

}  // namespace mmlint::shell_syntax
