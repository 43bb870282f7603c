#include <algorithm>

#include "base/text.h"
#include "check/shell/checks_parts.h"
#include "shell_syntax/shell_document.h"

// What bash makes of a launch script's text.
namespace mmlint::check {

using shell::ExpandedWord;

namespace {

// Another shell reads it, or a program that fills it in first.
bool is_for_bash(std::string_view text) {
  const std::string_view first = text.substr(0, text.find('\n'));
  const bool filled = text.find("{{") != text.npos && text.find("}}") != text.npos;
  if (!first.starts_with("#!")) return !filled;
  const std::string_view shell = first.substr(0, first.find_last_not_of(" \t\r") + 1);
  return !filled && (shell.ends_with("bash") || shell.ends_with("/sh") || shell.ends_with(" sh") ||
                     shell.find("bash ") != shell.npos || shell.find("/sh ") != shell.npos);
}

}  // namespace

LaunchHits syntax_error(const LaunchView& view) {
  const syntax::Document* document = view.request.workspace.document(view.path);
  if (!view.refused || !document || view.summary.carriage_return) return {};
  const shell_syntax::ShellDocument shell(document->source());
  if (shell.problems().empty() || !is_for_bash(view.text)) return {};
  LaunchHit hit;
  hit.at = shell.problems().front().span;
  // What lacks its end is shown at the last character.
  const std::size_t last = view.text.find_last_not_of(" \t\r\n");
  if (last != view.text.npos && hit.at.begin > last) {
    hit.at.begin = static_cast<std::uint32_t>(last);
    hit.at.end = hit.at.begin + 1;
  }
  hit.captures["detail"] = shell.problems().front().message;
  constexpr std::string_view kStarters[] = {"python", "torchrun", "accelerate", "deepspeed", ".py"};
  const bool starts = std::any_of(
      std::begin(kStarters), std::end(kStarters),
      [&](std::string_view starter) { return view.text.find(starter) != std::string_view::npos; });
  if (!starts) hit.form = "starts-nothing";
  return {std::move(hit)};
}

LaunchHits nvidia_container(const LaunchView& view) {
  LaunchHits out;
  if (view.request.target.name == "cuda") return out;
  for (const auto& command : view.summary.commands) {
    bool docker = false;
    for (const ExpandedWord& word : command.words) {
      docker = docker || word.is("docker") || word.is("podman");
      const bool asks = (docker && (word.is("--gpus") || word.value.starts_with("--gpus=") ||
                                    word.is("--runtime=nvidia"))) ||
                        (&word == command.words.data() && word.is("nvidia-docker"));
      const bool prints = command.words.front().is("echo") || command.words.front().is("printf");
      if (!asks || prints) continue;
      LaunchHit hit;
      hit.at = word.span;
      hit.name = word.value;
      out.push_back(std::move(hit));
      break;
    }
  }
  return out;
}

LaunchHits option_as_command(const LaunchView& view) {
  LaunchHits out;
  for (const auto& command : view.summary.commands) {
    if (command.words.empty()) continue;
    // `GPUS = 2`
    const bool assigns = command.words.size() > 1 && command.words[1].is("=") &&
                         is_identifier(command.words[0].value) && command.words[0].written();
    if (assigns) {
      LaunchHit hit;
      hit.at = command.words[0].span;
      hit.name = command.words[0].value;
      hit.form = "assignment";
      hit.captures["script"] = "";
      out.push_back(std::move(hit));
      continue;
    }
    const ExpandedWord& first = command.words.front();
    const auto written = first.written();
    if (!written || !first.value.starts_with('-') || first.value.size() < 2) continue;
    // The launch above, on the line before.
    const launch::LinkedLaunch* above = nullptr;
    for (const launch::LinkedLaunch* linked : view.own()) {
      const Span launch = view.summary.commands[linked->launch->command].span;
      const bool before = launch.file == written->file && launch.end <= written->begin;
      if (!before) continue;
      const std::string_view between = view.text.substr(launch.end, written->begin - launch.end);
      if (between.find_first_not_of(" \t\r\n\\") == between.npos) above = linked;
    }
    if (!above) continue;
    LaunchHit hit;
    hit.at = first.span;
    hit.name = first.value;
    hit.linked = above;
    hit.captures["script"] = shown_target(*above->launch);
    hit.places.push_back({above->launch->starter, {"ends above", "在上一行结束"}});
    out.push_back(std::move(hit));
  }
  return out;
}

}  // namespace mmlint::check
