// A launch names a file or a module that does not exist.
// captures: file
// forms: script, launcher, config, module, absent-module, one-word

#include "base/paths.h"
#include "base/text.h"
#include "check/shell/launches.h"
#include "check/shell/predicate.h"
#include "project/gitignore.h"
#include "project/workspace.h"

namespace mmlint::check::predicates {

using shell::ExpandedWord;
using shell::Launch;

namespace {

// How many files of a launch script are looked for in its commands.
constexpr int kMostMissing = 1000;

// `git clone https://HOST/a/flores.git` makes the folder of flores/train.py.
bool is_cloned(std::span<const ExpandedWord> words, std::string_view value) {
  const auto clone =
      std::ranges::find_if(words, [](const ExpandedWord& word) { return word.is("clone"); });
  if (words.empty() || !words.front().is("git") || clone == words.end()) return false;
  return std::any_of(clone + 1, words.end(), [value](const ExpandedWord& word) {
    std::string_view folder = word.value;
    while (folder.ends_with('/')) folder.remove_suffix(1);
    if (folder.ends_with(".git")) folder.remove_suffix(4);
    const auto holds = [value](std::string_view name) {
      return !name.empty() && value.starts_with(name) && value.substr(name.size()).starts_with('/');
    };
    return holds(folder) || holds(file_name(folder));
  });
}

// Git ignores a missing file: the project has it where it runs, such as in a folder of data, and
// not in the repository.
bool is_ignored(const LaunchView& view, std::string_view value) {
  const FileSystem& files = view.request.workspace.files();
  for (const std::string& root : view.request.roots) {
    const std::string repository = project::git_root(files, root);
    const std::string& top = repository.empty() ? root : repository;
    for (std::string at = parent_folder(view.path); is_below(at, root); at = parent_folder(at)) {
      const std::string path = absolute_path(value, at);
      if (is_below(path, top) && project::is_ignored(files, path, top)) return true;
      if (at == "/") break;
    }
  }
  return false;
}

// Whether a command writes its output to a file whose path ends with the name: `echo x > NAME`.
bool is_output(std::string_view text, std::string_view name) {
  for (std::size_t at = text.find(name); at != text.npos && !name.empty();
       at = text.find(name, at + 1)) {
    const std::size_t space = text.find_last_of(" \t\n>", at);
    const std::size_t before = space == text.npos ? space : text.find_last_not_of(" \t", space);
    if (before != text.npos && text[before] == '>') return true;
  }
  return false;
}

// The launch script may make the file itself: a command before, which starts no script, names it.
bool is_made(const LaunchView& view, const std::vector<bool>& starts, const Launch& launch,
             std::string_view value) {
  const std::string_view name = file_name(value);
  const auto names_it = [name](const ExpandedWord& word) {
    return word.value.find(name) != word.value.npos;
  };
  for (std::size_t i = 0; i < launch.command; ++i) {
    const auto& words = view.summary.commands[i].words;
    if (starts[i]) continue;
    if (std::ranges::any_of(words, names_it) || is_cloned(words, value)) return true;
  }
  if (is_output(view.text, name)) return true;
  return std::ranges::any_of(view.summary.embedded,
                             [name](const auto& code) { return file_name(code.path) == name; });
}

// bash looks for a command without a slash in the folders of PATH only.
bool is_on_path(const Launch& launch) {
  const ExpandedWord& word = launch.target_word();
  return launch.kind == shell::LaunchKind::kShell && word.span == launch.program.span &&
         word.value.find('/') == word.value.npos;
}

bool is_written_out(const ExpandedWord& word) {
  return word.precision == ExpandedWord::Precision::kExact && !word.overridable &&
         (word.in_script_folder || word.written());
}

// Returns the words that a word in a loop becomes, one for each iteration; empty if they are not
// known.
std::vector<ExpandedWord> in_loop(const LaunchView& view, const Launch& launch,
                                  const ExpandedWord& word) {
  std::vector<ExpandedWord> out;
  const bool hangs =
      word.precision == ExpandedWord::Precision::kPrefix && word.rounds && !word.in_script_folder;
  auto at = view.summary.commands[launch.command].context.loop;
  while (hangs && at && view.summary.loops[*at].variable != word.depends_on)
    at = view.summary.loops[*at].outer;
  if (!hangs || !at) return out;
  for (const std::string& value : *word.rounds) {
    ExpandedWord& one = out.emplace_back(word);
    one.value += value + word.suffix;
    one.suffix.clear();
    one.precision = ExpandedWord::Precision::kExact;
  }
  return out;
}

// Whether what looks like a config of a launch is one: its program loads a config, or the option or
// the path says so.
bool means_config(const LaunchView& view, const launch::LinkedLaunch& linked) {
  if (linked.script_summary && !linked.script_summary->config.empty()) return true;
  if (launch::says_config(linked.config_word->value)) return true;
  const auto& words = linked.launch->arguments;
  const auto at = static_cast<std::size_t>(linked.config_word - words.data());
  if (at > 0 && words[at - 1].value.starts_with('-'))
    return launch::says_config(words[at - 1].value);
  return std::ranges::any_of(view.graph.reached(view.path), [&](const auto* inner) {
    return inner->through == &linked && inner->config_word && means_config(view, *inner);
  });
}

}  // namespace

LaunchHits missing_file(const LaunchView& view) {
  LaunchHits out;
  int tries = 0;
  std::vector<bool> starts(view.summary.commands.size());
  for (const Launch& launch : view.summary.launches) starts[launch.command] = true;
  for (const launch::LinkedLaunch* linked : view.own()) {
    const Launch& launch = *linked->launch;
    if (broken_continuation(view.summary.commands[launch.command], view.text).known()) continue;
    const auto add = [&](const ExpandedWord& word, std::string_view form) {
      if (!is_written_out(word) || ++tries > kMostMissing) return;
      std::string path = word.value;
      if (form == "absent-module") {
        std::ranges::replace(path, '.', '/');
        path += ".py";
      }
      if (is_made(view, starts, launch, path)) return;
      if (is_ignored(view, path.substr(word.in_script_folder ? 1 : 0))) return;
      LaunchHit hit;
      hit.at = word.span;
      hit.form = form;
      hit.linked = linked;
      hit.captures["file"] = word.value.substr(word.in_script_folder ? 1 : 0);
      out.push_back(std::move(hit));
    };
    // `python -m a/b.py` and `-m a.b.py`
    const bool module = std::holds_alternative<shell::ModuleTarget>(launch.target);
    if (module && launch.target_word().is_known() && launch.target_word().value.ends_with(".py"))
      add(launch.target_word(), "module");
    else if (module && linked->script.missing)
      add(launch.target_word(), "absent-module");
    const bool shell = launch.kind == shell::LaunchKind::kShell;
    const std::string_view target = launch.target_word().value;
    if (!shell && starts_ranks(launch) && target.find(" --") != target.npos) {
      LaunchHit hit;
      hit.at = view.summary.commands[launch.command].span;
      hit.form = "one-word";
      hit.linked = linked;
      hit.captures["file"] = "";
      out.push_back(std::move(hit));
    } else if (linked->script.missing && !module && !is_on_path(launch))
      add(launch.target_word(), shell ? "launcher" : "script");
    if (linked->config_word && linked->config.missing && means_config(view, *linked))
      add(*linked->config_word, "config");
    const auto& words = launch.arguments;
    for (std::size_t i = 0; i < words.size() && !linked->config_word && !shell; ++i) {
      const std::string_view kind = extension(words[i].value);
      const bool data = kind == ".json" || kind == ".yaml" || kind == ".yml";
      const bool of_option =
          words[i].value.starts_with('-') || (i > 0 && words[i - 1].value.starts_with('-'));
      for (const ExpandedWord& one :
           of_option ? std::vector<ExpandedWord>() : in_loop(view, launch, words[i])) {
        const bool names_config = is_in(extension(one.value), {".json", ".yaml", ".yml", ".py"});
        if (!names_config || ++tries > kMostMissing || !view.graph.lacks_data(one, *linked) ||
            is_made(view, starts, launch, one.value) || is_ignored(view, one.value))
          continue;
        const Span at = words[i].span;
        if (!view.has(at)) break;
        std::string_view written = view.text.substr(at.begin, at.end - at.begin);
        if (written.ends_with('"')) written.remove_suffix(1);
        if (is_output(view.text, file_name(written))) break;
        LaunchHit& hit = out.emplace_back();
        hit.at = at;
        hit.form = "config";
        hit.linked = linked;
        hit.captures["file"] = one.value;
        break;
      }
      if (!data || of_option || !view.graph.lacks_data(words[i], *linked)) continue;
      add(words[i], "config");
      break;
    }
  }
  return out;
}

}  // namespace mmlint::check::predicates
