#include "shell/assigned_names.h"

#include "base/algorithms.h"
#include "base/merge_maps.h"
#include "shell_syntax/walk.h"

namespace mmlint::shell {
namespace {

using namespace shell_syntax;

using Names = AssignedNames;

AssignedName joined(const AssignedName& first, const AssignedName& second) {
  return {first.begin, first.end, first.only_from_caller && second.only_from_caller,
          first.exported || second.exported};
}

void add(Names& names, std::string_view name, const AssignedName& place) {
  const AssignedName* const before = names.find(name);
  const AssignedName now = before ? joined(*before, place) : place;
  if (!before || !(now == *before)) names.set(std::string(name), now);
}

// $2, "$OPTARG", "${1#*=}"
bool is_from_caller(std::span<const Part> parts) {
  for (const Part& part : parts) {
    if (part.kind == PartKind::kDoubleQuoted) {
      if (!is_from_caller(part.parts)) return false;
    } else if (part.kind != PartKind::kVariable ||
               !(part.text == "OPTARG" || part.text == "@" || part.text == "*" ||
                 (!part.text.empty() && is_digit(part.text[0]) && part.text != "0"))) {
      return false;
    }
  }
  return !parts.empty();
}

std::string_view literal(const Word& word) {
  if (word.parts.size() != 1) return {};
  const Part* part = &word.parts[0];
  if (part->kind == PartKind::kDoubleQuoted && part->parts.size() == 1) part = &part->parts[0];
  return part->kind == PartKind::kLiteral || part->kind == PartKind::kSingleQuoted
             ? part->text
             : std::string_view{};
}

// Whether a text of arithmetic sets anything: `i=0`, `i<<=1`, `i++`, but not `i <= 8`.
bool assigns(std::string_view text) {
  if (text.find("++") != text.npos || text.find("--") != text.npos) return true;
  for (std::size_t at = text.find('='); at != text.npos; at = text.find('=', at + 1)) {
    const std::string_view before = text.substr(0, at);
    const bool shifts = before.ends_with("<<") || before.ends_with(">>");
    const bool compares =
        text.substr(at).starts_with("==") ||
        (!before.empty() && std::string_view("<>!").find(before.back()) != before.npos);
    if (shifts || !compares) return true;
    if (text.substr(at).starts_with("==")) ++at;
  }
  return false;
}

// Every name in a text of arithmetic, which may set it.
void add_arithmetic(Names& names, std::string_view text, std::uint32_t begin, std::uint32_t end) {
  if (!assigns(text)) return;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t length = 0;
    while (at + length < text.size() && is_name(text.substr(at, length + 1))) ++length;
    if (length > 0) add(names, text.substr(at, length), {begin, end, false, false});
    at += length + 1;
  }
}

// Builtins that set the variables they name.
void add_command(Names& names, const Command& command) {
  if (command.words.empty()) return;
  std::string_view name = literal(command.words[0]);
  constexpr std::string_view kSetting[] = {"read",   "unset",    "mapfile", "readarray", "getopts",
                                           "printf", "let",      "export",  "declare",   "typeset",
                                           "local",  "readonly", "wait"};
  const auto has_option = [&](char letter) {
    for (const Word& word : command.words.subspan(1)) {
      const std::string_view text = literal(word);
      if (text.size() > 1 && text[0] == '-' && text[1] != '-' && text.find(letter) != text.npos)
        return true;
    }
    return false;
  };
  const bool exports =
      name == "export" || ((name == "declare" || name == "typeset") && has_option('x'));
  for (const Assignment& each : command.declared) {
    if (exports) add(names, each.name, {each.begin, each.end, false, true});
  }
  if (name == "set" && has_option('a'))
    add(names, " allexport", {command.begin, command.end, false, false});
  bool sets_arguments = name == "shift";
  if (name == "set") {
    for (const Word& word : command.words.subspan(1)) {
      const std::string_view text = literal(word);
      sets_arguments =
          sets_arguments || text.empty() || text == "--" || (text[0] != '-' && text[0] != '+');
    }
  }
  if (sets_arguments) add(names, " shift", {command.begin, command.end, false, false});
  if (!is_in(name, kSetting)) return;
  if (name == "getopts") add(names, "OPTIND", {command.begin, command.end, false, false});
  for (const Word& word : command.words.subspan(1)) {
    const std::string_view text = literal(word);
    const std::size_t end = std::min(text.find_first_of("=+["), text.size());
    if (is_name(text.substr(0, end)))
      add(names, text.substr(0, end), {word.begin, word.end, false, exports});
  }
}

}  // namespace

