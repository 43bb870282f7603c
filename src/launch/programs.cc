#include "launch/programs.h"

#include "base/text.h"
#include "launch/candidates.h"
#include "launch/group_modules.h"
#include "launch/launch_start.h"
#include "launch/program_store.h"
#include "launch/reachable.h"
#include "launch/walked_imports.h"

namespace mmlint::launch {
using script::Call;
using script::Summary;

namespace {

const shell::Command& command_of(const LinkedLaunch& linked) {
  return linked.from->commands[linked.launch->command];
}

// Whether a launch comes to its command only if that of an earlier one succeeds.
bool depends_on(const LinkedLaunch& later, const LinkedLaunch& earlier) {
  if (later.from != earlier.from || later.launch->command <= earlier.launch->command) return false;
  const shell::Command& first = command_of(earlier);
  const auto& after = command_of(later).context.after;
  return first.context.stops || (after && after->contains(first.span));
}

// Adds the paths that the command line of a program names, as a list.
void add_named(const script::Alternatives& command, const ProjectView& project,
               std::set<std::string>& out) {
  const Value* words = script::only_data(command);
  if (!words) return;
  for (const Value* word : words->items()) {
    if (word->kind != Value::Kind::kString || !word->text().ends_with(".py")) continue;
    for (const std::string& root : project.roots) out.insert(absolute_path(word->text(), root));
  }
}

// subprocess.run(..., check=True) and its like, which raise if the program fails.
bool checks(const Call& call) {
  if (call.symbol == "subprocess.check_call" || call.symbol == "subprocess.check_output")
    return true;
  const script::Argument* check =
      call.symbol == "subprocess.run" ? call.argument("check", std::string::npos) : nullptr;
  const Value* value = check ? script::only_data(check->value) : nullptr;
  return value && value->kind == Value::Kind::kBool && value->boolean;
}

// Whether a text may start a program of Python and check how it ends.
bool may_check(std::string_view text) {
  const auto has = [&](std::string_view word) { return text.find(word) != text.npos; };
  return has("subprocess") && has(".py") &&
         (has("check=True") || has("check_call") || has("check_output"));
}

void add_launched(const LaunchGraph& graph, std::set<std::string>& out) {
  std::map<const shell::Summary*, std::vector<const LinkedLaunch*>> by_start;
  for (const LinkedLaunch* each : graph.all()) {
    if (each->script_summary) by_start[each->from].push_back(each);
  }
  for (const auto& [from, launches] : by_start) {
    for (const LinkedLaunch* later : launches) {
      if (!later->script_summary->trains) continue;
      for (const LinkedLaunch* earlier : launches) {
        if (depends_on(*later, *earlier)) out.insert(earlier->script.path);
      }
    }
  }
}

void add_called(const ProjectView& project, std::set<std::string>& out) {
  std::vector<std::string> callers;
  for (const std::string& path : project.scripts) {
    if (may_check(project.workspace.text(path))) callers.push_back(path);
  }
  if (callers.empty()) return;
  for (const auto& summary : project.workspace.scripts(callers)) {
    if (!summary || !summary->trains) continue;
    for (const Call& call : summary->calls) {
      if (call.point.reached && !call.point.handled && !call.arguments.empty() && checks(call))
        add_named(call.arguments.front().value, project, out);
    }
  }
}

// A fact: the absolute paths of the scripts without which training does not run. A launch script
// starts such a script before a training script, with `set -e` or `&&`, or a training script starts
// it by the module subprocess and checks how it ends.
std::set<std::string> needed_scripts(const ProgramStore& programs) {
  std::set<std::string> out;
  add_launched(programs.graph(), out);
  add_called(programs.project(), out);
  return out;
}

// What the walks of all launches of a script may take. A script has as many of them as its size
// allows, the first ones, so that none depends on who asked before.
constexpr std::size_t kMostSteps = 4 * script::kMostSteps;
constexpr std::size_t kLeastWalks = 4, kMostWalks = 32;
// Of the runs that are kept for who asks next, such as for another target; a step is about 50
// bytes.
constexpr std::size_t kRecentSteps = 1'000'000;

std::vector<const LinkedLaunch*> find_launches(const Program& program) {
  if (program.path().empty()) return {};
  return program.store().graph().of_script(program.path());
}

std::map<std::string, std::string> find_options(const Program& program) {
  std::map<std::string, std::string> out;
  for (const LinkedLaunch* linked : program.launches()) {
    bool inside = false;
    for (const auto& word : linked->launch->arguments) {
      if (word.value.starts_with("--")) inside = word.is("--cfg-options");
      const std::size_t sign = word.value.find('=');
      if (!inside || !word.is_known() || sign == std::string::npos) continue;
      out.insert_or_assign(word.value.substr(0, sign), word.value.substr(sign + 1));
    }
  }
  return out;
}

void add_config(const std::string& path, project::Workspace& workspace,
                std::vector<const config::Resolved*>& out) {
  if (workspace.files().kind(path) != FileKind::kFile) return;
  const config::Resolved* config = workspace.resolve(path);
  const bool is_new = !is_in(config, out);
  if (config && config->ok() && is_new) out.push_back(config);
}

std::vector<const config::Resolved*> find_configs(const Program& program) {
  std::vector<const config::Resolved*> out;
  project::Workspace& workspace = program.workspace();
  for (const script::Alternative& choice : program.summary().config) {
    const Value* loaded = choice.data();
    if (!loaded || loaded->kind != Value::Kind::kString) continue;
    // Training is mostly started in the project's root.
    for (const std::string& root : program.store().project().roots)
      add_config(absolute_path(loaded->text(), root), workspace, out);
    if (out.empty())
      add_config(absolute_path(loaded->text(), parent_folder(program.path())), workspace, out);
  }
  for (const LinkedLaunch* linked : program.launches()) {
    if (!linked->config.path.empty()) add_config(linked->config.path, workspace, out);
  }
  return out;
}

bool make_group(const Program& program, const std::vector<const config::Resolved*>& configs) {
  return !configs.empty() && std::ranges::all_of(configs, [&](const auto* config) {
    const FileSystem& files = program.workspace().files();
    return process_group_module(*config, files) || runner_module(*config, files);
  });
}

bool all_configs_make_group(const Program& program) {
  return make_group(program, program.configs());
}

bool all_possible_configs_make_group(const Program& program) {
  return make_group(program, program.possible_configs());
}

std::unique_ptr<const LaunchGraph> make_graph(const ProgramStore& store) {
  return std::make_unique<const LaunchGraph>(store.project());
}

// Whether a text of Python may name an attribute other than by a dot or where it is defined: in a
// string, or as the keyword of a call.
bool may_name(std::string_view text, std::string_view attribute) {
  for (std::size_t at = 0; has_word(text, attribute, at, &at); ++at) {
    const char before = at == 0 ? '\n' : text[at - 1];
    if (before == '\'' || before == '"') return true;
    const std::string_view line = text.substr(at, text.find('\n', at) - at);
    const std::string_view rest = trim(line.substr(attribute.size()));
    if (before == '.' || !rest.starts_with('=') || rest.starts_with("==")) continue;
    const bool begins_line = trim(line_before(text, at)).empty();
    if (!begins_line || rest.ends_with(',') || rest.ends_with(')')) return true;
  }
  return false;
}

bool any_text(const Program& program, const std::function<bool(std::string_view)>& test) {
  const auto& files = program.summary().files;
  return std::ranges::any_of(
      files, [&](const std::string& file) { return test(program.workspace().text(file)); });
}

bool any_argument(const LinkedLaunch& launch, const std::function<bool(std::string_view)>& test) {
  const auto& words = launch.launch->arguments;
  return std::ranges::any_of(words, [&](const auto& word) { return test(word.value); });
}

// The devices that a target does not have, of those that a test takes.
std::set<std::string> absent_among(const catalog::Target& target,
                                   const std::function<bool(const std::string&)>& test) {
  std::set<std::string> out;
  const catalog::Literal* missing = target.fact("scripts.missing");
  if (!missing || !missing->list()) return out;
  for (const catalog::Literal& each : *missing->list()) {
    if (each.string() && test(*each.string())) out.insert(*each.string());
  }
  return out;
}

// A program cannot ask for a device that it does not name, but for CUDA: the walk itself asks if it
// is there. So the walks of most programs are the same on all targets.
std::set<std::string> absent_devices(const ProgramFacts& facts) {
  return absent_among(facts.target(), [&](const std::string& device) {
    return device == "cuda" ||
           any_text(facts.program(), [&](std::string_view text) { return contains(text, device); });
  });
}

}  // namespace

ProgramFacts::ProgramFacts(const Program& program, const catalog::Target& target)
    : program_(program),
      target_(target),
      memo_(program.store().computing_),
      big_(program.store().computing_) {}

void ProgramFacts::forget_big() const {
  big_.forget();
  program_.big_.forget();
}

std::vector<std::shared_ptr<const Summary>> ProgramFacts::runs(std::span<const RunOf> of) const {
  std::vector<Program::RunKey> keys;
  for (const RunOf& each : of) {
    Program::RunKey& key = keys.emplace_back(each, get<absent_devices>());
    if (!each.launch) continue;
    key.second.merge(absent_among(target_, [&](const std::string& device) {
      return any_argument(*each.launch,
                          [&](std::string_view word) { return contains(word, device); });
    }));
  }
  return program_.runs(keys);
}

Program::Program(const ProgramStore& store, std::string path, const Summary& summary)
    : store_(store),
      path_(std::move(path)),
      summary_(summary),
      memo_(store.computing_),
      big_(store.computing_) {}

project::Workspace& Program::workspace() const {
  return store_.project().workspace;
}

std::unique_lock<std::recursive_mutex> Program::exclusive() const {
  return std::unique_lock(store_.computing_);
}

const ProgramFacts& Program::on(const catalog::Target& target) const {
  const std::lock_guard lock(store_.computing_);
  std::unique_ptr<ProgramFacts>& out = on_[&target];
  if (!out) out = std::make_unique<ProgramFacts>(*this, target);
  return *out;
}

const std::vector<const LinkedLaunch*>& Program::launches() const {
  return get<find_launches>();
}

const std::vector<const config::Resolved*>& Program::configs() const {
  return get<find_configs>();
}

const std::vector<const config::Resolved*>& Program::possible_configs() const {
  return configs().empty() ? get<candidates>() : configs();
}

const std::map<std::string, std::string>& Program::cfg_options() const {
  return get<find_options>();
}

bool Program::configs_make_group() const {
  return get<all_configs_make_group>();
}

bool Program::possible_configs_make_group() const {
  return get<all_possible_configs_make_group>();
}

bool Program::is_started_in_several() const {
  return std::ranges::any_of(
      launches(), [](const LinkedLaunch* linked) { return linked->processes().value_or(1) > 1; });
}

bool Program::may_walk(const LinkedLaunch& launch) const {
  const std::size_t most =
      std::clamp(kMostSteps / std::max<std::size_t>(summary_.steps, 1), kLeastWalks, kMostWalks);
  const auto own = std::find(launches().begin(), launches().end(), &launch);
  return own != launches().end() && static_cast<std::size_t>(own - launches().begin()) < most;
}

bool Program::is_needed() const {
  return !path_.empty() && store_.get<needed_scripts>().contains(path_);
}

std::vector<std::shared_ptr<const Summary>> Program::runs(std::span<const RunKey> keys) const {
  const std::lock_guard lock(store_.computing_);
  std::vector<std::shared_ptr<const Summary>> out(keys.size());
  std::vector<std::size_t> missing;
  std::vector<script::Start> starts;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const auto [known, is_new] = runs_.try_emplace(keys[i]);
    if (!is_new && !known->second) continue;
    if (!is_new) out[i] = known->second->lock();
    const LinkedLaunch* launch = keys[i].first.launch;
    if (out[i] || (launch && !may_walk(*launch))) continue;
    missing.push_back(i);
    starts.push_back(start_of_run(keys[i]));
  }
  auto walked = workspace().started(path_, starts);
  for (std::size_t i = 0; i < walked.size(); ++i) {
    if (!walked[i] || !walked[i]->complete) continue;
    std::shared_ptr<const Summary>& run = out[missing[i]] = std::move(walked[i]);
    runs_[keys[missing[i]]] = run;
    store_.keep_recent(run);
  }
  return out;
}

