#include "check/starts.h"

#include <algorithm>
#include <utility>

#include "base/paths.h"
#include "check/finding_table.h"
#include "check/script/rules.h"
#include "check/script_context.h"
#include "script/symbols.h"

namespace mmlint::check {
namespace {

using script::Alternative;
using script::Summary;

bool may_load_a_config(const syntax::Document* document) {
  if (!document) return false;
  const std::string_view text = document->source().bytes();
  return text.find("Runner") != text.npos || text.find("fromfile") != text.npos ||
         text.find("--launcher") != text.npos;
}

// Whether the group exists before every Runner; of a script that hands the config on, whether it
// makes one at all.
bool makes_group(const Summary& script) {
  if (script.builds.empty())
    return std::any_of(script.calls.begin(), script.calls.end(), [](const script::Call& call) {
      return call.point.reached && script::makes_group(call.symbol);
    });
  return std::all_of(script.builds.begin(), script.builds.end(), [&](const script::Build& build) {
    return script.calls[build.call].point.group != script::OnPaths::kNone;
  });
}

bool sets_none(const Summary& script) {
  bool any = false;
  for (const script::ConfigWrite& write : script.writes) {
    if (write.key != "launcher") continue;
    any = true;
    const bool none = std::all_of(write.value.begin(), write.value.end(),
                                  [](const Alternative& value) { return value.is_text("none"); });
    if (!none || write.value.empty()) return false;
  }
  return any;
}

bool may_be_pytorch(const Alternative& choices) {
  const Value* list = choices.data();
  if (!list || (list->kind != Value::Kind::kList && list->kind != Value::Kind::kTuple)) return true;
  return std::any_of(list->items.begin(), list->items.end(),
                     [](const Value* item) { return item->is_string("pytorch"); });
}

bool offers_launcher(const Summary& script) {
  return std::any_of(script.options.begin(), script.options.end(), [](const auto& option) {
    const bool named =
        std::find(option.names.begin(), option.names.end(), "--launcher") != option.names.end();
    const bool any = option.choices.empty() ||
                     std::any_of(option.choices.begin(), option.choices.end(), may_be_pytorch);
    return named && any;
  });
}

// Whether the command line names the config of a script that hands its path on unread.
bool takes_a_config(const Summary& script) {
  return std::any_of(script.options.begin(), script.options.end(), [](const auto& option) {
    return option.dest == "config" || option.dest == "cfg";
  });
}

// The nearest folder above a script with configs below it: tools/train.py is for the configs beside
// tools, and not for those of another project in the same repository.
std::string home_of(const std::string& script, const project::Index& index) {
  const std::vector<std::string>& configs = index.configs();
  std::string folder = parent_folder(script);
  while (folder != "/") {
    const auto next = std::lower_bound(configs.begin(), configs.end(), folder + "/");
    if (next != configs.end() && is_below(*next, folder)) break;
    folder = parent_folder(folder);
  }
  return folder;
}

}  // namespace

Starts::Starts(const Request& request, std::shared_ptr<const LaunchGraph> graph,
               const catalog::Catalog::Active* rule)
    : launched_(distributed_configs(request)) {
  read(request, graph);
  if (rule && !scripts_.empty()) ask(request, graph, *rule);
}

void Starts::read(const Request& request, const std::shared_ptr<const LaunchGraph>& graph) {
  std::vector<std::string> paths;
  for (const std::string& path : request.all_scripts()) {
    if (may_load_a_config(request.workspace.document(path))) paths.push_back(path);
  }
  const auto summaries = request.workspace.scripts(paths);
  for (std::size_t i = 0; i < paths.size(); ++i) {
    if (!summaries[i]) continue;
    const Summary& summary = *summaries[i];
    const bool hands_on = summary.config.empty() && offers_launcher(summary);
    if (hands_on ? !takes_a_config(summary) : summary.config.empty()) continue;
    const ScriptContext context = context_of(paths[i], summary, request, graph);
    Script script;
    script.path = paths[i];
    script.summary = &summary;
    script.takes_any =
        hands_on || std::any_of(summary.config.begin(), summary.config.end(),
                                [](const Alternative& config) { return !config.data(); });
    script.home = home_of(paths[i], request.index);
    for (const config::Resolved* config : context.configs) script.configs.insert(config->path);
    script.builds = !summary.builds.empty();
    script.makes_group = makes_group(summary) || context.makes_group;
    script.sets_none = sets_none(summary);
    script.offers = offers_launcher(summary);
    script.is_started = !context.launches.empty();
    scripts_.push_back(std::move(script));
  }
}

// Judges the scripts that build a Runner by the one rule, passed or not.
void Starts::ask(const Request& request, const std::shared_ptr<const LaunchGraph>& graph,
                 const catalog::Catalog::Active& rule) {
  std::vector<std::string> paths;
  for (const Script& script : scripts_) {
    if (script.builds) paths.push_back(script.path);
  }
  Request only = request.in(request.workspace);
  only.scripts = paths;
  only.launch_scripts = {};
  only.rules = std::span(&rule, 1);
  only.others = {};
  FindingTable table(only);
  judge_scripts(only, graph, table);
  const std::set<std::string> found = table.files();
  Suppressed suppressed(request.workspace);
  std::set<std::string> told;
  for (const Finding& finding : table.finished(suppressed))
    told.insert(request.workspace.sources().get(finding.diagnostic.primary.file).path());
  for (Script& script : scripts_) {
    if (told.count(script.path) != 0) script.told.push_back({script.path, rule.rule->code});
    // A comment there says that the cause is known, which holds for its configs as well.
    script.is_excused = found.count(script.path) != 0 && told.count(script.path) == 0;
  }
}

Started Starts::of(const std::string& path, bool names_launcher) const {
  Started out;
  const auto launch = launched_.find(path);
  if (launch != launched_.end()) out.launched = &launch->second;
  bool all_safe = true;
  for (const Script& script : scripts_) {
    const bool takes = script.takes_any && is_below(path, script.home);
    if (!takes && script.configs.count(path) == 0) continue;
    if (script.builds) {
      out.is_built = true;
      out.builders.push_back({script.path, script.summary});
      out.told.insert(out.told.end(), script.told.begin(), script.told.end());
      const bool offers = script.offers && !script.is_started;
      const bool no_launcher = !names_launcher && !offers && !out.launched;
      all_safe =
          all_safe && (script.makes_group || script.sets_none || script.is_excused || no_launcher);
    }
    out.is_offered = out.is_offered || (script.offers && !script.is_started &&
                                        !script.makes_group && !script.sets_none);
  }
  out.is_safe = out.is_built && all_safe;
  return out;
}

}  // namespace mmlint::check