const NamesOfBlock& NameReader::read(Block block) {
  const auto key = [](Block each) {
    return std::pair(each.empty() ? nullptr : each.front(), each.size());
  };
  if (const auto known = known_.find(key(block)); known != known_.end()) return known->second;
  std::vector<NamesOfBlock> open(1);  // the blocks around what is visited, outermost first
  const auto assigned = [&]() -> Names& { return open.back().assigned; };
  Visitor visitor;
  visitor.enter = [&](Block) { open.emplace_back(); };
  visitor.leave = [&](Block each) {
    NamesOfBlock names = std::move(open.back());
    open.pop_back();
    merge_maps(assigned(), names.assigned, joined);
    merge_maps(open.back().called, names.called, [](auto first, auto) { return first; });
    known_.emplace(key(each), std::move(names));
  };
  visitor.assignment = [&](const Assignment& each) {
    if (each.value == nullptr && !each.is_array) return;
    const bool from_caller = each.value != nullptr && !each.append && each.subscript.empty() &&
                             is_from_caller(each.value->parts);
    add(assigned(), each.name, {each.begin, each.end, from_caller, false});
  };
  visitor.part = [&](const Part& part) {
    if (part.kind == PartKind::kVariable && (part.op == "=" || part.op == ":=")) {
      add(assigned(), part.text, {part.begin, part.end, false, false});
    } else if (part.kind == PartKind::kArithmetic) {
      add_arithmetic(assigned(), part.text, part.begin, part.end);
    }
  };
  visitor.statement = [&](const Statement& statement) {
    if (statement.kind == StatementKind::kFor) {
      add(assigned(), as<For>(statement).variable, {statement.begin, statement.end, false, false});
    } else if (statement.kind == StatementKind::kForArithmetic) {
      add_arithmetic(assigned(), as<ForArithmetic>(statement).header, statement.begin,
                     statement.end);
    } else if (statement.kind == StatementKind::kTest) {
      add_arithmetic(assigned(), as<Test>(statement).arithmetic, statement.begin, statement.end);
    } else if (statement.kind == StatementKind::kCommand) {
      add_command(assigned(), as<Command>(statement));
      const auto words = as<Command>(statement).words;
      if (words.empty() || words[0].parts.size() != 1) return;
      const std::string_view name = words[0].parts[0].text;
      if (!open.back().called.find(name))
        open.back().called.set(std::string(name), statement.begin);
    }
  };
  walk(block, visitor);
  return known_.at(key(block));
}

std::optional<std::pair<std::uint32_t, std::uint32_t>> find_in_arithmetic(
    const Statement& statement, std::string_view text) {
  std::optional<std::pair<std::uint32_t, std::uint32_t>> found;
  Visitor visitor;
  visitor.statement = [&](const Statement& each) {
    if (found || each.kind != StatementKind::kTest) return;
    const std::size_t at = as<Test>(each).arithmetic.find(text);
    if (at == text.npos) return;
    const auto begin = each.begin + 2 + static_cast<std::uint32_t>(at);
    found = {begin, begin + static_cast<std::uint32_t>(text.size())};
  };
  walk(statement, visitor);
  return found;
}

const Part* find_variable(const Statement& statement, std::string_view name) {
  const Part* found = nullptr;
  Visitor visitor;
  visitor.part = [&](const Part& part) {
    if (found == nullptr && part.kind == PartKind::kVariable && part.text == name) found = &part;
  };
  walk(statement, visitor);
  return found;
}

}  // namespace mmlint::shell
