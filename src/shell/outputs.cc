#include "base/algorithms.h"
#include "base/text.h"
#include "shell/interpreter.h"

// Folders that must exist before a command can write its output to a file.
namespace mmlint::shell {
namespace {

// Commands that do not make folders.
constexpr std::string_view kMakeNone[] = {
    ":",          "[",        "alias",  "awk",     "basename", "cat",     "cd",     "chmod",
    "command",    "conda",    "cut",    "date",    "df",       "dirname", "echo",   "exit",
    "export",     "false",    "free",   "getopts", "grep",     "hash",    "head",   "hostname",
    "id",         "kill",     "let",    "ls",      "lscpu",    "mapfile", "module", "nproc",
    "nvidia-smi", "popd",     "printf", "ps",      "pushd",    "pwd",     "read",   "readarray",
    "readlink",   "realpath", "return", "rm",      "scontrol", "sed",     "seq",    "set",
    "shift",      "shopt",    "sleep",  "sort",    "squeue",   "tail",    "tee",    "test",
    "touch",      "tr",       "trap",   "true",    "type",     "ulimit",  "umask",  "uname",
    "unset",      "wait",     "wc",     "which",   "whoami"};

struct Component {
  ShellValue value;
  bool is_known = true;  // false: the name has unknown parts, which contain no slash
};

// Returns the names in a path; nullopt if an unknown part may contain slashes.
std::optional<std::vector<Component>> components(const ShellValue& path) {
  std::vector<Component> out;
  const auto is_part = [](const UnknownPart& part) { return part.is_fresh; };
  if (!std::ranges::all_of(path.unknown_parts, is_part)) return std::nullopt;
  const std::string_view text = path.text();
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('/', at), text.size());
    const std::string_view name = text.substr(at, end - at);
    if (name == ".." && !out.empty() && out.back().value.text() != "..") {
      out.pop_back();
    } else if (!name.empty() && name != ".") {
      ShellValue part = path.part(at, end);
      const bool known = part.known();
      out.push_back({std::move(part), known});
    }
    at = end + 1;
  }
  return out;
}

bool is_absolute(const ShellValue& path) {
  return path.in_script_folder || path.text().starts_with('/');
}

// May: the folder `made` is `folder` or is inside it.
bool may_hold(const ShellValue& made, const ShellValue& folder) {
  const auto own = components(made), wanted = components(folder);
  if (!own || !wanted || is_absolute(made) != is_absolute(folder) ||
      made.in_script_folder != folder.in_script_folder)
    return true;
  for (std::size_t i = 0; i < wanted->size(); ++i) {
    if (i >= own->size()) return false;
    const Component& a = (*own)[i];
    const Component& b = (*wanted)[i];
    if (a.is_known && b.is_known && a.value.text() != b.value.text()) return false;
  }
  return true;
}

// Returns a path relative to the folder in which the user starts the script. `folder`: the working
// folder.
ShellValue from_folder(const Variable* folder, const ShellValue& path) {
  if (folder == nullptr || is_absolute(path)) return path;
  ShellValue out = folder->values[0];
  out.append("/", {}, false);
  out.append(path);
  return out;
}

}  // namespace

void Interpreter::note_folders(const std::vector<Field>& words) {
  const std::string_view path = words[0].value.plain() ? words[0].value.text() : "";
  const std::string_view name = path.substr(path.rfind('/') + 1);
  constexpr std::size_t kMostMade = 200;
  if (made_folders_.size() > kMostMade) {
    may_make_more_ = true;
  } else if (name == "mkdir") {
    for (const Field& each : std::span(words).subspan(1))
      if (!each.value.text().starts_with('-'))
        made_folders_.push_back(from_folder(variables_.find(kFolder), each.value));
  } else if (name == "tee") {
    for (const Field& each : std::span(words).subspan(1))
      if (!each.value.text().starts_with('-')) note_output(each.value, each.span, true);
  } else if (!is_in(name, kMakeNone) && !is_in(name, {"eval", "source", ".", "exec"}) &&
             find_function(name) == nullptr) {
    may_make_more_ = true;
  }
}

void Interpreter::note_output(const ShellValue& path, Span span, bool by_tee) {
  constexpr std::size_t kMost = 1000;
  const std::size_t slash = path.text().rfind('/');
  const bool may_make = by_tee && context_.pipeline ? before_pipeline_ : may_make_more_;
  if (slash == std::string_view::npos || slash == 0 || may_make || elsewhere_ || uncalled_ ||
      out_.outputs.size() >= kMost)
    return;
  const ShellValue folder = path.part(0, slash);
  const Variable* working = variables_.find(kFolder);
  const ShellValue whole = from_folder(working, folder);
  if (!components(whole) || std::ranges::any_of(made_folders_, [&](const ShellValue& made) {
        return may_hold(made, whole);
      }))
    return;
  OutputFolder out;
  out.folder = to_text(folder, span);
  if (working != nullptr) out.working = to_text(working->values[0], working->span);
  out.span = span;
  out.first = by_tee ? out_.commands.size() - 1 : out_.commands.size();
  out.end = out.first + 1;
  out.by_tee = by_tee;
  out.is_fresh = !folder.known();
  out_.outputs.push_back(std::move(out));
}

}  // namespace mmlint::shell
