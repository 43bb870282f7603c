
#include "base/algorithms.h"
#include "shell/interpreter.h"
#include "shell/launch_reader.h"
#include "shell_syntax/shell_document.h"

// Commands: what runs, with which environment.
namespace mmlint::shell {
namespace {

constexpr std::size_t kMaxSettings = 200'000;
constexpr int kMaxCarried = 12;  // programs that run programs that ...

// Builtins that set the variables they name.
bool sets_variables(std::string_view name) {
  constexpr std::string_view kNames[] = {"read",    "mapfile", "readarray",
                                         "getopts", "printf",  "let"};
  return is_in(name, kNames);
}

}  // namespace

void Interpreter::command(const shell_syntax::Command& command) {
  if (command.words.empty()) {
    for (const shell_syntax::Assignment& each : command.assignments) assign(each, false);
    return;
  }
  const std::vector<Field> words = fields(command.words);
  std::vector<EnvironmentWrite> own;
  for (const shell_syntax::Assignment& each : command.assignments) {
    if (each.is_array || !each.subscript.empty()) continue;
    EnvironmentWrite setting;
    setting.name = each.name;
    const Span span = where(each.value->begin, each.value->end);
    ShellValue value = single(*each.value);
    setting.value = to_text(each.append ? ShellValue::unknown(span) : value, span);
    setting.span = where(each.begin, each.end);
    setting.conditional = context_.conditional;
    setting.for_one_command = true;
    own.push_back(std::move(setting));
  }
  if (words.empty()) {  // all of them were nothing: the assignments stay
    for (const shell_syntax::Assignment& each : command.assignments) assign(each, false);
    return;
  }
  const std::string_view name =
      words[0].value.plain() ? std::string_view(words[0].value.text()) : std::string_view{};
  if (shell_syntax::declares_variables(name)) return declare(command, name, words);
  if (out_.commands.size() > kMaxSettings) return give_up();
  const std::size_t index = note_command(command, words);
  if (sets_variables(name)) {
    if (!set_by_builtin(command, words, own)) forget_assigned(command);
    return;
  }
  const Variable* function = name.empty() ? nullptr : find_function(name);
  out_.commands[index].followed = function != nullptr || name == "eval";
  if (function != nullptr) return call(Variable(*function), words, own);
  if (builtin(name, words)) return;
  external(command, words, std::move(own));
}

std::size_t Interpreter::note_command(const shell_syntax::Command& command,
                                      const std::vector<Field>& words) {
  Command out;
  const Span span = out.span = where(command.begin, command.end);
  for (const Field& each : words) out.words.push_back(to_text(each.value, each.span));
  out.context = context_;
  out.context.stops = option(kErrexit) && !tested_ && !context_.background && !context_.pipeline;
  noted_bytes_ += 64 * words.size();
  for (const Field& each : words) noted_bytes_ += each.value.bytes.size();
  if (noted_bytes_ > kMaxNoted) give_up();
  out_.commands.push_back(std::move(out));
  note_folders(words);
  for (LostName& each : out_.lost) {
    const bool calls = each.is_function && words[0].plain(each.name) && !child_shell_ && !uncalled_;
    if (calls && find_function(each.name) == nullptr) each.calls.push_back(span);
  }
  return out_.commands.size() - 1;
}

void Interpreter::call(const Variable& function, const std::vector<Field>& words,
                       const std::vector<EnvironmentWrite>& own) {
  std::vector<ShellValue> arguments;
  for (std::size_t i = 1; i < words.size(); ++i) arguments.push_back(words[i].value);
  // Variables before a function's name are set while it runs.
  std::vector<SavedVariable> before;
  for (const EnvironmentWrite& each : own) {
    const Variable* variable = variables_.find(each.name);
    before.push_back({each.name, variable != nullptr ? std::optional(*variable) : std::nullopt});
    set_variable(each.name, {from_text(*each.value)}, each.span, true);
  }
  const auto run = [&] {
    run_function(function.function, function.conditional, std::move(arguments));
  };
  if (function.conditional) {  // another path has no such function
    std::vector<BranchState> branches;
    branches.push_back(branch(run));
    branches.emplace_back();
    meet(std::move(branches), {});
  } else {
    run();
  }
  for (auto each = before.rbegin(); each != before.rend(); ++each) {
    variables_.set(each->name, each->before.value_or(Variable{}));
  }
}

void Interpreter::external(const shell_syntax::Command& command, const std::vector<Field>& words,
                           std::vector<EnvironmentWrite> own) {
  Way way = way_;
  way.command = out_.commands.size() - 1;
  start(command, words, 0, std::move(own), std::move(way));
}

void Interpreter::start(const shell_syntax::Command& command, const std::vector<Field>& words,
                        std::size_t from, std::vector<EnvironmentWrite> own, Way way) {
  std::vector<ExpandedWord> texts;
  for (const Field& each : words) texts.push_back(to_text(each.value, each.span));
  const std::span<const ExpandedWord> all = texts;
  Unwrapped wrapped = unwrap(all.subspan(from));
  wrapped.first += from;
  way.wrappers.insert(way.wrappers.end(), wrapped.wrappers.begin(), wrapped.wrappers.end());
  if (is_in("srun", wrapped.wrappers)) {
    way.step = wrapped.step;
    for (const Field& each : words) note_early(each.value.unknown_parts, way.command);
  }
  for (const std::size_t at : wrapped.settings) own.push_back(setting_of(words[from + at]));
  for (const std::string& name : wrapped.removed) {
    EnvironmentWrite gone;
    gone.name = name;
    gone.span = out_.commands[way.command].span;
    gone.for_one_command = true;
    own.push_back(std::move(gone));
  }
  for (const EnvironmentWrite& each : own) {
    if (++settings_noted_ > kMaxSettings) return give_up();
    if (from == 0) out_.settings.push_back(each);
  }
  const auto carried = carried_commands(all, wrapped.first);
  if (!carried.empty()) {
    if (calls_ >= kMaxCarried) return;
    way.wrappers.emplace_back(program_name(texts[wrapped.first]));
    ++calls_;
    const CommandContext outer = context_;
    for (const CarriedCommand& each : carried) {
      carry(command, words, each, own, way);
      context_ = outer;
    }
    --calls_;
  } else if (const auto text = shell_text(all, wrapped.first)) {
    out_.commands[way.command].followed = true;
    std::vector<ShellValue> arguments;
    for (std::size_t i = *text + 2; i < words.size(); ++i) arguments.push_back(words[i].value);
    run_text(words[*text].value, std::move(arguments), own, way);
  } else if (reads_commands(all, wrapped.first)) {
    run_input(command, own, way);
  } else if (auto launch = read_launch(all, wrapped.first)) {
    if (run_written(*launch, words, own, way)) {
      out_.commands[way.command].followed = true;
      return;
    }
    launch->command = way.command;
    launch->wrappers = way.wrappers;
    launch->step = way.step;
    launch->elsewhere = elsewhere_ || way.elsewhere;
    launch->environment = environment(own, wrapped.cleared || way.elsewhere);
    if (!launch->elsewhere) launch->unexported = unexported(own);
    const Variable* folder = variables_.find(kFolder);
    if (folder != nullptr && !way.elsewhere)
      launch->folder = to_text(folder->values[0], folder->span);
    if (auto* target = std::get_if<CodeTarget>(&launch->target)) {
      const auto code = std::ranges::find_if(
          words, [&](const Field& each) { return each.span == target->code.span; });
      if (code != words.end()) embed_code(*target, *code);
    }
    embed_heredocs(command, words, &*launch);
    out_.launches.push_back(std::move(*launch));
  } else {
    note_written(command, words);
    embed_heredocs(command, words, nullptr);
  }
  if (!wrapped.wrappers.empty() && wrapped.wrappers[0] == "exec" && wrapped.first < words.size())
    completion_ = Completion::kExit;
}

void Interpreter::note_early(std::span<const UnknownPart> parts, std::size_t command) {
  constexpr std::size_t kMost = 1000;
  for (const UnknownPart& part : parts) {
    const bool differs = is_in(part.depends_on, {"SLURM_PROCID", "SLURM_LOCALID", "SLURM_NODEID"});
    if (differs && part.from_caller && !child_shell_ && out_.early.size() < kMost)
      out_.early.push_back({part.depends_on, part.blame, command});
  }
}

// A command that another program runs: ssh, docker, tmux, xargs.
void Interpreter::carry(const shell_syntax::Command& command, const std::vector<Field>& words,
                        const CarriedCommand& carried, std::vector<EnvironmentWrite> own, Way way) {
  if (carried.elsewhere) own.clear();
  for (const std::size_t at : carried.settings) own.push_back(setting_of(words[at]));
  way.elsewhere = way.elsewhere || carried.elsewhere;
  context_.background = context_.background || carried.at_once;
  if (carried.reads_input) return run_input(command, own, way);
  std::vector<Field> inner(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(carried.end));
  if (carried.is_script && !words[carried.first].value.text().ends_with(".py")) {
    Field bash{{}, words[carried.first - 1].span};
    bash.value.append("bash", bash.span, false);
    inner.insert(inner.begin() + static_cast<std::ptrdiff_t>(carried.first), std::move(bash));
  }
  if (carried.placeholder) {
    repeat(carried, way.command);
    const ShellValue unknown =
        ShellValue::unknown(words[carried.first].span, std::string(kEachInput), true);
    bool has_place = false;
    for (std::size_t i = carried.first; i < inner.size() && !carried.placeholder->empty(); ++i) {
      ShellValue& value = inner[i].value;
      const std::size_t at = value.text().find(*carried.placeholder);
      if (at == std::string::npos) continue;
      has_place = true;
      ShellValue filled = value.part(0, at);
      filled.append(unknown.with_many(false));
      filled.append(value.part(at + carried.placeholder->size(), value.bytes.size()));
      value = std::move(filled);
    }
    if (!has_place && carried.placeholder->empty())
      inner.push_back({unknown, words[carried.first].span});
  }
  if (!carried.is_text) return start(command, inner, carried.first, std::move(own), std::move(way));
  ShellValue text;
  for (std::size_t i = carried.first; i < inner.size(); ++i) {
    if (i > carried.first) text.append(" ", inner[i].span, false);
    text.append(inner[i].value);
  }
  if (text.text().starts_with("--wrap=")) text = text.part(7, text.bytes.size());
  // A shell that reads its commands: ssh HOST bash -s.
  const Field* shell = inner.size() > carried.first ? &inner[carried.first] : nullptr;
  const bool reads = shell != nullptr &&
                     reads_commands(std::vector{to_text(shell->value, {})}, 0) &&
                     (&inner.back() == shell || (shell + 1)->plain("-s"));
  if (reads) return run_input(command, own, way);
  out_.commands[way.command].followed = true;
  run_text(text, {}, own, way);
}

// xargs and its like are loops over their input, which is not known, and wait for what they start.
// The command of xargs stands for the one that it runs.
void Interpreter::repeat(const CarriedCommand& carried, std::size_t command) {
  Loop loop;
  loop.variable = kEachInput;
  loop.span = out_.commands[command].span;
  loop.outer = context_.loop;
  context_.loop = out_.loops.size();
  out_.loops.push_back(std::move(loop));
  if (carried.at_once) context_.wait = out_.commands[command].span;
  out_.commands[command].context = context_;
}

EnvironmentWrite Interpreter::setting_of(const Field& word) const {
  const std::size_t equals = word.value.text().find('=');
  EnvironmentWrite out;
  if (equals == std::string_view::npos) {  // passes on a variable of the script
    out.name = word.value.text();
    const Variable* variable = variables_.find(out.name);
    const bool known = variable != nullptr && variable->exported && variable->values.size() == 1;
    out.value = to_text(known ? variable->values[0] : ShellValue::from_caller(word.span, out.name),
                        word.span);
    out.span = word.span;
    out.conditional = !known || variable->maybe_not || variable->conditional;
    out.for_one_command = true;
    return out;
  }
  out.name = word.value.text().substr(0, equals);
  const ShellValue value = word.value.part(equals + 1, word.value.bytes.size());
  const Span source = value.source(0, value.bytes.size());
  out.value = to_text(value, source.known() ? source : word.span);
  out.span = word.span;
  out.conditional = context_.conditional;
  out.for_one_command = true;
  return out;
}

// In a shell of its own, which sees what is exported.
void Interpreter::run_text(const ShellValue& text, std::vector<ShellValue> arguments,
                           const std::vector<EnvironmentWrite>& own, const Way& way) {
  const ShellValue* kept = keep_text(text);
  if (kept == nullptr) return;
  const auto statements = shell_syntax::read_commands(kept->text(), arena_);
  if (!statements) return;
  ++calls_;
  const bool child = std::exchange(child_shell_, true);
  const auto* outer = std::exchange(origin_, kept);
  const bool outer_place = std::exchange(elsewhere_, elsewhere_ || way.elsewhere);
  const bool in_step = is_in("srun", way.wrappers);
  Way outer_way = std::exchange(way_, in_step ? Way{0, false, {"srun"}, way.step} : Way{});
  in_subshell([&] {
    hide_variables();
    if (way.elsewhere) forget_environment();
    for (const EnvironmentWrite& each : own) {
      Variable variable;
      variable.is_unset = !each.value;
      if (each.value) variable.values = {from_text(*each.value)};
      variable.exported = true;
      variable.span = each.span;
      variable.conditional = each.conditional;
      variables_.set(each.name, std::move(variable));
    }
    arguments_ = &arguments;
    variables_.set(kShift, no_shift());
    block(*statements);
  });
  way_ = std::move(outer_way);
  elsewhere_ = outer_place;
  origin_ = outer;
  child_shell_ = child;
  --calls_;
}

// A child shell does not see what is not exported.
void Interpreter::hide_variables() {
  std::vector<std::string> names;
  for (const auto& [name, variable] : variables_.all()) {
    const bool set = !variable.values.empty() || variable.is_array;
    if (!name.starts_with(' ') && set && (!variable.exported || variable.is_array))
      names.push_back(name);
  }
  for (const std::string& name : names) {
    Variable gone;
    gone.is_unset = true;
    gone.span = variables_.find(name)->span;
    gone.conditional = variables_.find(name)->conditional;
    variables_.set(name, std::move(gone));
  }
}

// Another machine has none of what the script exports, and its own working folder.
void Interpreter::forget_environment() {
  std::vector<std::string> names;
  for (const auto& [name, variable] : variables_.values()) {
    if (variable.exported) names.push_back(name);
  }
  for (const std::string& name : names) {
    Variable gone;
    gone.is_unset = true;
    gone.span = variables_.find(name)->span;
    variables_.set(name, std::move(gone));
  }
  if (variables_.find(kFolder) == nullptr) return;
  Variable folder;
  folder.values = {ShellValue{}};
  variables_.set(kFolder, std::move(folder));
}

std::vector<UnexportedVariable> Interpreter::unexported(const std::vector<EnvironmentWrite>& own) {
  std::vector<UnexportedVariable> out;
  for (const auto& [name, variable] : variables_.values()) {
    const bool kept = !variable.values.empty() && !variable.is_array && !variable.exported &&
                      !variable.conditional;
    // A script that was read since, and is not known, may have exported it.
    const bool open =
        kept && std::ranges::any_of(variable.values[0].defaults,
                                    [](const auto& each) { return each.depends_on.empty(); });
    if (!kept || open || ++unexported_noted_ > kMaxSettings) continue;
    const bool given = std::ranges::any_of(
        own, [&name = name](const auto& setting) { return setting.name == name; });
    if (!given) out.push_back({name, variable.span});
  }
  return out;
}

std::vector<EnvironmentWrite> Interpreter::environment(const std::vector<EnvironmentWrite>& own,
                                                       bool cleared) {
  std::map<std::string, EnvironmentWrite> by_name;
  for (const auto& [name, variable] : variables_.values()) {
    // bash does not export arrays. On another path the variable may not be an array.
    const bool is_array = variable.is_array && !variable.maybe_not;
    if (cleared || is_array || (!variable.exported && !variable.is_unset)) continue;
    EnvironmentWrite out;
    out.name = name;
    if (!variable.is_unset) {
      out.value = to_text(variable.is_array         ? ShellValue::unknown(variable.span)
                          : variable.values.empty() ? ShellValue::from_caller(variable.span, name)
                                                    : variable.values[0],
                          variable.span);
    }
    out.span = variable.span;
    out.conditional = variable.conditional || variable.maybe_not;
    by_name.emplace(name, std::move(out));
  }
  for (const EnvironmentWrite& each : own) by_name.insert_or_assign(each.name, each);
  std::vector<EnvironmentWrite> out;
  settings_noted_ += by_name.size();
  if (settings_noted_ > kMaxSettings) {
    give_up();
    return out;
  }
  for (auto& [name, setting] : by_name) out.push_back(std::move(setting));
  return out;
}

}  // namespace mmlint::shell
