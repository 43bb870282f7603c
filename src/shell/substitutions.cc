
#include "base/algorithms.h"
#include "shell/expander.h"

// $(...): the few whose output can be told.
namespace mmlint::shell {
namespace {

std::optional<long> whole_number(std::string_view text) {
  long value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool padded = text.size() > 1 && text[0] == '0';
  if (error != std::errc{} || end != text.data() + text.size() || padded) return std::nullopt;
  return value;
}

// A path that dirname and basename cut at its last '/'.
bool is_simple_path(const ShellValue& value) {
  const std::string_view text = value.text();
  // The folder's own path may be written in another way.
  if (value.in_script_folder && (text.ends_with("/..") || text.ends_with("/."))) return false;
  return value.known() && !text.empty() && text.back() != '/' && text.find("//") == text.npos;
}

std::optional<ShellValue> dirname(const ShellValue& path, Span span) {
  if (!is_simple_path(path)) return std::nullopt;
  const std::size_t slash = path.text().rfind('/');
  if (slash == std::string::npos) return ShellValue::computed(".", span);
  if (slash == 0 && !path.in_script_folder) return ShellValue::computed("/", span);
  return path.part(0, slash);
}

std::optional<ShellValue> basename(const ShellValue& path, std::string_view suffix, Span span) {
  if (!is_simple_path(path)) return std::nullopt;
  std::string name(path.text().substr(path.text().rfind('/') + 1));
  if (name.size() > suffix.size() && name.ends_with(suffix))
    name.resize(name.size() - suffix.size());
  return ShellValue::computed(name, span);
}

std::optional<ShellValue> sequence(const std::vector<Field>& words, Span span, std::size_t most) {
  std::vector<long> numbers;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const auto number = words[i].value.plain() ? whole_number(words[i].value.text()) : std::nullopt;
    if (!number) return std::nullopt;
    numbers.push_back(*number);
  }
  if (numbers.empty() || numbers.size() > 3) return std::nullopt;
  const long from = numbers.size() == 1 ? 1 : numbers.front();
  const long step = numbers.size() == 3 ? numbers[1] : 1;
  const long to = numbers.back();
  if (step == 0 || std::abs(to) > 1'000'000 || std::abs(from) > 1'000'000 ||
      std::abs(step) > 1'000'000)
    return std::nullopt;
  std::string text;
  std::size_t count = 0;
  for (long i = from; step > 0 ? i <= to : i >= to; i += step) {
    if (++count > most) return std::nullopt;
    text += (text.empty() ? "" : "\n") + std::to_string(i);
  }
  return ShellValue::computed(text, span);
}

// What a word without expansions says; empty for any other.
std::string literal_text(std::span<const shell_syntax::Part> parts) {
  std::string out;
  for (const shell_syntax::Part& part : parts) {
    if (part.kind == shell_syntax::PartKind::kDoubleQuoted) {
      out += literal_text(part.parts);
    } else if (part.kind == shell_syntax::PartKind::kLiteral ||
               part.kind == shell_syntax::PartKind::kSingleQuoted) {
      out += part.text;
    } else {
      return "";
    }
  }
  return out;
}

// Whether the commands print the time: `date +%Y%m%d`.
bool prints_time(shell_syntax::Block block) {
  if (block.size() != 1 || block[0]->kind != shell_syntax::StatementKind::kCommand) return false;
  const auto words = shell_syntax::as<shell_syntax::Command>(*block[0]).words;
  return words.size() == 2 && literal_text(words[0].parts) == "date" &&
         literal_text(words[1].parts).starts_with("+%") &&
         literal_text(words[1].parts).find('/') == std::string::npos;
}

bool only_errors_redirected(const shell_syntax::Statement& statement) {
  for (const shell_syntax::Redirect& each : statement.redirects) {
    if (each.descriptor != "2") return false;
  }
  return true;
}

}  // namespace

