// sh starts a launch script that uses what only bash has: dash stops at it, or reads it otherwise.
// captures: script, line, construct
// forms: misread, open, direct

#include "base/paths.h"
#include "base/text.h"
#include "check/shell/launches.h"
#include "check/shell/predicate.h"
#include "shell/bash_only.h"

namespace mmlint::check::predicates {

using shell::BashOnly;
using shell::Launch;
using Effect = BashOnly::Effect;

namespace {

// #!/bin/sh, #!/usr/bin/env sh
bool asks_for_sh(std::string_view text) {
  const std::string_view first = trim(text.substr(0, text.find('\n')));
  const std::string_view program = first.substr(0, first.find(" -"));
  return first.starts_with("#!") &&
         (program.ends_with("/sh") || program.ends_with(" sh") || program.ends_with("/dash"));
}

// Must: sh reads the script that a launch starts.
bool is_by_sh(const launch::LinkedLaunch& linked, std::string_view text) {
  const Launch& launch = *linked.launch;
  if (launch.kind != shell::LaunchKind::kShell || launch.elsewhere || !launch.program.is_known())
    return false;
  if (launch.program.span == launch.target_word().span) return asks_for_sh(text);
  const std::string_view program = file_name(launch.program.value);
  return program == "sh" || program == "dash";
}

// What dash meets first of all that it must get to, else of what it may get to.
const BashOnly* first_of(const std::vector<BashOnly>& all) {
  const auto find = [&](auto&& test) {
    const auto found = std::ranges::find_if(all, test);
    return found == all.end() ? nullptr : &*found;
  };
  const BashOnly* stops =
      find([](const auto& each) { return !each.conditional && each.effect == Effect::kStops; });
  if (stops) return stops;
  const BashOnly* certain = find([](const auto& each) { return !each.conditional; });
  return certain ? certain : find([](const auto&) { return true; });
}

}  // namespace

LaunchHits sh_reads_bash(const LaunchView& view) {
  LaunchHits out;
  auto& workspace = view.request.workspace;
  const auto add = [&](const std::string& path, Span at, const launch::LinkedLaunch* linked) {
    const auto* script = workspace.launch_scripts(std::span(&path, 1)).front();
    const auto all = script ? shell::bash_only(script->document) : std::vector<BashOnly>();
    const BashOnly* first = first_of(all);
    if (!first) return;
    const std::string_view text = script->document.source().bytes();
    const std::string_view before = text.substr(0, first->at.begin);
    std::string_view construct = text.substr(first->at.begin, first->at.length());
    construct = trim(construct.substr(0, construct.find('\n')));
    LaunchHit hit;
    hit.at = at.known() ? at : first->at;
    hit.linked = linked;
    hit.form = first->conditional                  ? "open"
               : !linked                           ? "direct"
               : first->effect == Effect::kMisread ? "misread"
                                                   : "";
    hit.captures["script"] = linked ? shown_target(*linked->launch) : std::string(file_name(path));
    hit.captures["line"] = std::to_string(std::ranges::count(before, '\n') + 1);
    hit.captures["construct"] = construct;
    // The program alone: "sh", "/bin/dash".
    const std::string_view program = at.known() ? view.text.substr(at.begin, at.length()) : "";
    const std::size_t slash = program.rfind('/') + 1;  // 0 if there is none
    const bool names_sh = program.substr(slash) == "sh" || program.substr(slash) == "dash";
    if (names_sh) hit.replacement = std::string(program.substr(0, slash)) + "bash";
    if (at.known()) hit.places.push_back({first->at, {"only in bash", "只有 bash 支持"}});
    out.push_back(std::move(hit));
  };
  for (const launch::LinkedLaunch* linked : view.own()) {
    const std::string& path = linked->script.path;
    if (!path.empty() && is_by_sh(*linked, workspace.text(path)))
      add(path, linked->launch->program.span, linked);
  }
  // Nothing here starts it: its user may.
  const bool is_started = std::ranges::any_of(
      view.graph.all(), [&](const auto* each) { return each->script.path == view.path; });
  if (!is_started && asks_for_sh(view.text) && !view.own().empty()) add(view.path, {}, nullptr);
  return out;
}

}  // namespace mmlint::check::predicates
