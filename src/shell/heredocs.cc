
#include "shell/interpreter.h"
#include "shell/launch_reader.h"
#include "shell_syntax/shell_document.h"

// The text of here-documents, and the scripts that a script writes and runs.
namespace mmlint::shell {
namespace {

constexpr int kMaxCalls = 12;

bool is_word(char c) {
  return c == '_' || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

// Whether JSON takes the text as a number, true, false or null.
bool is_json_literal(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_number = error == std::errc() && end == text.data() + text.size() &&
                         std::isfinite(number) && text.back() != '.' && text.front() != '.';
  return is_number || text == "true" || text == "false" || text == "null";
}

// The length of the expansion that begins at a `$` or a backquote; 0 if it is one as it stands.
std::size_t expansion_length(std::string_view text, std::size_t at) {
  if (text[at] == '`') {
    const std::size_t end = text.find('`', at + 1);
    return end == text.npos ? 0 : end + 1 - at;
  }
  if (at + 1 >= text.size()) return 0;
  const char next = text[at + 1];
  if (next == '{' || next == '(') {
    const char close = next == '{' ? '}' : ')';
    int depth = 0;
    for (std::size_t end = at + 1; end < text.size(); ++end) {
      if (text[end] == '\\')
        ++end;
      else if (text[end] == next)
        ++depth;
      else if (text[end] == close && --depth == 0)
        return end + 1 - at;
    }
    return 0;
  }
  if (std::string_view("@*#?$!-").find(next) != std::string_view::npos) return 2;
  if (next >= '0' && next <= '9') return 2;
  std::size_t end = at + 1;
  while (end < text.size() && is_word(text[end])) ++end;
  return end == at + 1 ? 0 : end - at;
}

// "./job.sh" is "job.sh".
std::string file_key(const ShellValue& path) {
  std::string_view text = path.text();
  while (text.starts_with("./")) text.remove_prefix(2);
  std::string out = (path.in_script_folder ? "/" : "") + std::string(text);
  // The same variable, or the same command, is the same unknown part.
  for (const UnknownPart& missing : path.unknown_parts)
    out += ' ' + (missing.blame.known() ? std::to_string(missing.blame.begin) : missing.depends_on);
  return out;
}

}  // namespace

ShellValue Interpreter::heredoc_text(const shell_syntax::Heredoc& heredoc) {
  ShellValue body;
  if (origin_ != nullptr) {
    body = origin_->part(heredoc.begin, heredoc.end);
  } else {
    const Span span{source_->id(), heredoc.begin, heredoc.end};
    body.append(source_->text(span), span, true);
  }
  if (heredoc.quoted && !heredoc.strip_tabs) return body;
  const std::string_view text = body.text();
  ShellValue out;
  std::size_t from = 0;
  const auto flush = [&](std::size_t end) {
    if (from < end) out.append(body.part(from, end));
  };
  bool begins = true;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    const char next = at + 1 < text.size() ? text[at + 1] : '\0';
    if (begins && heredoc.strip_tabs && c == '\t') {
      flush(at);
      from = ++at;
      continue;
    }
    begins = c == '\n';
    if (heredoc.quoted) {
      ++at;
    } else if (c == '\\' && (next == '$' || next == '`' || next == '\\' || next == '\n')) {
      flush(at);
      at += 2;
      from = next == '\n' ? at : at - 1;
    } else if (const std::size_t length = c == '$' || c == '`' ? expansion_length(text, at) : 0) {
      flush(at);
      ShellValue quoted = ShellValue::computed("\"", {});
      quoted.append(body.part(at, at + length));
      quoted.append("\"", {}, false);
      at = from = at + length;
      const Span span = quoted.source(1, quoted.bytes.size() - 1);
      const ShellValue* kept = keep_text(std::move(quoted));
      const auto words =
          kept != nullptr ? shell_syntax::read_commands(kept->text(), arena_) : std::nullopt;
      const bool one = words && words->size() == 1 &&
                       (*words)[0]->kind == shell_syntax::StatementKind::kCommand &&
                       shell_syntax::as<shell_syntax::Command>(*(*words)[0]).words.size() == 1;
      if (!one || out.bytes.size() > kMaxText) {
        out.append(ShellValue::unknown(span));
        continue;
      }
      const ShellValue* outer = std::exchange(origin_, kept);
      ShellValue value = single(shell_syntax::as<shell_syntax::Command>(*(*words)[0]).words[0]);
      origin_ = outer;
      // Where it is written, not where it was set.
      for (UnknownPart& missing : value.unknown_parts.own()) missing.blame = span;
      out.append(value);
    } else {
      ++at;
    }
  }
  flush(text.size());
  return out;
}

// A shell that reads its commands from a here-document.
void Interpreter::run_input(const shell_syntax::Command& command,
                            const std::vector<EnvironmentWrite>& own, const Way& way) {
  for (const shell_syntax::Redirect& each : command.redirects) {
    if (each.heredoc == nullptr) continue;
    out_.commands[way.command].followed = true;
    run_text(heredoc_text(*each.heredoc), {}, own, way);
  }
}

// cat > FILE <<EOF, tee FILE <<EOF, echo TEXT > FILE
void Interpreter::note_written(const shell_syntax::Command& command,
                               const std::vector<Field>& words) {
  if (words.empty()) return;
  const bool cat = words[0].plain("cat") && words.size() == 1;
  const bool tee = words[0].plain("tee") && words.size() > 1;
  const bool echo = words[0].plain("echo");
  if (!cat && !tee && !echo) return;
  constexpr std::size_t kMaxFiles = 1000;
  ShellValue path, text;
  bool appends = tee && words[1].plain("-a");
  if (tee) path = words.back().value;
  const shell_syntax::Heredoc* heredoc = nullptr;
  for (const shell_syntax::Redirect& each : command.redirects) {
    if (each.heredoc != nullptr) {
      heredoc = each.heredoc;
      text = heredoc_text(*heredoc);
    }
    if ((each.op != ">" && each.op != ">>" && each.op != ">|") || tee ||
        (!each.descriptor.empty() && each.descriptor != "1"))
      continue;
    path = single(*each.target);
    appends = each.op == ">>";
  }
  if (echo) {
    std::size_t first = 1;
    while (first < words.size() && (words[first].plain("-e") || words[first].plain("-n"))) ++first;
    for (std::size_t i = first; i < words.size(); ++i) {
      if (i > first) text.append(" ", words[i].span, false);
      text.append(words[i].value);
    }
    text.append("\n", words[0].span, false);
  }
  const bool named = path.known() || path.bytes.size() > path.unknown_parts.size();
  if (!named || path.bytes.empty() || text.bytes.empty() || written_.size() > kMaxFiles) return;
  if (heredoc != nullptr && heredoc->quoted) note_kept(*heredoc, path);
  ShellValue& file = written_[file_key(path)];
  if (!appends) file = {};
  if (file.bytes.size() + text.bytes.size() <= kMaxText) file.append(text);
}

void Interpreter::note_kept(const shell_syntax::Heredoc& heredoc, const ShellValue& path) {
  constexpr std::size_t kMost = 100;
  if (!path.plain() || !path.text().ends_with(".json") || origin_ != nullptr ||
      out_.kept.size() >= kMost)
    return;
  const std::string_view text = source_->bytes().substr(heredoc.begin, heredoc.end - heredoc.begin);
  bool in_string = false;
  bool is_json = true;
  std::optional<KeptVariable> first;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (in_string && text[at] == '\\')
      ++at;
    else if (text[at] == '"')
      in_string = !in_string;
    if (in_string || at >= text.size() || text[at] != '$') continue;
    const std::size_t length = expansion_length(text, at);
    std::string_view name = text.substr(at + 1, std::max<std::size_t>(length, 1) - 1);
    if (name.starts_with('{')) name = name.substr(1, name.find_first_of(":}-=") - 1);
    const Variable* variable = is_name(name) ? variables_.find(name) : nullptr;
    const bool is_known = variable != nullptr && variable->values.size() == 1 &&
                          variable->values[0].plain() && !variable->conditional;
    is_json = is_json && is_known && is_json_literal(variable->values[0].text());
    if (variable == nullptr || variable->is_unset || first) continue;
    const auto begin = heredoc.begin + static_cast<std::uint32_t>(at);
    first = {std::string(path.text()),
             std::string(name),
             {source_->id(), begin, begin + static_cast<std::uint32_t>(length)}};
  }
  if (!first) return;
  first->is_json = is_json;
  out_.kept.push_back(std::move(*first));
}

const ShellValue* Interpreter::written(const ShellValue& path) const {
  const auto found = written_.find(file_key(path));
  return found == written_.end() || found->second.text().empty() ? nullptr : &found->second;
}

bool Interpreter::run_written(const Launch& launch, const std::vector<Field>& words,
                              const std::vector<EnvironmentWrite>& own, const Way& way) {
  if (launch.kind != LaunchKind::kShell || calls_ >= kMaxCalls) return false;
  const auto target = std::ranges::find_if(
      words, [&](const Field& each) { return each.span == launch.target_word().span; });
  if (target == words.end()) return false;
  const ShellValue* text = written(target->value);
  if (text == nullptr) return false;
  std::vector<ShellValue> arguments;
  for (auto each = target + 1; each != words.end(); ++each) arguments.push_back(each->value);
  run_text(ShellValue(*text), std::move(arguments), own, way);
  return true;
}

}  // namespace mmlint::shell
