#include "launch/launch_graph.h"

#include "base/paths.h"
#include "base/text.h"
#include "script/symbols.h"

namespace mmlint::launch {

using shell::ExpandedWord;
using shell::Launch;
using shell::LaunchKind;

namespace {

// A launch script that runs a launch script that ...
constexpr int kMostScripts = 4;
constexpr std::size_t kMostStarts = 10000;
constexpr std::size_t kMostChoosing = 100;      // launches for which scripts are looked for
constexpr std::size_t kMostCommands = 200'000;  // of launch scripts as others start them

// YAML and JSON files are mostly data.
bool looks_like_config(std::string_view word) {
  return extension(word) == ".py" && !word.starts_with('-') && word.find('=') == word.npos;
}

// Whether a word is an option of the script whose value is not the path of its config.
bool takes_other(const ExpandedWord& word, const script::Summary& script) {
  const auto option = std::ranges::find_if(
      script.options, [&](const script::Option& each) { return is_in(word.value, each.names); });
  if (!word.value.starts_with('-') || option == script.options.end() || option->is_flag)
    return false;
  return !says_config(option->dest) &&
         std::ranges::none_of(script.config, [&](const script::Alternative& config) {
           return config.is_unknown() || config.symbol().option() == option->dest;
         });
}

std::optional<int> number(std::string_view text) {
  int out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (error != std::errc() || end != text.data() + text.size() || out < 0) return std::nullopt;
  return out;
}

// A word of a launch script in one folder as a script in another folder has it.
ExpandedWord moved(ExpandedWord word, const std::string& from, const std::string& to) {
  if (word.in_script_folder && from != to) {
    const std::string way = "/" + relative_path(from, to);
    for (shell::SourceRun& run : word.runs) run.at += static_cast<std::uint32_t>(way.size());
    word.value.insert(0, way);
  }
  return word;
}

bool reads_files(const shell::Summary& facts) {
  return std::ranges::any_of(facts.commands, [](const auto& command) {
    const auto& words = command.words;
    return words.size() > 1 && (words[0].is("source") || words[0].is("."));
  });
}

WordPlace place_of(const LinkedLaunch& linked) {
  return {linked.launch->folder, linked.launch_script, linked.launch->elsewhere};
}

bool names_module(const Launch& launch) {
  return std::holds_alternative<shell::ModuleTarget>(launch.target);
}

bool starts_file(const Launch& launch) {
  return names_module(launch) || std::holds_alternative<shell::ScriptTarget>(launch.target);
}

// Returns the word of the file that a launch starts: `python -m tools.train` looks for
// tools/train.py in the folder where it runs.
ExpandedWord script_word(const Launch& launch) {
  ExpandedWord out = launch.target_word();
  if (!names_module(launch)) return out;
  std::ranges::replace(out.value, '.', '/');
  std::ranges::replace(out.suffix, '.', '/');
  (out.is_known() ? out.value : out.suffix) += ".py";
  return out;
}

// Whether the caller of the launch script says which Python script a launch starts.
bool chooses_script(const LinkedLaunch& linked) {
  if (linked.launch->kind == LaunchKind::kShell || !starts_file(*linked.launch)) return false;
  const ExpandedWord& word = linked.launch->target_word();
  const bool is_one = !word.depends_on.empty() && !is_in(word.depends_on, {"@", "*"});
  return word.precision != ExpandedWord::Precision::kExact &&
         (is_one || !word.possible_values.empty());
}

const std::vector<const LinkedLaunch*>& launches_of(
    const std::map<std::string, std::vector<const LinkedLaunch*>>& launches,
    const std::string& path) {
  static const std::vector<const LinkedLaunch*> kNone;
  const auto found = launches.find(path);
  return found == launches.end() ? kNone : found->second;
}

}  // namespace

bool says_config(std::string_view text) {
  return contains(text, "config") || contains(text, "cfg");
}

std::optional<std::string> LinkedLaunch::value(const ExpandedWord& word) const {
  return word.is_known() ? std::optional(word.value) : std::nullopt;
}

const ExpandedWord* LinkedLaunch::option(std::string_view name, std::string* out) const {
  const auto& words = launch->arguments;
  // argparse takes the last one.
  for (std::size_t i = words.size(); i-- > 0;) {
    const std::string_view word = words[i].value;
    if (words[i].in_script_folder || !word.starts_with(name)) continue;
    if (word.size() > name.size() && word[name.size()] == '=') {
      if (words[i].precision != ExpandedWord::Precision::kExact) continue;
      if (out) *out = word.substr(name.size() + 1);
      return &words[i];
    }
    if (!words[i].is(name)) continue;
    if (out) *out = i + 1 < words.size() ? value(words[i + 1]).value_or("") : "";
    return &words[i];
  }
  return nullptr;
}

std::optional<int> LinkedLaunch::processes() const {
  const auto of_flag = [&](std::string_view name) -> std::optional<int> {
    const shell::Flag* flag = launch->flag(name);
    const auto text = flag && flag->value ? value(*flag->value) : std::nullopt;
    return text ? number(*text) : std::nullopt;
  };
  switch (launch->kind) {
    case LaunchKind::kTorchRun:
    case LaunchKind::kTorchLaunch:
      if (!launch->flag("nproc_per_node") && !launch->more_flags) return 1;
      return of_flag("nproc_per_node");
    case LaunchKind::kPython:
      return launch->wrappers.empty() ? std::optional(1) : std::nullopt;
    default:
      return std::nullopt;
  }
}

bool says_python3(const LinkedLaunch& linked) {
  const auto& interpreter = linked.launch->interpreter;
  return interpreter && interpreter->is("python3") && !interpreter->overridable;
}

bool is_told_by_another(const LinkedLaunch& launch, std::span<const LinkedLaunch* const> launches) {
  return launch.through == nullptr && std::ranges::any_of(launches, [&](const LinkedLaunch* other) {
           return other->through && other->launch_script == launch.launch_script;
         });
}

LaunchGraph::LaunchGraph(const ProjectView& project) : project_(project), finder_(project) {
  for (const std::string& path : project.launch_scripts) add(path, nullptr);
  add_choices();
  for (const LinkedLaunch* linked : all_) {
    if (!python3_ && says_python3(*linked)) python3_ = linked;
    if (!linked->through) own_[linked->launch_script].push_back(linked);
    const LinkedLaunch* outer = linked;
    while (outer->through) outer = outer->through;
    reached_[outer->launch_script].push_back(linked);
    const std::string& script = linked->script.path;
    if (script.empty()) continue;
    by_name_[std::string(file_name(script))].emplace_back(
        linked, project.workspace.files().real_path(script).value_or(script));
  }
}

const std::vector<const LinkedLaunch*>& LaunchGraph::own(const std::string& path) const {
  return launches_of(own_, path);
}

const std::vector<const LinkedLaunch*>& LaunchGraph::reached(const std::string& path) const {
  return launches_of(reached_, path);
}

void LaunchGraph::add(const std::string& path, const LinkedLaunch* through) {
  int depth = 0;
  for (const LinkedLaunch* outer = through; outer; outer = outer->through) {
    if (outer->launch_script == path || ++depth == kMostScripts) return;
  }
  const auto* launcher = project_.workspace.launch_scripts(std::span(&path, 1)).front();
  if (!launcher) return;
  add_links(path, *launcher);
  const shell::Summary* facts = follow(path, *launcher, through);
  if (!facts) return;
  if (!through) facts_[path] = facts;
  for (const Launch& launch : facts->launches) {
    if (owned_.size() == kMostStarts) return;
    LinkedLaunch& linked = *owned_.emplace_back(std::make_unique<LinkedLaunch>());
    linked.launch_script = path;
    linked.from = facts;
    linked.launch = &launch;
    linked.through = through;
    all_.push_back(&linked);
    if (starts_file(launch)) {
      linked.script = finder_.find(script_word(launch), place_of(linked));
      if (names_module(launch) && linked.script.missing)
        linked.script.missing = finder_.lacks_module(launch.target_word(), place_of(linked));
    }
    const std::string& found = linked.script.path;
    const bool is_ours = !found.empty() && finder_.is_ours(found);
    const bool is_shell = launch.kind == LaunchKind::kShell;
    if (is_ours && !is_shell && extension(found) == ".py")
      linked.script_summary = project_.workspace.scripts(std::span(&found, 1)).front();
    find_config(linked);
    if (!is_ours || !is_shell) continue;
    links_.push_back({path, found, ""});
    if (project_.workspace.kind(found) == config::DocumentKind::kShell) add(found, &linked);
  }
}

// The caller of a launch script chooses among scripts, as in `torchrun tools/$1.py --launcher
// pytorch`. A launch script of the project that calls it decides.
void LaunchGraph::add_choices() {
  std::set<std::string> called;
  for (const LinkedLaunch* linked : all_) {
    if (linked->through) called.insert(linked->launch_script);
  }
  std::vector<const LinkedLaunch*> all;
  const std::size_t count = owned_.size();
  std::size_t asked = 0;
  for (std::size_t i = 0; i < count; ++i) {
    LinkedLaunch& linked = *owned_[i];
    all.push_back(&linked);
    const bool is_called = !linked.through && called.contains(linked.launch_script);
    if (is_called || !chooses_script(linked) || ++asked > kMostChoosing) continue;
    for (const std::string& path : choices_of(linked)) {
      LinkedLaunch* choice = &linked;
      if (!linked.script.path.empty()) {
        if (owned_.size() == kMostStarts) break;
        choice = owned_.emplace_back(std::make_unique<LinkedLaunch>(linked)).get();
        all.push_back(choice);
      }
      choice->script.path = path;
      choice->script_summary = project_.workspace.scripts(std::span(&path, 1)).front();
    }
  }
  all_ = std::move(all);
}

// A script whose parser refuses an option of the launch is not among them.
std::vector<std::string> LaunchGraph::choices_of(const LinkedLaunch& linked) const {
  std::vector<std::string> options;
  for (const ExpandedWord& word : linked.launch->arguments) {
    if (word.value.starts_with("--") && !word.in_script_folder)
      options.push_back(word.value.substr(0, word.value.find('=')));
  }
  if (options.empty()) return {};
  std::vector<std::string> out =
      finder_.find_scripts(script_word(*linked.launch), place_of(linked));
  const auto summaries = project_.workspace.scripts(out);
  const auto refuses = [&](const std::string& path) {
    const script::Summary* script = summaries[&path - out.data()];
    return !script || !std::ranges::all_of(options, [&](const std::string& name) {
      return std::ranges::any_of(script->options,
                                 [&](const auto& option) { return is_in(name, option.names); });
    });
  };
  std::vector<std::string> taken;
  std::ranges::remove_copy_if(out, std::back_inserter(taken), refuses);
  return taken;
}

// With the words and variables that another one gives it.
const shell::Summary* LaunchGraph::follow(const std::string& path, const shell::Script& launcher,
                                          const LinkedLaunch* through) {
  if (!through && !reads_files(launcher.summary)) return &launcher.summary;
  if (followed_commands_ > kMostCommands) return through ? nullptr : &launcher.summary;
  const std::string own = parent_folder(path);
  shell::Start start;
  if (through) {
    const Launch& launch = *through->launch;
    const std::string outer = parent_folder(through->launch_script);
    start.arguments.emplace();
    for (const ExpandedWord& word : launch.arguments)
      start.arguments->push_back(moved(word, outer, own));
    start.environment = launch.environment;
    for (shell::EnvironmentWrite& each : start.environment)
      if (each.value) each.value = moved(std::move(*each.value), outer, own);
    start.folder = moved(launch.folder, outer, own);
    if (launch.folder.is_known() && launch.folder.value.empty()) start.folder.reset();
  }
  start.read = [&](const ExpandedWord& word, const ExpandedWord& folder) -> shell::Start::File {
    const std::string found = finder_.find(word, {folder, path}).path;
    if (found.empty() || !finder_.is_ours(found)) return {};
    const auto* script = project_.workspace.launch_scripts(std::span(&found, 1)).front();
    return {script ? &script->document : nullptr, relative_path(found, own)};
  };
  followed_.push_back(shell::summarize(launcher.document, start));
  followed_commands_ += followed_.back().commands.size();
  return &followed_.back();
}

const shell::Summary* LaunchGraph::summary_of(const std::string& path) const {
  const auto found = facts_.find(path);
  return found == facts_.end() ? nullptr : found->second;
}

void LaunchGraph::add_links(const std::string& path, const shell::Script& script) {
  if (!read_.insert(path).second) return;
  for (const auto& command : script.summary.commands) {
    const auto& words = command.words;
    if (words.size() < 2 || !(words[0].is("source") || words[0].is("."))) continue;
    links_.push_back({path, "", std::string(script.document.source().text(command.span))});
  }
}

// By its name: in which folder it is looked for, only the caller knows.
bool LaunchGraph::Link::leads_to(const std::string& launch_script) const {
  return path.empty() ? written.find(file_name(launch_script)) != written.npos
                      : path == launch_script;
}

std::set<std::string> LaunchGraph::reached_from(const std::string& launch_script) const {
  std::set<std::string> out{launch_script};
  const auto grow = [&](auto&& next) {
    for (std::size_t before = 0; before != out.size();) {
      before = out.size();
      for (const Link& link : links_) next(link);
    }
  };
  grow([&](const Link& link) {
    const bool reads = link.path.empty() &&
                       std::ranges::any_of(out, [&](const auto& to) { return link.leads_to(to); });
    if (reads) out.insert(link.from);
  });
  grow([&](const Link& link) {
    if (!out.contains(link.from)) return;
    for (const std::string& other : read_) {
      if (link.leads_to(other)) out.insert(other);
    }
  });
  return out;
}

bool LaunchGraph::lacks_data(const ExpandedWord& word, const LinkedLaunch& linked) const {
  const Launch& launch = *linked.launch;
  if (!word.is_known() || launch.elsewhere) return false;
  const NamedFile found = finder_.find(word, {launch.folder, linked.launch_script});
  if (!found.path.empty()) return false;
  // The script has gone to a folder that it names, and the file is in another one.
  const bool moved =
      launch.folder.in_script_folder && launch.folder.precision == ExpandedWord::Precision::kExact;
  if (moved && !finder_.find_copy(word.value, parent_folder(linked.launch_script)).path.empty())
    return true;
  if (!found.missing) return false;
  const std::size_t slash = word.value.rfind('/');
  if (slash == std::string::npos || slash == 0) return false;
  ExpandedWord folder = word;
  folder.value.resize(slash);
  const std::string path = finder_.find(folder, {launch.folder, linked.launch_script}).path;
  const auto entries = project_.workspace.files().list(path);
  return !path.empty() && entries && std::ranges::any_of(*entries, [&](const FolderEntry& entry) {
    return extension(entry.name) == extension(word.value);
  });
}

bool LaunchGraph::lacks_folder(const shell::OutputFolder& output,
                               const std::string& launch_script) const {
  return output.is_fresh || finder_.find(output.folder, {output.working, launch_script}).missing;
}

void LaunchGraph::find_config(LinkedLaunch& linked) const {
  const ExpandedWord* before = nullptr;
  for (const ExpandedWord& word : linked.launch->arguments) {
    const ExpandedWord* option = std::exchange(before, &word);
    const auto value = linked.value(word);
    if (!value || !looks_like_config(*value)) continue;
    if (option && linked.script_summary && takes_other(*option, *linked.script_summary)) continue;
    linked.config = finder_.find(word, place_of(linked));
    linked.config_word = &word;
    return;
  }
}

std::vector<const LinkedLaunch*> LaunchGraph::of_script(const std::string& path) const {
  std::vector<const LinkedLaunch*> out;
  const auto named = by_name_.find(file_name(path));
  if (named == by_name_.end()) return out;
  const FileSystem& files = project_.workspace.files();
  const std::string real = files.real_path(path).value_or(path);
  for (const auto& [linked, started] : named->second) {
    if (linked->script.path == path || started == real) out.push_back(linked);
  }
  return out;
}

}  // namespace mmlint::launch
