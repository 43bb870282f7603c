#include "check/shell/checks.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/internal_error.h"
#include "base/paths.h"
#include "catalog/vocabulary.h"
#include "check/shell/checks_parts.h"
#include "script/argument_parser.h"
#include "script/symbols.h"

namespace mmlint::check {

using shell::ExpandedWord;
using shell::Launch;
using shell::LaunchKind;
using shell::Pipeline;

namespace {

bool reads_status(const Pipeline& pipeline) {
  return pipeline.status_read && !pipeline.pipestatus_read && !pipeline.is_condition;
}

// `if torchrun ... | tee log`: tee succeeds whatever happens. What follows may look at PIPESTATUS.
bool tests_pipeline(const Pipeline& pipeline, std::string_view text) {
  return pipeline.is_condition && !pipeline.is_ignored && pipeline.last == "tee" &&
         text.find("PIPESTATUS", pipeline.span.begin) == text.npos;
}

LaunchHits hidden_status(const LaunchView& view) {
  LaunchHits out;
  for (const launch::LinkedLaunch* linked : view.own()) {
    const auto& command = view.summary.commands[linked->launch->command];
    if (!command.context.pipeline) continue;
    const Pipeline& pipeline = view.summary.pipelines[*command.context.pipeline];
    if (pipeline.pipefail || pipeline.last_command.contains(command.span)) continue;
    const bool reads = reads_status(pipeline);
    if (!reads && !tests_pipeline(pipeline, view.text)) continue;
    LaunchHit hit;
    hit.at = reads ? *pipeline.status_read : pipeline.last_command;
    hit.form = reads ? "" : "condition";
    hit.linked = linked;
    hit.captures["script"] = shown_target(*linked->launch);
    hit.captures["command"] = pipeline.last.empty() ? "the last command" : pipeline.last;
    if (reads) hit.replacement = fmt::format("${{PIPESTATUS[{}]}}", command.context.position);
    hit.places.push_back({linked->launch->starter, {"its status is lost", "它的退出码丢失了"}});
    out.push_back(std::move(hit));
  }
  return out;
}

// A folder of programs of its own: what python is there, only its user knows.
bool has_environment(const LaunchView& view) {
  const auto& commands = view.summary.commands;
  return std::any_of(commands.begin(), commands.end(), [](const auto& command) {
    if (command.words.empty()) return false;
    const ExpandedWord& first = command.words.front();
    const bool sources = (first.is("source") || first.is(".")) && command.words.size() > 1 &&
                         command.words[1].value.ends_with("activate");
    return sources || first.is("conda") || first.is("micromamba") || first.is("module") ||
           first.is("alias");
  });
}

bool trains_or_checks(const Launch& launch) {
  const std::string_view name = file_name(launch.target_word().value);
  constexpr std::array<std::string_view, 4> kWords = {"train", "test", "eval", "check"};
  return std::any_of(kWords.begin(), kWords.end(),
                     [name](std::string_view word) { return name.find(word) != name.npos; });
}

LaunchHits plain_python(const LaunchView& view) {
  const auto& own = view.own();
  const auto here = std::find_if(own.begin(), own.end(), [](const launch::LinkedLaunch* linked) {
    return launch::says_python3(*linked);
  });
  const launch::LinkedLaunch* three = here == own.end() ? view.graph.python3() : *here;
  if (!three || launch::works_with_cuda(view.request.target) || has_environment(view)) return {};
  for (const launch::LinkedLaunch* linked : own) {
    const Launch& launch = *linked->launch;
    const auto& interpreter = launch.interpreter;
    const bool plain = interpreter && interpreter->is("python") && !interpreter->overridable;
    const bool starts_script = launch.kind == LaunchKind::kPython && launch.wrappers.empty() &&
                               std::holds_alternative<shell::ScriptTarget>(launch.target);
    if (!plain || !starts_script || !trains_or_checks(launch)) continue;
    LaunchHit hit;
    hit.at = interpreter->span;
    hit.linked = linked;
    hit.captures["script"] = shown_target(launch);
    hit.places.push_back(
        {three->launch->interpreter->span, {"python3 here", "这里用的是 python3"}});
    return {std::move(hit)};  // once is enough
  }
  return {};
}

LaunchHits windows_text(const LaunchView& view) {
  LaunchHits out;
  if (const auto& at = view.summary.carriage_return) {
    out.emplace_back();
    out.back().at = *at;
  }
  constexpr std::string_view kMark = "\xef\xbb\xbf";
  if (view.text.starts_with(kMark) && !view.summary.commands.empty()) {
    const Span first = view.summary.commands.front().span;
    out.emplace_back();
    out.back().at = {first.file, 0, kMark.size()};
    out.back().form = "byte-order-mark";
  }
  return out;
}

}  // namespace

namespace {

// parser.add_argument: every name of the option is known.
bool is_written_out(const script::Call& call) {
  bool named = false;
  for (const auto& argument : call.arguments) {
    if (!argument.name.empty()) continue;
    const Value* one = only_data(argument.value);
    if (!one || one->kind != Value::Kind::kString) return false;
    named = true;
  }
  return named;
}

}  // namespace

bool parses_all(const script::Summary& script) {
  bool parses = false;
  for (const auto& call : script.calls) {
    const std::string_view name = call.symbol;
    if (name == "<parser>.parse_args") parses = true;
    if (script::below(name, script::kOtherCommand)) continue;
    const bool other = name.ends_with(".parse_known_args") ||
                       (name.ends_with(".add_argument") && name != "<parser>.add_argument");
    if (other) return false;
    if (name == "<parser>.add_argument" && (call.more || !is_written_out(call))) return false;
    if (name == "argparse.ArgumentParser" && call.argument("parents", 100)) return false;
  }
  const bool rest = script.document->source().bytes().find("REMAINDER") != std::string_view::npos;
  const bool named = std::none_of(script.options.begin(), script.options.end(),
                                  [](const auto& option) { return option.names.empty(); });
  return parses && script.complete && !script.parser_leaves && named && !rest;
}

namespace {

struct Check {
  std::string_view name;
  LaunchHits (*find)(const LaunchView& view);
};
constexpr std::array<Check, 21> kChecks = {{
    {"deprecated-launch", deprecated_launch},
    {"started-alone", started_alone},
    {"process-count", process_count},
    {"ranks-overridden", ranks_overridden},
    {"amp-flag", amp_flag},
    {"missing-file", missing_file},
    {"unknown-option", unknown_option},
    {"hidden-status", hidden_status},
    {"effective-batch", effective_batch},
    {"shared-kernel-cache", shared_kernel_cache},
    {"same-port", same_port},
    {"plain-python", plain_python},
    {"hand-made-ranks", hand_made_ranks},
    {"windows-text", windows_text},
    {"ranks-without-group", ranks_without_group},
    {"syntax-error", syntax_error},
    {"nvidia-container", nvidia_container},
    {"given-value", given_value},
    {"option-as-command", option_as_command},
    {"not-exported", not_exported},
    {"missing-nodes", missing_nodes},
}};
static_assert(catalog::has_names(kChecks, catalog::names_of(catalog::kLaunchChecks)));

}  // namespace

std::vector<LaunchHit> run_launch_check(std::string_view name, const LaunchView& view) {
  const Check* check = catalog::row_of(kChecks, name);
  MM_CHECK(check != nullptr);
  return check->find(view);
}

}  // namespace mmlint::check