ShellValue Expander::substitution(const shell_syntax::Part& part) {
  const Span span = where(part.begin, part.end);
  if (part.readable) {
    bool followed = false;
    auto known = output(part.body, span, followed);
    if (known && known->text().size() <= kMaxText) return *known;
    if (!followed) run_substitution(part.body);
  }
  ShellValue out = ShellValue::unknown(span, {}, true);
  if (!part.readable) return out;
  out.unknown_parts.own()[0].counts = counted_cards(part.body);
  out.unknown_parts.own()[0].is_fresh = prints_time(part.body);
  return out;
}

// `nvidia-smi -L | wc -l`, `python -c "import torch; print(torch.cuda.device_count())"`
CardCount Expander::counted_cards(shell_syntax::Block block) {
  using namespace shell_syntax;
  if (block.size() != 1) return CardCount::kNone;
  const bool piped = block[0]->kind == StatementKind::kPipeline;
  const Block commands = piped ? as<Pipeline>(*block[0]).commands : block;
  if (commands.empty()) return CardCount::kNone;  // `!` alone
  for (const Statement* each : commands) {
    if (each->kind != StatementKind::kCommand || as<Command>(*each).words.empty())
      return CardCount::kNone;
  }
  const auto word = [&](std::size_t command, std::size_t at) -> std::string {
    const auto words = as<Command>(*commands[command]).words;
    return at < words.size() ? literal_text(words[at].parts) : "";
  };
  const std::size_t last = commands.size() - 1;
  if (word(0, 0) == "nvidia-smi" && last > 0 &&
      ((word(last, 0) == "wc" && word(last, 1) == "-l") ||
       (word(last, 0) == "grep" && word(last, 1).starts_with("-c"))))
    return CardCount::kNvidiaSmi;
  const std::string code = word(0, 1) == "-c" ? word(0, 2) : "";
  constexpr std::string_view kPrints = "print(torch.cuda.device_count())";
  const bool prints = word(0, 0).starts_with("python") && code.find(kPrints) != code.npos &&
                      code.find("print") == code.rfind("print");
  return prints && last == 0 ? CardCount::kTorch : CardCount::kNone;
}

std::optional<ShellValue> Expander::output(shell_syntax::Block block, Span span, bool& followed) {
  if (block.size() == 2) return folder_after(*block[0], *block[1], followed);
  if (block.size() != 1 || block[0]->background) return std::nullopt;
  if (block[0]->kind == shell_syntax::StatementKind::kAndOr) {
    const auto& both = shell_syntax::as<shell_syntax::AndOr>(*block[0]);
    return both.is_and ? folder_after(*both.left, *both.right, followed) : std::nullopt;
  }
  if (block[0]->kind == shell_syntax::StatementKind::kPipeline) {
    const auto& pipeline = shell_syntax::as<shell_syntax::Pipeline>(*block[0]);
    return pipeline.commands.size() > 1 ? filtered_output(pipeline.commands, span, followed)
                                        : std::nullopt;
  }
  if (block[0]->kind == shell_syntax::StatementKind::kCommand && block[0]->redirects.size() == 1 &&
      block[0]->redirects[0].op == "<<<")
    return filtered_output(block, span, followed);
  if (block[0]->kind != shell_syntax::StatementKind::kCommand || !only_errors_redirected(*block[0]))
    return std::nullopt;
  const auto& command = shell_syntax::as<shell_syntax::Command>(*block[0]);
  if (!command.assignments.empty() || !command.declared.empty() || command.words.empty())
    return std::nullopt;
  const shell_syntax::Word& first = command.words[0];
  if (first.parts.size() != 1 || first.parts[0].kind != shell_syntax::PartKind::kLiteral)
    return std::nullopt;
  constexpr std::string_view kKnown[] = {"echo",     "dirname",  "basename", "pwd",
                                         "realpath", "readlink", "seq",      "printf"};
  if (!is_in(first.parts[0].text, kKnown)) return std::nullopt;
  followed = true;
  const std::vector<Field> words = fields(command.words);
  if (auto known = output(words, span)) return known;
  std::vector<ShellValue> values;
  for (const Field& each : words) values.push_back(each.value);
  return in_rounds(values, span, [&](std::span<const ShellValue> each) {
    std::vector<Field> round = words;
    for (std::size_t i = 0; i < round.size(); ++i) round[i].value = each[i];
    return output(round, span);
  });
}

