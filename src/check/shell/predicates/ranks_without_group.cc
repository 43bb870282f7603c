// A launch starts several processes of a script that makes no process group: each trains alone.
// captures: script, processes
// forms: launcher, launcher-open, local-rank

#include "base/paths.h"
#include "base/text.h"
#include "check/shell/argument_parser.h"
#include "check/shell/launches.h"
#include "check/shell/predicate.h"
#include "facts/libraries.h"
#include "launch/known_runs.h"
#include "script/symbols.h"
#include "script/usual_options.h"
#include "value/key_path.h"

namespace mmlint::check::predicates {

using script::Summary;
using shell::ExpandedWord;
using shell::Launch;

namespace {

// Whether a project's file makes a group, or has what may: it is read for its words only.
class Reader {
 public:
  Reader(const LaunchView& view, const std::string& script)
      : view_(view), folder_(parent_folder(script)) {}

  bool may_make_group(const std::string& path) {
    if (!seen_.insert(path).second) return false;
    const Summary* facts = view_.request.workspace.scripts(std::span(&path, 1)).front();
    if (!facts || !facts->complete) return true;
    const std::string_view text = facts->document->source().bytes();
    for (const std::string_view word :
         {"process_group", "init_dist", "import_module", "__import__", "exec(", "eval(", "runpy",
          "subprocess", "os.system", "os.exec", "DistributedDataParallel", "mp.spawn",
          "init_device_mesh", "fully_shard", "'RANK'", "\"RANK\""}) {
      if (text.find(word) != text.npos) return true;
    }
    const auto& imports = facts->imports;
    return std::ranges::any_of(imports, [&](const script::Import& each) {
      return !facts::makes_no_group(each.symbol.text()) && may_make_group_by(each.symbol.text());
    });
  }

 private:
  // A module of the project is read; anything else may do anything.
  bool may_make_group_by(std::string_view symbol) {
    const FileSystem& files = view_.request.workspace.files();
    std::vector<std::string> folders{folder_};
    folders.insert(folders.end(), view_.request.roots.begin(), view_.request.roots.end());
    for (std::string name(symbol); !name.empty();) {
      std::string path = name;
      std::ranges::replace(path, '.', '/');
      for (const std::string& folder : folders) {
        for (const char* end : {".py", "/__init__.py"}) {
          const std::string file = join_path(folder, path + end);
          if (files.kind(file) == FileKind::kFile) return may_make_group(file);
        }
      }
      const std::size_t dot = name.rfind('.');
      name.resize(dot == name.npos ? 0 : dot);
    }
    return true;
  }

