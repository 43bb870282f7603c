// bash refuses the text of the launch script.
// captures: detail
// forms: starts-nothing

#include "check/shell/predicate.h"

namespace mmlint::check::predicates {

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

}  // namespace mmlint::check::predicates