std::optional<ShellValue> Expander::output(const std::vector<Field>& words, Span span) {
  const std::string_view name = words[0].value.text();
  for (const Field& each : words) {
    for (const UnknownPart& missing : each.value.unknown_parts) {
      if (missing.many) return std::nullopt;
    }
  }
  if (name == "echo") {
    ShellValue out;
    for (std::size_t i = 1; i < words.size(); ++i) {
      if (i == 1 && words[i].value.text().starts_with('-')) return std::nullopt;
      if (i > 1) out.append(" ", span, false);
      out.append(words[i].value);
    }
    while (out.text().ends_with('\n')) out = out.part(0, out.bytes.size() - 1);
    return out;
  }
  if (name == "seq") return sequence(words, span, kMaxItems);
  if (name == "printf") {
    auto printed = formatted(std::span(words).subspan(1), span);
    while (printed && printed->text().ends_with('\n'))
      printed = printed->part(0, printed->bytes.size() - 1);
    return printed;
  }
  if (name == "pwd") {
    const Variable* folder = variables_.find(kFolder);
    if (folder == nullptr || !folder->values[0].in_script_folder) return std::nullopt;
    return folder->values[0];
  }
  std::size_t first = 1;
  const bool resolves = name == "realpath" || name == "readlink";
  while (first < words.size() && words[first].value.plain() &&
         words[first].value.text().starts_with('-')) {
    const std::string_view option = words[first++].value.text();
    if (option == "--") break;
    if (!resolves || (option != "-f" && option != "-e" && option != "-m")) return std::nullopt;
  }
  if (first >= words.size()) return std::nullopt;
  const ShellValue& path = words[first].value;
  if (name == "dirname" && words.size() == first + 1) return dirname(path, span);
  if (name == "basename" && words.size() == first + 1) return basename(path, "", span);
  if (name == "basename" && words.size() == first + 2 && words[first + 1].value.plain()) {
    return basename(path, words[first + 1].value.text(), span);
  }
  const bool same = resolves && words.size() == first + 1 && path.in_script_folder && path.known();
  return same ? std::optional(path) : std::nullopt;
}

// `cd FOLDER && pwd`
std::optional<ShellValue> Expander::folder_after(const shell_syntax::Statement& cd,
                                                 const shell_syntax::Statement& pwd,
                                                 bool& followed) {
  if (cd.kind != shell_syntax::StatementKind::kCommand ||
      pwd.kind != shell_syntax::StatementKind::kCommand)
    return std::nullopt;
  const auto& change = shell_syntax::as<shell_syntax::Command>(cd);
  const auto& print = shell_syntax::as<shell_syntax::Command>(pwd);
  const auto is = [](const shell_syntax::Word& word, std::string_view text) {
    return word.parts.size() == 1 && word.parts[0].kind == shell_syntax::PartKind::kLiteral &&
           word.parts[0].text == text;
  };
  if (change.words.size() < 2 || !is(change.words[0], "cd") || !change.assignments.empty())
    return std::nullopt;
  if (print.words.empty() || !is(print.words[0], "pwd") || !only_errors_redirected(pwd))
    return std::nullopt;
  followed = true;
  const auto words = fields(change.words);
  const std::size_t at = words.size() > 2 && (words[1].plain("--") || words[1].plain("-P")) ? 2 : 1;
  if (words.size() != at + 1) return std::nullopt;
  const ShellValue& folder = words[at].value;
  return folder.in_script_folder && folder.known() ? std::optional(folder) : std::nullopt;
}

}  // namespace mmlint::shell
