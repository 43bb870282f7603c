#include "fix/shell/verify.h"

#include "check/check.h"
#include "launch/program_store.h"

namespace mmlint::fix {

using check::Finding;
using shell::ExpandedWord;
using shell::Launch;
using shell::Summary;

namespace {

// A launch script as the rule of a finding sees it.
struct Seen {
  const Summary* summary = nullptr;  // null: bash would refuse the text
  std::size_t hits = 0;
  std::shared_ptr<const launch::ProgramStore> programs = nullptr;  // may own the summary
};

Seen see(const Finding& finding, const std::string& path, project::Workspace& workspace,
         const Context& context) {
  const auto* script = workspace.launch_scripts(std::span(&path, 1)).front();
  if (!script || !script->is_valid()) return {};
  const check::Request request{.workspace = workspace,
                               .index = context.index,
                               .passed = {},
                               .target = *finding.target,
                               .rules = {},
                               .launch_scripts = std::span(&path, 1),
                               .roots = workspace.settings().packages.roots};
  const auto programs = std::make_shared<launch::ProgramStore>(request.project());
  const Summary* known = programs->graph().summary_of(path);
  const Summary& summary = known ? *known : script->summary;
  const check::LaunchView view{.path = path,
                               .text = script->document.source().bytes(),
                               .summary = summary,
                               .graph = programs->graph(),
                               .programs = *programs,
                               .request = request};
  const check::LaunchMatcher matcher(*finding.rule, *finding.target);
  return {&summary, matcher.find(view).size(), programs};
}

bool same_words(const std::vector<ExpandedWord>& a, const std::vector<ExpandedWord>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const ExpandedWord& x, const ExpandedWord& y) {
                      return x.value == y.value && x.precision == y.precision;
                    });
}

using Hits = std::span<const check::LaunchHit* const>;

// Whether a command is a line that a fix has added.
bool is_added(const shell::Command& command, Hits hits, std::string_view text) {
  const Span at = command.span;
  const std::string_view written = text.substr(at.begin, at.end - at.begin);
  return std::ranges::any_of(hits, [&](const check::LaunchHit* hit) {
    return !hit->replacement.empty() && written == hit->replacement;
  });
}

// Programs that start nothing are given the same words as before, but for what is printed. `text`
// is that of the edited script.
bool runs_the_same(const Summary& before, const Summary& after, Hits hits, std::string_view text) {
  std::vector<const shell::Command*> commands;
  const std::size_t added =
      after.commands.size() - std::min(before.commands.size(), after.commands.size());
  std::size_t passed = 0;
  for (const shell::Command& each : after.commands) {
    if (passed < added && is_added(each, hits, text))
      ++passed;
    else
      commands.push_back(&each);
  }
  if (before.commands.size() != commands.size()) return false;
  std::vector<bool> starts(before.commands.size());
  for (const Launch& launch : before.launches) starts[launch.command] = true;
  for (std::size_t i = 0; i < before.commands.size(); ++i) {
    const auto& words = before.commands[i].words;
    const bool prints = !words.empty() && (words[0].is("echo") || words[0].is("printf"));
    if (starts[i] || prints || before.commands[i].followed) continue;
    if (!same_words(words, commands[i]->words)) return false;
  }
  return true;
}

// Whether the arguments are the same, but for the words that the fixes replace.
bool same_arguments(const Launch& a, const Launch& b, Hits hits) {
  const auto is_replaced = [&](const ExpandedWord& x, const ExpandedWord& y) {
    return std::ranges::any_of(hits, [&](const check::LaunchHit* hit) {
      return !hit->replacement.empty() && (x.span == hit->at || x.written() == hit->at) &&
             y.is(hit->replacement);
    });
  };
  return std::equal(a.arguments.begin(), a.arguments.end(), b.arguments.begin(), b.arguments.end(),
                    [&](const ExpandedWord& x, const ExpandedWord& y) {
                      return (x.value == y.value && x.precision == y.precision) ||
                             is_replaced(x, y);
                    });
}

// But for what the findings are about, the script starts the same as before.
bool starts_the_same(const Summary& before, const Summary& after, Hits hits,
                     std::string_view text) {
  if (before.launches.size() != after.launches.size()) return false;
  for (std::size_t i = 0; i < before.launches.size(); ++i) {
    const Launch& x = before.launches[i];
    const Launch& y = after.launches[i];
    const bool same = x.target_word().value == y.target_word().value && same_arguments(x, y, hits);
    const bool meant = std::ranges::any_of(hits, [&](const check::LaunchHit* hit) {
      return hit->linked && x.starter == hit->linked->launch->starter;
    });
    if (!same || (!meant && x.kind != y.kind)) return false;
  }
  const bool any = std::ranges::any_of(hits, [](const auto* hit) { return hit->linked; });
  return !any || runs_the_same(before, after, hits, text);
}

}  // namespace

std::optional<Refusal> verify_launch_script(std::span<const Candidate* const> candidates,
                                            project::Workspace& edited, const Context& context) {
  const Finding& first = *candidates.front()->finding;
  const std::string& path = source_of(context, first.diagnostic.primary).path();
  const Seen before = see(first, path, context.workspace, context);
  const Seen after = see(first, path, edited, context);
  if (!after.summary) return Refusal{Reason::kInvalidBash};
  std::vector<const check::LaunchHit*> hits;
  for (const Candidate* candidate : candidates) hits.push_back(candidate->finding->launch_hit());
  if (!starts_the_same(*before.summary, *after.summary, hits, edited.text(path)))
    return Refusal{Reason::kStartsOther};
  if (after.hits + candidates.size() > before.hits) return Refusal{Reason::kWouldNotRepair};
  return std::nullopt;
}

}  // namespace mmlint::fix
