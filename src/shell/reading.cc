#include "shell/interpreter.h"

// Builtins that set the variables they name: read, printf -v, getopts, unset.
namespace mmlint::shell {
namespace {

constexpr std::string_view kBlanks = " \t\n";
constexpr std::size_t kMaxRounds = 64;  // of a getopts loop

// Splits a text as `read` does. Several blanks in IFS count once; any other character in IFS ends a
// field.
std::vector<ShellValue> split_at(const ShellValue& value, std::string_view separators) {
  std::string blanks;
  for (const char c : kBlanks)
    if (separators.find(c) != separators.npos) blanks += c;
  const std::string_view text = value.text();
  std::vector<ShellValue> out;
  std::size_t at = std::min(text.find_first_not_of(blanks), text.size());
  while (at < text.size()) {
    const std::size_t end = std::min(text.find_first_of(separators, at), text.size());
    out.push_back(value.part(at, end));
    at = std::min(text.find_first_not_of(blanks, end), text.size());
    const bool separated = at < text.size() && separators.find(text[at]) != separators.npos;
    if (separated) at = std::min(text.find_first_not_of(blanks, at + 1), text.size());
  }
  return out;
}

// Returns the texts of values; nullopt if a value is not certain.
std::optional<std::vector<std::string>> certain_texts(std::span<const ShellValue> values) {
  std::vector<std::string> out;
  for (const ShellValue& each : values) {
    if (!each.plain()) return std::nullopt;
    out.emplace_back(each.text());
  }
  return out;
}

}  // namespace

bool Interpreter::set_by_builtin(const shell_syntax::Command& command,
                                 const std::vector<Field>& words,
                                 const std::vector<EnvironmentWrite>& own) {
  if (words[0].plain("read")) return read_text(command, words, own);
  const bool names = words.size() > 3 && words[0].plain("printf") && words[1].plain("-v") &&
                     words[2].value.plain() && is_name(words[2].value.text());
  if (!names) return words[0].plain("printf") && words.size() > 1 && !words[1].plain("-v");
  const auto format = std::span(words).subspan(3);
  auto value = formatted(format, words[2].span);
  if (!value) {
    std::vector<ShellValue> values;
    for (const Field& each : format) values.push_back(each.value);
    value = in_rounds(values, words[2].span, [&](std::span<const ShellValue> each) {
      std::vector<Field> round(format.begin(), format.end());
      for (std::size_t i = 0; i < round.size(); ++i) round[i].value = each[i];
      return formatted(round, words[2].span);
    });
  }
  if (value) set_variable(words[2].value.text(), {std::move(*value)}, words[2].span);
  return value.has_value();
}

// Follows read -r A B <<< TEXT and read -ra LIST <<< TEXT.
bool Interpreter::read_text(const shell_syntax::Command& command, const std::vector<Field>& words,
                            const std::vector<EnvironmentWrite>& own) {
  if (command.redirects.size() != 1 || command.redirects[0].op != "<<<") return false;
  std::string separators(kBlanks);
  if (variables_.find("IFS") != nullptr) return false;
  for (const EnvironmentWrite& each : own) {
    if (each.name != "IFS") continue;
    if (!each.value->is_known() || each.value->overridable) return false;
    separators = each.value->value;
  }
  bool raw = false, is_list = false;
  std::size_t at = 1;
  for (; at < words.size() && words[at].value.text().starts_with('-'); ++at) {
    const std::string_view options = words[at].value.text().substr(1);
    if (options.find_first_not_of("ra") != options.npos) return false;
    raw = raw || options.find('r') != options.npos;
    is_list = is_list || options.find('a') != options.npos;
  }
  const auto names = certain_texts([&] {
    std::vector<ShellValue> out;
    for (std::size_t i = at; i < words.size(); ++i) out.push_back(words[i].value);
    return out;
  }());
  if (!names || names->empty() || (is_list && names->size() != 1) ||
      !std::ranges::all_of(*names, is_name))
    return false;
  ShellValue text = single(*command.redirects[0].target);
  const bool exact = raw || text.text().find('\\') == std::string_view::npos;
  if (!text.plain() || !exact) return false;
  const bool overridable = text.overridable();
  text = text.part(0, std::min(text.text().find('\n'), text.bytes.size()));
  std::vector<ShellValue> fields = split_at(text, separators);
  if (!is_list && fields.size() > names->size()) return false;
  for (ShellValue& each : fields) {
    each.defaults.clear();
    if (overridable) each.set_overridable({});
  }
  if (!is_list) {
    fields.resize(names->size());
    for (std::size_t i = 0; i < names->size(); ++i) {
      if (overridable) fields[i].set_overridable({});
      set_variable((*names)[i], {std::move(fields[i])}, words[at + i].span);
    }
    return true;
  }
  SharedVector<ShellValue> items;
  for (ShellValue& each : fields) items.push_back(std::move(each));
  set_variable(names->front(), std::move(items), words[at].span);
  Variable variable = *variables_.find(names->front());
  variable.is_array = true;
  variable.items_are_default = overridable;
  variables_.set(names->front(), std::move(variable));
  return true;
}

bool Interpreter::read_options(const shell_syntax::While& loop) {
  if (loop.until || loop.condition.size() != 1 ||
      loop.condition[0]->kind != shell_syntax::StatementKind::kCommand || arguments_ == nullptr)
    return false;
  const auto& command = shell_syntax::as<shell_syntax::Command>(*loop.condition[0]);
  if (command.words.empty() || command.words[0].parts.size() != 1 ||
      command.words[0].parts[0].text != "getopts")
    return false;
  const Variable* index = variables_.find("OPTIND");
  const bool begins = index == nullptr || index->values.empty() ||
                      (index->values[0].plain() && index->values[0].text() == "1");
  const auto gone = shifted();
  const std::vector<Field> words = fields(command.words);
  const bool own = words.size() == 3 && words[1].value.plain() && words[2].value.plain() &&
                   is_name(words[2].value.text()) && begins && gone;
  if (!own) return false;
  const std::string_view letters = words[1].value.text();
  const std::string name(words[2].value.text());
  const std::vector<ShellValue> given(
      arguments_->begin() + static_cast<std::ptrdiff_t>(std::min(*gone, arguments_->size())),
      arguments_->end());
  struct Round {
    std::string letter;
    ShellValue value;
    std::size_t next;  // the first unread argument, counted from 1
  };
  std::vector<Round> rounds;
  std::size_t at = 0;
  for (; at < given.size(); ++at) {
    if (given[at].has_many() || given[at].in_script_folder) return false;
    const std::string_view text = given[at].text();
    if (text.starts_with(ShellValue::kUnknownPart) || given[at].overridable()) return false;
    if (text.size() < 2 || text[0] != '-') break;
    if (text == "--") {
      ++at;
      break;
    }
    if (!given[at].known() || rounds.size() >= kMaxRounds) return false;
    for (std::size_t i = 1; i < text.size(); ++i) {
      const std::string letter(1, text[i]);
      const std::size_t place = letter == ":" ? letters.npos : letters.find(letter);
      const bool known = place != letters.npos;
      const bool takes = known && letters.substr(place + 1).starts_with(':');
      Round round{known ? letter : "?", {}, at + 1 + (i + 1 == text.size() ? 1 : 0)};
      if (takes && i + 1 < text.size()) {
        round.value = given[at].part(i + 1, text.size());
      } else if (takes && ++at < given.size()) {
        if (given[at].has_many()) return false;
        round.value = given[at];
      } else if (takes) {
        at = given.size() - 1;
        round.letter = letters.starts_with(':') ? ":" : "?";
      }
      const bool names_it = letters.starts_with(':') && round.letter != letter;
      if (names_it) round.value = ShellValue::computed(letter, words[2].span);
      if (takes) round.next = at + 2;
      rounds.push_back(std::move(round));
      if (takes) break;
    }
  }
  const Span span = where(loop.begin, loop.end);
  const auto set = [&](std::string_view variable, ShellValue value) {
    set_variable(variable, {std::move(value)}, span);
  };
  for (Round& each : rounds) {
    if (completion_ != Completion::kNormal) return true;
    set(name, ShellValue::computed(each.letter, words[2].span));
    set("OPTARG", std::move(each.value));
    set("OPTIND", ShellValue::computed(std::to_string(each.next), span));
    block(loop.body);
  }
  set(name, ShellValue::computed("?", words[2].span));
  set("OPTIND", ShellValue::computed(std::to_string(at + 1), span));
  return true;
}

void Interpreter::unset(const std::vector<Field>& words) {
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (words[i].plain("-f")) return;
    if (!words[i].value.plain() || !is_name(words[i].value.text())) continue;
    Variable gone;
    gone.is_unset = true;
    gone.span = words[i].span;
    gone.conditional = context_.conditional;
    note_setting(words[i].value.text(), gone, true);
    variables_.set(words[i].value.text(), std::move(gone));
  }
}

}  // namespace mmlint::shell
