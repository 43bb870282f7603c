#include "base/algorithms.h"
#include "base/text.h"
#include "shell/expander.h"

// Results of ${X//a/b}, and of pipelines of tr, wc and awk.
namespace mmlint::shell {
namespace {

using shell_syntax::PartKind;

// Returns the text of a word without expansions; nullopt for any other word.
std::optional<std::string> literal_of(std::span<const shell_syntax::Part> parts) {
  std::string out;
  for (const shell_syntax::Part& part : parts) {
    if (part.kind == PartKind::kDoubleQuoted) {
      const auto inner = literal_of(part.parts);
      if (!inner) return std::nullopt;
      out += *inner;
    } else if (part.kind == PartKind::kLiteral || part.kind == PartKind::kSingleQuoted) {
      out += part.text;
    } else {
      return std::nullopt;
    }
  }
  return out;
}

std::string replace(std::string_view text, std::string_view from, std::string_view to, bool all) {
  std::string out;
  for (std::size_t at = 0;;) {
    const std::size_t next = from.empty() ? text.npos : text.find(from, at);
    out += text.substr(at, next == text.npos ? next : next - at);
    if (next == text.npos) return out;
    out += to;
    at = next + from.size();
    if (!all) return out += text.substr(at);
  }
}

// Returns the character of a set of `tr`; nullopt unless the set is one character.
std::optional<char> one_character(std::string_view set) {
  if (set == "\\n") return '\n';
  if (set == "\\t") return '\t';
  return set.size() == 1 ? std::optional(set[0]) : std::nullopt;
}

using Texts = std::span<const std::string>;

std::optional<std::string> translated(Texts words, std::string text) {
  if (words.size() != 3) return std::nullopt;
  const bool deletes = words[1] == "-d";
  const auto from = one_character(words[deletes ? 2 : 1]), to = one_character(words[2]);
  if (!from || !to) return std::nullopt;
  if (deletes)
    std::erase(text, *from);
  else
    std::ranges::replace(text, *from, *to);
  return text;
}

std::optional<std::string> counted(Texts words, const std::string& text) {
  if (words.size() != 2) return std::nullopt;
  std::ptrdiff_t count = std::ranges::count(text, '\n');
  if (words[1] == "-w") {
    count = 0;
    bool inside = false;
    for (const char c : text) {
      const bool blank = c == ' ' || c == '\t' || c == '\n';
      count += !blank && !inside ? 1 : 0;
      inside = !blank;
    }
  } else if (words[1] != "-l") {
    return std::nullopt;
  }
  return std::to_string(count) + "\n";
}

// Returns the output of `awk -F, '{print NF}'` for one line; nullopt for any other program.
std::optional<std::string> fields_counted(Texts words, const std::string& text) {
  std::string options;
  for (std::size_t i = 1; i + 1 < words.size(); ++i) options += words[i];
  const auto separator =
      options.starts_with("-F") ? one_character(options.substr(2)) : std::nullopt;
  const std::string program = replace(words.back(), " ", "", true);
  const bool one_line = text.find('\n') + 1 == text.size();
  if (!separator || *separator == ' ' || (program != "{printNF}" && program != "{print(NF)}") ||
      !one_line)
    return std::nullopt;
  const auto count = text.size() == 1 ? 0 : std::ranges::count(text, *separator) + 1;
  return std::to_string(count) + "\n";
}

// Returns the output of a tool; nullopt if it is not known.
std::optional<std::string> filtered(Texts words, const std::string& text) {
  if (words[0] == "tr") return translated(words, text);
  if (words[0] == "wc") return counted(words, text);
  if (words[0] == "awk") return fields_counted(words, text);
  return std::nullopt;
}

std::string name_of(const shell_syntax::Statement& statement) {
  if (statement.kind != shell_syntax::StatementKind::kCommand) return "";
  const auto words = shell_syntax::as<shell_syntax::Command>(statement).words;
  return words.empty() ? "" : literal_of(words[0].parts).value_or("");
}

}  // namespace

ShellValue Expander::replaced(const shell_syntax::Part& part, const ShellValue& value) {
  const Span span = where(part.begin, part.end);
  const auto operand = literal_of(part.parts);
  const std::size_t slash = operand ? operand->find('/') : std::string::npos;
  const std::string from = operand ? operand->substr(0, slash) : "";
  const bool plain = from.find_first_of("*?[\\") == from.npos && !from.empty();
  if (!value.plain() || !operand || !plain) return ShellValue::unknown(span);
  const std::string to = slash == std::string::npos ? "" : operand->substr(slash + 1);
  ShellValue out = ShellValue::computed(replace(value.text(), from, to, part.op == "//"), span);
  if (value.overridable()) out.set_overridable({});
  return out;
}

// Examples: `echo "$CARDS" | tr , '\n' | wc -l`, `awk -F, '{print NF}' <<< "$CARDS"`
std::optional<ShellValue> Expander::filtered_output(
    std::span<const shell_syntax::Statement* const> commands, Span span, bool& followed) {
  constexpr std::string_view kTools[] = {"tr", "wc", "awk"};
  const bool by_text = commands[0]->redirects.size() == 1 && commands[0]->redirects[0].op == "<<<";
  const std::size_t first = by_text ? 0 : 1;
  for (std::size_t i = 0; i < commands.size(); ++i) {
    const std::string name = name_of(*commands[i]);
    const bool known = i >= first ? is_in(name, kTools) : name == "echo" || name == "printf";
    if (!known || (!commands[i]->redirects.empty() && !(by_text && i == 0))) return std::nullopt;
  }
  std::optional<ShellValue> input;
  if (by_text)
    input = single(*commands[0]->redirects[0].target);
  else
    input = output(commands.first(1), span, followed);
  if (!input || !input->plain()) return std::nullopt;
  std::string text(input->text());
  text += '\n';
  for (const shell_syntax::Statement* each : commands.subspan(first)) {
    std::vector<std::string> words;
    for (const Field& word : fields(shell_syntax::as<shell_syntax::Command>(*each).words)) {
      if (!word.value.plain() || word.value.overridable()) return std::nullopt;
      words.emplace_back(word.value.text());
    }
    auto made = filtered(words, text);
    if (!made || made->size() > kMaxText) return std::nullopt;
    text = std::move(*made);
  }
  followed = true;
  while (text.ends_with('\n')) text.pop_back();
  ShellValue out = ShellValue::computed(std::move(text), span);
  if (input->overridable()) out.set_overridable({});
  return out;
}

}  // namespace mmlint::shell
