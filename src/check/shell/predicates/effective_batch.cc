// The batch of all processes together differs from `base_batch_size` of auto_scale_lr.
// captures: batch, processes, total, base

#include "check/shell/launches.h"
#include "check/shell/predicate.h"
#include "value/key_path.h"

namespace mmlint::check::predicates {

using shell::Flag;

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
    const auto given = [&](const shell::ExpandedWord& word) {
      return word.value.find("batch_size=") != word.value.npos;
    };
    const auto& words = linked->launch->arguments;
    if (std::ranges::any_of(words, given)) continue;
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

}  // namespace mmlint::check::predicates
