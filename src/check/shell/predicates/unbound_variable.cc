// A test under `set -u` of a variable that nothing sets, though the script is meant to go on
// without.

#include "check/shell/predicate.h"
#include "facts/launch.h"
#include "launch/launch_graph.h"

namespace mmlint::check::predicates {

namespace {

// What runs before may set any variable.
bool may_be_set(const LaunchView& view, const shell::UnboundTest& test) {
  return std::ranges::any_of(view.summary.commands, [&](const shell::Command& command) {
    if (command.words.empty() || command.span.begin > test.span.begin) return false;
    const std::string& name = command.words.front().value;
    return is_in(name, {"source", ".", "eval", "module", "ml", "conda", "mamba", "spack"});
  });
}

}  // namespace

LaunchHits unbound_variable(const LaunchView& view) {
  LaunchHits out;
  // Another launch script that runs this one may set it.
  const auto all = view.graph.all();
  const bool is_run = std::ranges::any_of(all, [&](const launch::LinkedLaunch* each) {
    return each->through && each->launch_script == view.path;
  });
  if (view.own().empty() || is_run) return out;
  for (const shell::UnboundTest& test : view.summary.unbound) {
    const bool is_usual = facts::is_usual_variable(test.name) || facts::is_of_job(test.name) ||
                          facts::is_set_by_torchrun(test.name);
    if (is_usual || !view.has(test.span) || may_be_set(view, test)) continue;
    LaunchHit hit;
    hit.at = test.span;
    hit.name = test.name;
    const std::string_view text = view.text.substr(test.span.begin, test.span.length());
    for (const std::string& form :
         {fmt::format("${{{}}}", test.name), fmt::format("${}", test.name)}) {
      const std::size_t at = text.find(form);
      if (at == text.npos || hit.replaced.known()) continue;
      const auto begin = test.span.begin + static_cast<std::uint32_t>(at);
      hit.replaced = {test.span.file, begin, begin + static_cast<std::uint32_t>(form.size())};
      hit.replacement = fmt::format("${{{}:-}}", test.name);
    }
    out.push_back(std::move(hit));
  }
  return out;
}

}  // namespace mmlint::check::predicates
