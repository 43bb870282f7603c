// A launch uses `python -m torch.distributed.launch`, which torchrun has replaced.
// captures: script, starter
// forms: script-unknown, needs-local-rank, old-spelling, lacks-local-rank

#include "check/shell/argument_parser.h"
#include "check/shell/launches.h"
#include "check/shell/predicate.h"
#include "launch/given.h"
#include "script/usual_options.h"

namespace mmlint::check::predicates {

using catalog::Literal;
using shell::Launch;
using shell::LaunchKind;

namespace {

// What a script does with the option that torch.distributed.launch passes to it
// (torch/distributed/launch.py).
enum class LocalRank { kNotRead, kRead, kOldSpelling, kRefused };

LocalRank local_rank_of(const launch::LinkedLaunch& linked, const catalog::Target& target) {
  if (linked.launch->flag("use_env") || linked.script_summary->options.empty())
    return LocalRank::kNotRead;
  const script::Option* option = script::local_rank_option(linked.script_summary->options);
  if (!option)
    return parses_all(*linked.script_summary) ? LocalRank::kRefused : LocalRank::kNotRead;
  // `if 'LOCAL_RANK' not in os.environ: os.environ['LOCAL_RANK'] = str(args.local_rank)`
  const std::string_view text = linked.script_summary->document->source().bytes();
  std::size_t reads = 0;
  const std::string read = "." + option->dest;
  for (std::size_t at = text.find(read); at != text.npos; at = text.find(read, at + 1)) ++reads;
  const bool falls_back =
      text.find("LOCAL_RANK' not in") != text.npos || text.find("LOCAL_RANK\" not in") != text.npos;
  // From PyTorch 2.0 on the option is --local-rank.
  const bool is_old = target.has({{"scripts.compiles", Literal{false}}});
  const bool knows_it = is_in(is_old ? "--local_rank" : "--local-rank", option->names);
  if (!knows_it && parses_all(*linked.script_summary))
    return is_old ? LocalRank::kRefused : LocalRank::kOldSpelling;
  return reads <= (falls_back ? 1u : 0u) ? LocalRank::kNotRead : LocalRank::kRead;
}

// On some other path the launch script starts the same with torchrun.
bool is_fallback(const Launch& old, const LaunchView& view) {
  const auto& launches = view.summary.launches;
  return std::ranges::any_of(launches, [&](const Launch& each) {
    return each.kind == LaunchKind::kTorchRun &&
           view.summary.commands[each.command].context.conditional &&
           each.target_word().value == old.target_word().value;
  });
}

}  // namespace

LaunchHits deprecated_launch(const LaunchView& view) {
  LaunchHits out;
  std::map<std::pair<const script::Summary*, bool>, LocalRank> uses;
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
    if (is_new)
      known->second =
          linked->script_summary ? local_rank_of(*linked, view.request.target) : LocalRank::kRead;
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

}  // namespace mmlint::check::predicates
