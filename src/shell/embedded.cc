#include "shell/interpreter.h"
#include "shell/launch_reader.h"

// Python that stands in a shell script.
namespace mmlint::shell {

// A value as a program that Python reads. Expansions that are not known stay as they are written.
EmbeddedPython Interpreter::embedded(const ShellValue& value, const Source& source) {
  EmbeddedPython out;
  out.span = value.source(0, value.bytes.size());
  out.complete = value.known();
  const auto& runs = value.runs;
  std::size_t missing = 0;
  std::size_t run = 0;
  for (std::size_t at = 0; at < value.bytes.size();) {
    if (missing < value.unknown_parts.size() && value.unknown_parts[missing].at == at) {
      const Span span = value.unknown_parts[missing++].blame;
      if (span.known() && span.file == source.id()) {
        out.runs.push_back({static_cast<std::uint32_t>(out.text.size()), span, true});
        out.text += source.text(span);
      }
      ++at;
      continue;
    }
    while (run + 1 < runs.size() && runs[run + 1].at <= at) ++run;
    std::size_t end =
        missing < value.unknown_parts.size() ? value.unknown_parts[missing].at : value.bytes.size();
    if (run + 1 < runs.size()) end = std::min<std::size_t>(end, runs[run + 1].at);
    if (run < runs.size())
      out.runs.push_back(
          {static_cast<std::uint32_t>(out.text.size()), runs[run].source, runs[run].verbatim});
    out.text += value.text().substr(at, end - at);
    at = end;
  }
  return out;
}

void Interpreter::embed_code(CodeTarget& target, const Field& code) {
  if (code.value.bytes.empty() || code.value.in_script_folder) return;
  target.embedded = out_.embedded.size();
  out_.embedded.push_back(embedded(code.value, *source_));
}

// A here-document that is a program for python, or that is written to a .py file.
void Interpreter::embed_heredocs(const shell_syntax::Command& command,
                                 const std::vector<Field>& words, Launch* launch) {
  std::string path;
  const ExpandedWord first = words.empty() ? ExpandedWord{} : to_text(words[0].value, {});
  const std::string_view program = program_name(first);
  for (const shell_syntax::Redirect& each : command.redirects) {
    if (each.op != ">" && each.op != ">>" && each.op != ">|") continue;
    const ExpandedWord target =
        to_text(single(*each.target), where(each.target->begin, each.target->end));
    if (program == "cat" && target.value.ends_with(".py")) path = target.value;
  }
  const std::string last = words.size() > 1 ? to_text(words.back().value, {}).value : "";
  if (program == "tee" && last.ends_with(".py")) path = last;
  auto* input = launch != nullptr ? std::get_if<StandardInputTarget>(&launch->target) : nullptr;
  if (input == nullptr && path.empty()) return;
  for (const shell_syntax::Redirect& each : command.redirects) {
    if (each.heredoc == nullptr) continue;
    EmbeddedPython out = embedded(heredoc_text(*each.heredoc), *source_);
    out.path = path;
    if (origin_ == nullptr) out.span = {source_->id(), each.heredoc->begin, each.heredoc->end};
    if (input != nullptr) input->embedded = out_.embedded.size();
    out_.embedded.push_back(std::move(out));
  }
}

}  // namespace mmlint::shell
