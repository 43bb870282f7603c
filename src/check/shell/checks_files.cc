#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/paths.h"
#include "base/text.h"
#include "check/shell/checks_parts.h"
#include "check/shell/starter.h"
#include "launch/undone_writes.h"
#include "value/key_path.h"

namespace mmlint::check {

using script::Summary;
using shell::ExpandedWord;
using shell::Flag;
using shell::Launch;
using shell::LaunchKind;

namespace {

// What a script does with the option that torch.distributed.launch passes to it
// (torch/distributed/launch.py).
enum class LocalRank { kNotRead, kRead, kOldSpelling, kRefused };

LocalRank local_rank_of(const launch::LinkedLaunch& linked) {
  if (linked.launch->flag("use_env") || linked.script_summary->options.empty())
    return LocalRank::kNotRead;
  const auto declares = [](const script::Option& option) { return option.dest == "local_rank"; };
  const auto& options = linked.script_summary->options;
  const bool declared = std::any_of(options.begin(), options.end(), declares);
  if (!declared)
    return parses_all(*linked.script_summary) ? LocalRank::kRefused : LocalRank::kNotRead;
  // `if 'LOCAL_RANK' not in os.environ: os.environ['LOCAL_RANK'] = str(args.local_rank)`
  const std::string_view text = linked.script_summary->document->source().bytes();
  std::size_t reads = 0;
  for (std::size_t at = text.find(".local_rank"); at != text.npos;
       at = text.find(".local_rank", at + 1))
    ++reads;
  const bool falls_back =
      text.find("LOCAL_RANK' not in") != text.npos || text.find("LOCAL_RANK\" not in") != text.npos;
  // From PyTorch 2.0 on the option is --local-rank.
  const bool knows_both = std::any_of(options.begin(), options.end(), [](const auto& option) {
    return std::count(option.names.begin(), option.names.end(), "--local-rank") != 0;
  });
  if (!knows_both && parses_all(*linked.script_summary)) return LocalRank::kOldSpelling;
  return reads <= (falls_back ? 1u : 0u) ? LocalRank::kNotRead : LocalRank::kRead;
}

}  // namespace

namespace {

// On some other path the launch script starts the same with torchrun.
bool is_fallback(const Launch& old, const LaunchView& view) {
  const auto& launches = view.summary.launches;
  return std::any_of(launches.begin(), launches.end(), [&](const Launch& each) {
    return each.kind == LaunchKind::kTorchRun &&
           view.summary.commands[each.command].context.conditional &&
           each.target_word().value == old.target_word().value;
  });
}

}  // namespace

LaunchHits deprecated_launch(const LaunchView& view) {
  LaunchHits out;
  std::map<std::pair<const Summary*, bool>, LocalRank> uses;
  for (const launch::LinkedLaunch* linked : view.own()) {
    const Launch& launch = *linked->launch;
    if (launch.kind != LaunchKind::kTorchLaunch || is_fallback(launch, view)) continue;
    LaunchHit hit;
    hit.at = launch.starter;
    hit.linked = linked;
    hit.captures["script"] = shown_target(launch);
    hit.captures["starter"] = rank_starter(launch, view.text);
    const auto [known, is_new] =
        uses.try_emplace({linked->script_summary, launch.flag("use_env") != nullptr});
    if (is_new) known->second = linked->script_summary ? local_rank_of(*linked) : LocalRank::kRead;
    const LocalRank use = known->second;
    if (!linked->script_summary) hit.form = "script-unknown";
    if (linked->script_summary && use == LocalRank::kRead) hit.form = "needs-local-rank";
    if (use == LocalRank::kOldSpelling) hit.form = "old-spelling";
    if (use == LocalRank::kRefused) {
      hit.form = "lacks-local-rank";
      hit.places.push_back({linked->script_summary->options.front().span,
                            {"the options of the script begin here", "脚本的选项从这里开始"}});
    }
    // It goes on working where nothing else has to change.
    const bool works = use != LocalRank::kRefused && use != LocalRank::kOldSpelling;
    if (works && launch::works_with_cuda(view.request.target)) continue;
    out.push_back(std::move(hit));
  }
  return out;
}

namespace {

// How many files of a launch script are looked for in its commands.
constexpr int kMostMissing = 1000;

// The launch script may make the file itself: a command before, which starts no script, names it.
bool is_made(const LaunchView& view, const std::vector<bool>& starts, const Launch& launch,
             std::string_view value) {
  const std::string_view name = file_name(value);
  const auto names_it = [name](const ExpandedWord& word) {
    return word.value.find(name) != word.value.npos;
  };
  for (std::size_t i = 0; i < launch.command; ++i) {
    const auto& words = view.summary.commands[i].words;
    if (!starts[i] && std::any_of(words.begin(), words.end(), names_it)) return true;
  }
  return std::any_of(view.summary.embedded.begin(), view.summary.embedded.end(),
                     [name](const auto& code) { return file_name(code.path) == name; });
}

bool is_written_out(const ExpandedWord& word) {
  return word.precision == ExpandedWord::Precision::kExact && !word.overridable &&
         (word.in_script_folder || word.written());
}

}  // namespace

LaunchHits missing_file(const LaunchView& view) {
  LaunchHits out;
  int tries = 0;
  std::vector<bool> starts(view.summary.commands.size());
  for (const Launch& launch : view.summary.launches) starts[launch.command] = true;
  for (const launch::LinkedLaunch* linked : view.own()) {
    const Launch& launch = *linked->launch;
    const auto add = [&](const ExpandedWord& word, const char* form) {
      if (!is_written_out(word) || ++tries > kMostMissing) return;
      if (is_made(view, starts, launch, word.value)) return;
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
    const bool shell = launch.kind == LaunchKind::kShell;
    if (linked->script.missing) add(launch.target_word(), shell ? "launcher" : "script");
    if (linked->config_word && linked->config.missing) add(*linked->config_word, "config");
    const auto& words = launch.arguments;
    for (std::size_t i = 0; i < words.size() && !linked->config_word && !shell; ++i) {
      const std::string_view kind = extension(words[i].value);
      const bool data = kind == ".json" || kind == ".yaml" || kind == ".yml";
      const bool of_option =
          words[i].value.starts_with('-') || (i > 0 && words[i - 1].value.starts_with('-'));
      if (!data || of_option || !view.graph.lacks_data(words[i], *linked)) continue;
      add(words[i], "config");
      break;
    }
  }
  return out;
}

namespace {

// What an option --amp does in a script: it asks for AmpOptimWrapper, nothing, or something else,
// such as torch.autocast on the CPU.
enum class Amp { kWrapper, kNothing, kOther };

Amp amp_of(const Summary& script) {
  const auto option = std::find_if(script.options.begin(), script.options.end(), [](auto& each) {
    return std::count(each.names.begin(), each.names.end(), "--amp") != 0;
  });
  const bool declared = option != script.options.end();
  if (!declared && parses_all(script)) return Amp::kOther;
  if (declared && !option->is_read) return Amp::kNothing;
  if (script.document->source().bytes().find("AmpOptimWrapper") != std::string_view::npos)
    return Amp::kWrapper;
  const bool elsewhere =
      std::any_of(script.writes.begin(), script.writes.end(),
                  [](const auto& write) { return write.key.starts_with("optim_wrapper"); });
  return elsewhere || !script.complete ? Amp::kWrapper : Amp::kOther;
}

}  // namespace

LaunchHits amp_flag(const LaunchView& view) {
  LaunchHits out;
  std::map<const Summary*, Amp> uses;
  std::map<const launch::LinkedLaunch*, const launch::LinkedLaunch*>
      inner;  // what starts through a launch
  for (const launch::LinkedLaunch* each : view.graph.reached(view.path)) {
    if (each->through && each->script_summary) inner.emplace(each->through, each);
  }
  for (const launch::LinkedLaunch* linked : view.own()) {
    const Launch& launch = *linked->launch;
    const auto started = inner.find(linked);
    const launch::LinkedLaunch& script = started == inner.end() ? *linked : *started->second;
    if (launch.kind == LaunchKind::kShell && !script.script_summary) continue;
    const auto [known, is_new] = uses.try_emplace(script.script_summary, Amp::kWrapper);
    if (is_new && script.script_summary) known->second = amp_of(*script.script_summary);
    const Amp use = known->second;
    if (use == Amp::kOther) continue;
    if (use == Amp::kWrapper && script.script_summary &&
        launch::leaves_out_amp(view.facts_of(script), script))
      continue;
    std::vector<std::pair<Span, bool>> places;  // whether it is surely given
    for (const ExpandedWord& word : launch.arguments) {
      if (word.is("--amp")) places.emplace_back(word.span, !word.overridable);
      for (const auto& possible : word.possible_values) {
        const auto words = split(possible.value, ' ');
        if (std::count(words.begin(), words.end(), "--amp") != 0)
          places.emplace_back(possible.span, false);
      }
    }
    for (const auto& [at, surely] : places) {
      LaunchHit hit;
      hit.at = at;
      hit.linked = linked;
      hit.form = use == Amp::kNothing ? "dead" : surely ? "" : "maybe";
      hit.captures["script"] = shown_target(*script.launch);
      out.push_back(std::move(hit));
    }
  }
  return out;
}

namespace {

std::optional<int> number_at(const config::Resolved& config, std::string_view key, Span* at) {
  const FoundValue found = value_at(*config.root, key);
  if (!found.value || found.value->kind != Value::Kind::kInt) return std::nullopt;
  if (at) *at = found.value->span;
  return whole_number(print(*found.value));
}

bool scales(const config::Resolved& config, const launch::LinkedLaunch& linked) {
  const FoundValue found = value_at(*config.root, "auto_scale_lr.enable");
  return linked.option("--auto-scale-lr", nullptr) ||
         (found.value && print(*found.value) == "True");
}

}  // namespace

LaunchHits effective_batch(const LaunchView& view) {
  LaunchHits out;
  for (const launch::LinkedLaunch* linked : view.graph.reached(view.path)) {
    const launch::LinkedLaunch* outer = linked;
    while (outer->through) outer = outer->through;
    const auto processes = linked->processes();
    const Flag* flag = linked->launch->flag("nproc_per_node");
    const Flag* nodes = linked->launch->flag("nnodes");
    if (!processes || !flag) continue;
    const auto nodes_text = nodes && nodes->value ? linked->value(*nodes->value) : std::nullopt;
    const auto count = nodes ? whole_number(nodes_text.value_or("")) : std::optional(1);
    if (linked->config.path.empty() || !count) continue;
    const auto given = [&](const ExpandedWord& word) {
      return word.value.find("batch_size=") != word.value.npos;
    };
    const auto& words = linked->launch->arguments;
    if (std::any_of(words.begin(), words.end(), given)) continue;
    const auto* config = view.request.workspace.resolve(linked->config.path);
    if (!config || !config->ok() || config->root->kind != Value::Kind::kDict) continue;
    Span at;
    const auto batch = number_at(*config, "train_dataloader.batch_size", &at);
    const auto base = number_at(*config, "auto_scale_lr.base_batch_size", nullptr);
    if (!batch || !base || !scales(*config, *linked)) continue;
    const int total = *batch * *processes * *count;
    if (total == *base) continue;
    LaunchHit hit;
    hit.at = outer == linked ? flag->span : outer->launch->span;
    hit.linked = linked;
    hit.captures["batch"] = std::to_string(*batch);
    hit.captures["processes"] = std::to_string(*processes * *count);
    hit.captures["base"] = std::to_string(*base);
    hit.captures["total"] = std::to_string(total);
    hit.places.push_back({at, {"for each process", "每个进程"}});
    out.push_back(std::move(hit));
  }
  return out;
}

}  // namespace mmlint::check
