#include "launch/slurm.h"

#include "base/text.h"
#include "launch/launch_graph.h"
#include "shell/options.h"

namespace mmlint::launch {

using shell::Flag;

std::optional<std::vector<Flag>> batch_options(const Source& script) {
  constexpr std::string_view kDirective = "#SBATCH";
  std::optional<std::vector<Flag>> out;
  const std::string_view text = script.bytes();
  for (std::size_t at_line = 0, next = 0; at_line < text.size(); at_line = next) {
    next = std::min(text.find('\n', at_line), text.size() - 1) + 1;
    const std::string_view line = text.substr(at_line, next - at_line);
    // sbatch reads them up to the first command.
    if (!line.starts_with('#') && !trim(line).empty()) break;
    if (!line.starts_with(kDirective)) continue;
    std::vector<shell::ExpandedWord> words;
    const std::string_view options = line.substr(kDirective.size());
    for (std::size_t at = 0; (at = options.find_first_not_of(" \t\r\n", at)) != options.npos;) {
      const std::size_t end = std::min(options.find_first_of(" \t\r\n", at), options.size());
      if (options[at] == '#') break;
      shell::ExpandedWord word;
      word.value = options.substr(at, end - at);
      const auto begin = static_cast<std::uint32_t>(options.data() - text.data() + at);
      word.span = {script.id(), begin, begin + static_cast<std::uint32_t>(end - at)};
      words.push_back(std::move(word));
      at = end;
    }
    if (!out) out.emplace();
    auto read = shell::read_options(words, 0, "srun").flags;
    std::ranges::move(read, std::back_inserter(*out));
  }
  return out;
}

SlurmNumber slurm_number(std::span<const Flag> options, std::string_view name,
                         std::string_view letter) {
  SlurmNumber out;
  for (const Flag& each : options) {
    const bool attached = !letter.empty() && each.name.size() > 1 &&
                          each.name.starts_with(letter) && is_digit(each.name[1]);  // -n8
    if (each.name != name && each.name != letter && !attached) continue;
    std::string text = attached ? each.name.substr(1) : "";
    if (!attached && each.value && each.value->is_known() && !each.value->overridable)
      text = each.value->value;
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool known = error == std::errc() && end == text.data() + text.size();
    out = {&each, known ? std::optional(number) : std::nullopt};
  }
  return out;
}

namespace {

// Returns the launch that srun runs, from a launch outwards; null if there is none.
const LinkedLaunch* started_by_srun(const LinkedLaunch& launch) {
  for (const LinkedLaunch* each = &launch; each; each = each->through) {
    if (is_in("srun", each->launch->wrappers)) return each;
  }
  return nullptr;
}

}  // namespace

// srun(1): --ntasks is the number of all tasks, and then --ntasks-per-node the most on one node.
// Without both there is one task on each node. srun takes what it is not given from the batch job.
std::optional<SlurmStep> slurm_step(const LinkedLaunch& launch, project::Workspace& workspace) {
  const LinkedLaunch* started = started_by_srun(launch);
  if (!started) return std::nullopt;
  const std::vector<Flag>& own = started->launch->step;
  std::vector<Flag> batch;
  for (const LinkedLaunch* each = started; each && batch.empty(); each = each->through) {
    if (const syntax::Document* script = workspace.document(each->launch_script))
      batch = batch_options(script->source()).value_or(std::vector<Flag>());
  }
  const auto number = [&](std::string_view name, std::string_view letter, bool of_batch = true) {
    const SlurmNumber found = slurm_number(own, name, letter);
    return found.option || !of_batch ? found : slurm_number(batch, name, letter);
  };
  const SlurmNumber nodes = number("nodes", "N");
  const SlurmNumber each = number("ntasks_per_node", "");
  // A step of its own size does not take the number of all tasks.
  const bool own_size =
      slurm_number(own, "nodes", "N").option || slurm_number(own, "ntasks_per_node", "").option;
  const SlurmNumber all = number("ntasks", "n", !own_size);
  SlurmStep out;
  out.nodes = nodes.value;
  out.tasks = all.value;
  out.at = each.option ? each.option->span : all.option ? all.option->span : started->launch->span;
  if (all.value == 1) {
    out.tasks_per_node = 1;
  } else if (all.value && nodes.value && *nodes.value > 0) {
    const int mean = (*all.value + *nodes.value - 1) / *nodes.value;
    if (!each.option || each.value) out.tasks_per_node = std::min(mean, each.value.value_or(mean));
  } else if (each.option && (!all.option || all.value)) {
    out.tasks_per_node = each.value;
  } else if (!all.option) {
    out.tasks_per_node = 1;
  }
  return out;
}

}  // namespace mmlint::launch
