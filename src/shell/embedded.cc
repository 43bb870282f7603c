#include "shell/interpreter.h"
#include "shell/launch_reader.h"

// Python that stands in a shell script.
namespace mmlint::shell {

void Interpreter::embed_code(CodeTarget& target, const Field& code) {
  if (code.value.text.empty() || code.value.in_script_folder) return;
  EmbeddedPython out;
  out.span = code.value.source(0, code.value.text.size());
  out.complete = code.value.known();
  const auto& runs = code.value.runs;
  out.exact = out.complete && runs.size() == 1 && runs[0].verbatim;
  // Expansions as they are written.
  const ShellValue& value = code.value;
  std::size_t missing = 0;
  std::size_t run = 0;
  for (std::size_t at = 0; at < value.text.size();) {
    if (missing < value.unknown_parts.size() && value.unknown_parts[missing].at == at) {
      const Span span = value.unknown_parts[missing++].blame;
      if (span.known() && span.file == source_.id()) {
        out.runs.push_back({static_cast<std::uint32_t>(out.text.size()), span, true});
        out.text += source_.text(span);
      }
      ++at;
      continue;
    }
    while (run + 1 < runs.size() && runs[run + 1].at <= at) ++run;
    std::size_t end =
        missing < value.unknown_parts.size() ? value.unknown_parts[missing].at : value.text.size();
    if (run + 1 < runs.size()) end = std::min<std::size_t>(end, runs[run + 1].at);
    if (run < runs.size())
      out.runs.push_back(
          {static_cast<std::uint32_t>(out.text.size()), runs[run].source, runs[run].verbatim});
    out.text += value.text.substr(at, end - at);
    at = end;
  }
  target.embedded = out_.embedded.size();
  out_.embedded.push_back(std::move(out));
}

// A here-document that is a program for python, or that is written to a .py file.
void Interpreter::embed_heredocs(const shell_syntax::Command& command, Launch* launch) {
  if (origin_ != nullptr) return;
  std::string path;
  const std::vector<ExpandedWord>& words = out_.commands.back().words;
  const std::string_view program = words.empty() ? std::string_view{} : program_name(words[0]);
  for (const shell_syntax::Redirect& each : command.redirects) {
    if (each.op != ">" && each.op != ">>" && each.op != ">|") continue;
    const ExpandedWord target =
        to_text(single(*each.target), where(each.target->begin, each.target->end));
    if (program == "cat" && target.value.ends_with(".py")) path = target.value;
  }
  if (program == "tee" && words.size() > 1 && words.back().value.ends_with(".py"))
    path = words.back().value;
  auto* input = launch != nullptr ? std::get_if<StandardInputTarget>(&launch->target) : nullptr;
  if (input == nullptr && path.empty()) return;
  for (const shell_syntax::Redirect& each : command.redirects) {
    if (each.heredoc == nullptr) continue;
    const shell_syntax::Heredoc& heredoc = *each.heredoc;
    EmbeddedPython out;
    out.path = path;
    out.span = {source_.id(), heredoc.begin, heredoc.end};
    const std::string_view bytes = source_.text(out.span);
    out.complete = true;
    std::uint32_t line = 0;  // of a run of bytes that stay
    const auto flush = [&](std::uint32_t end) {
      if (line < end) {
        out.runs.push_back({static_cast<std::uint32_t>(out.text.size()),
                            {source_.id(), heredoc.begin + line, heredoc.begin + end},
                            true});
        out.text += bytes.substr(line, end - line);
      }
    };
    bool begins = true;
    for (std::uint32_t at = 0; at < bytes.size(); ++at) {
      const char c = bytes[at];
      const char next = at + 1 < bytes.size() ? bytes[at + 1] : '\0';
      const bool drops = (begins && heredoc.strip_tabs && c == '\t') ||
                         (!heredoc.quoted && c == '\\' &&
                          (next == '$' || next == '`' || next == '\\' || next == '\n'));
      if (drops) {
        flush(at);
        line = at + 1;
        if (c == '\\') {
          ++at;
          if (next == '\n') line = at + 1;
        }
        continue;
      }
      const bool expands =
          !heredoc.quoted &&
          (c == '`' || (c == '$' && next != ' ' && next != '\n' && next != '"' && next != '\''));
      if (expands) out.complete = false;
      begins = c == '\n';
    }
    flush(static_cast<std::uint32_t>(bytes.size()));
    out.exact = out.complete && out.text.size() == bytes.size();
    if (input != nullptr) input->embedded = out_.embedded.size();
    out_.embedded.push_back(std::move(out));
  }
}

}  // namespace mmlint::shell