script::Start Program::start_of_run(const RunKey& key) const {
  const auto& [launch, rank] = key.first;
  script::Start start = launch ? start_of(*launch, workspace()) : any_start();
  for (const std::string& device : key.second)
    start.guard.add(script::Condition{{Question::Kind::kDevice, device}, false});
  if (rank) start.set_rank(*rank);
  if (!launch) return start;
  start.sees_groups = walks_all_imports(summary_);
  std::vector<std::string_view> texts;  // several threads may ask
  for (const std::string& file : summary_.files) texts.push_back(workspace().text(file));
  start.may_set = [this, launch = launch, texts = std::move(texts)](std::string_view attribute) {
    return start_of(*launch).more || store_.data_words_.may_have(attribute) ||
           any_argument(*launch,
                        [&](std::string_view word) { return has_word(word, attribute); }) ||
           std::ranges::any_of(texts,
                               [&](std::string_view text) { return may_name(text, attribute); });
  };
  return start;
}

void ProgramStore::keep_recent(std::shared_ptr<const Summary> run) const {
  recent_steps_ += run->steps;
  recent_.push_back(std::move(run));
  for (; recent_steps_ > kRecentSteps; recent_.pop_front()) recent_steps_ -= recent_.front()->steps;
}

const LaunchGraph& ProgramStore::graph() const {
  return *get<make_graph>();
}

const Program* ProgramStore::program(const std::string& path) const {
  const std::lock_guard lock(computing_);
  const auto [known, is_new] = programs_.try_emplace(path);
  if (is_new) {
    const Summary* summary = project_.workspace.scripts(std::span(&path, 1)).front();
    if (summary) known->second = std::make_unique<Program>(*this, path, *summary);
  }
  return known->second.get();
}

const Program& ProgramStore::nothing() const {
  const std::lock_guard lock(computing_);
  std::unique_ptr<Program>& out = programs_[""];
  if (!out) out = std::make_unique<Program>(*this, "", no_summary_);
  return *out;
}

}  // namespace mmlint::launch