  const LaunchView& view_;
  std::string folder_;
  std::set<std::string> seen_;
};

bool updates_a_model(const Summary& script) {
  const auto calls = [&](std::string_view name) {
    return std::ranges::any_of(script.calls,
                               [name](const auto& call) { return call.symbol.is_method(name); });
  };
  return calls("backward") && calls("step");
}

constexpr std::string_view kAsks[] = {"launcher == 'pytorch'", "launcher == \"pytorch\"",
                                      "launcher != 'none'",    "launcher != \"none\"",
                                      "launcher == 'none'",    "launcher == \"none\""};

// Whether a script sets the option itself: args.launcher = 'pytorch'
bool changes_launcher(std::string_view text) {
  constexpr std::string_view kSets = "args.launcher =";
  for (std::size_t at = text.find(kSets); at != text.npos; at = text.find(kSets, at + 1)) {
    if (!text.substr(at + kSets.size()).starts_with('=')) return true;
  }
  return text.find("set_defaults") != text.npos;
}

// Runner takes the launcher from the option, which nobody gives, and which is 'none' then.
bool leaves_launcher_out(const launch::LinkedLaunch& linked) {
  const Summary& script = *linked.script_summary;
  if (!script.complete || linked.option("--launcher", nullptr)) return false;
  const auto& options = script.options;
  const auto option = std::ranges::find(options, "launcher", &script::Option::dest);
  if (option == options.end() || script::text_of(option->default_value) != "none" ||
      !is_in("--launcher", option->names))  // a flag such as --ddp may choose it
    return false;
  const std::string_view text = script.document->source().bytes();
  for (const std::string_view other : {"setattr(args", "__dict__.update", "vars(args).update"}) {
    if (text.find(other) != text.npos) return false;  // a file may name it
  }
  if (changes_launcher(text)) return false;
  // Without a launcher a Runner does not wrap the model, whoever has made a group.
  if (hands_launcher_on(script)) return true;
  const auto makes = [](const auto& call) { return script::makes_group(call.symbol); };
  const bool asks = std::any_of(std::begin(kAsks), std::end(kAsks),
                                [&](auto ask) { return text.find(ask) != text.npos; });
  if (!asks || std::ranges::none_of(script.calls, makes)) return false;
  // Only with the launcher, which the script compares with 'none' or 'pytorch'.
  const bool always = std::ranges::any_of(script.calls, [](const auto& call) {
    return (call.symbol.is_method("backward") ||
            call.symbol.is_method(script::Symbol::Kind::kRunner, "train")) &&
           call.point.group == script::OnPaths::kAll;
  });
  return !always && (!script.builds.empty() ||
                     (updates_a_model(script) && text.find("WORLD_SIZE") == text.npos));
}

// The script makes a group only where it is given --local_rank, which torchrun does not pass.
bool needs_local_rank(const launch::LinkedLaunch& linked) {
  const Summary& script = *linked.script_summary;
  const bool passes =
      linked.launch->kind != shell::LaunchKind::kTorchRun &&
      !(linked.launch->kind == shell::LaunchKind::kTorchLaunch && linked.launch->flag("use_env"));
  if (passes || !script.complete || !updates_a_model(script)) return false;
  const script::Option* option = script::local_rank_option(script.options);
  if (!option) return false;
  for (const std::string& name : option->names) {
    if (linked.option(name, nullptr)) return false;
  }
  const Value* usual = script::only_data(option->default_value);
  const bool none = usual && usual->kind == Value::Kind::kInt && print(*usual) == "-1";
  const std::string_view text = script.document->source().bytes();
  constexpr std::string_view kCompares[] = {" != -1", " == -1", " >= 0", " > -1"};
  const bool asks = std::ranges::any_of(kCompares, [&](std::string_view each) {
    return contains(text, option->dest + std::string(each));
  });
  const bool group = std::ranges::any_of(
      script.calls, [](const auto& call) { return script::makes_group(call.symbol); });
  const bool always = std::ranges::any_of(script.calls, [](const auto& call) {
    return call.symbol.is_method("backward") && call.point.group == script::OnPaths::kAll;
  });
  return none && asks && group && !always && text.find("LOCAL_RANK") == text.npos &&
         text.find("WORLD_SIZE") == text.npos;
}

// May: the run of a launch makes a group, as with `local_rank != -1 or 'RANK' in os.environ`.
bool may_make_group(const launch::LinkedLaunch& linked, const LaunchView& view) {
  const auto run = launch::known_run(view.facts_of(linked), linked);
  return run && std::ranges::any_of(run->calls, [](const script::Call& call) {
           return script::makes_group(call.symbol) && call.point.reached;
         });
}

// All words that the script is given are known, so that none of them is one more option.
bool knows_arguments(const Launch& launch) {
  return std::ranges::none_of(launch.arguments, [](const ExpandedWord& word) {
    return word.precision == ExpandedWord::Precision::kAnyWords && !word.absent_by_default;
  });
}

// Whether all unknown arguments of the script are those that the user passes to the launch script:
// "$@".
bool leaves_rest_to_user(const Launch& launch) {
  return std::ranges::all_of(launch.arguments, [](const ExpandedWord& word) {
    return word.precision != ExpandedWord::Precision::kAnyWords || word.depends_on == "@";
  });
}

// The option by which a launcher is told how many processes to start; null if there is none.
const shell::Flag* count_of(const Launch& launch) {
  switch (launch.kind) {
    case shell::LaunchKind::kTorchRun:
    case shell::LaunchKind::kTorchLaunch:
      return launch.flag("nproc_per_node");
    case shell::LaunchKind::kDeepspeed:
      return launch.flag("num_gpus");
    case shell::LaunchKind::kAccelerate:
      return launch.flag("num_processes");
    default:
      return nullptr;
  }
}

}  // namespace

LaunchHits ranks_without_group(const LaunchView& view) {
  LaunchHits out;
  for (const launch::LinkedLaunch* linked : view.own()) {
    const Launch& launch = *linked->launch;
    const shell::Flag* count = count_of(launch);
    const auto text = count && count->value ? linked->value(*count->value) : std::nullopt;
    const auto processes = whole_number(text.value_or(""));
    if (!linked->script_summary || !processes || *processes < 2) continue;
    const bool launcher = leaves_launcher_out(*linked) && leaves_rest_to_user(launch);
    const bool rank = !launcher && needs_local_rank(*linked) && knows_arguments(launch) &&
                      !may_make_group(*linked, view);
    const bool alone = !launcher && !rank && linked->script_summary->builds.empty() &&
                       updates_a_model(*linked->script_summary) &&
                       !Reader(view, linked->script.path).may_make_group(linked->script.path);
    if (!launcher && !rank && !alone) continue;
    LaunchHit hit;
    hit.at = count->span;
    hit.linked = linked;
    if (launcher) hit.form = knows_arguments(launch) ? "launcher" : "launcher-open";
    if (rank) hit.form = "local-rank";
    hit.captures["script"] = shown_target(launch);
    hit.captures["processes"] = std::to_string(*processes);
    out.push_back(std::move(hit));
  }
  return out;
}

}  // namespace mmlint::check::predicates
