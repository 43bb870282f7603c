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

// The findings that the fixes are for.
struct Meant {
  std::vector<const check::LaunchHit*> hits = {};
  bool removes = false;  // the fixes remove the places of the hits
};

// Whether a command is one that a fix has added, as `export` of what was only set.
bool is_added(const shell::Command& command, const Meant& meant, std::string_view text) {
  const Span at = command.span;
  const std::string_view written = text.substr(at.begin, at.end - at.begin);
  return std::ranges::any_of(meant.hits, [&](const check::LaunchHit* hit) {
    return !hit->replacement.empty() &&
           (written == hit->replacement ||
            (hit->replaced.known() && written.starts_with(hit->replacement)));
  });
}

bool is_removed(const ExpandedWord& word, const Meant& meant) {
  return meant.removes && std::ranges::any_of(meant.hits, [&](const check::LaunchHit* hit) {
           return hit->at.contains(word.span);
         });
}
// Whether fixes remove all that a command exports.
bool is_removed(const shell::Command& command, const Meant& meant) {
  const auto& words = command.words;
  return words.size() > 1 && words[0].is("export") &&
         std::all_of(words.begin() + 1, words.end(),
                     [&](const ExpandedWord& word) { return is_removed(word, meant); });
}

// Programs that start nothing are given the same words as before, but for what is printed. `text`
// is that of the edited script.
bool runs_the_same(const Summary& before, const Summary& after, const Meant& meant,
                   std::string_view text) {
  std::vector<const shell::Command*> commands;
  const std::size_t added =
      after.commands.size() - std::min(before.commands.size(), after.commands.size());
  std::size_t passed = 0;
  for (const shell::Command& each : after.commands) {
    if (passed < added && is_added(each, meant, text))
      ++passed;
    else
      commands.push_back(&each);
  }
  std::vector<bool> starts(before.commands.size());
  for (const Launch& launch : before.launches) starts[launch.command] = true;
  auto next = commands.begin();
  for (std::size_t i = 0; i < before.commands.size(); ++i) {
    const shell::Command& command = before.commands[i];
    if (is_removed(command, meant)) continue;
    if (next == commands.end()) return false;
    const auto& words = command.words;
    const bool prints = !words.empty() && (words[0].is("echo") || words[0].is("printf"));
    const bool same = same_words(words, (*next++)->words);
    if (!same && !starts[i] && !prints && !command.followed) return false;
  }
  return next == commands.end();
}

// Whether two texts differ only in blanks, line ends and backslashes: a fix has joined lines.
bool same_text(std::string_view a, std::string_view b) {
  const auto without_blanks = [](std::string_view text) {
    std::string out(text);
    std::erase_if(out, [](char c) {
      return std::string_view(" \t\r\n\\").find(c) != std::string_view::npos;
    });
    return out;
  };
  return without_blanks(a) == without_blanks(b);
}

// Whether the arguments are the same, but for the words that the fixes replace or remove.
bool same_arguments(const Launch& a, const Launch& b, const Meant& meant) {
  const auto is_replaced = [&](const ExpandedWord& x, const ExpandedWord& y) {
    return std::ranges::any_of(meant.hits, [&](const check::LaunchHit* hit) {
      return !hit->replacement.empty() && (x.span == hit->at || x.written() == hit->at) &&
             y.is(hit->replacement);
    });
  };
  // The name of an option, whose value may be in the same word.
  const auto is_renamed = [&](const ExpandedWord& x, const ExpandedWord& y) {
    return std::ranges::any_of(meant.hits, [&](const check::LaunchHit* hit) {
      return hit->replaced.known() && x.value.starts_with(hit->name) &&
             y.is(hit->replacement + x.value.substr(hit->name.size()));
    });
  };
  std::vector<ExpandedWord> kept;
  std::ranges::copy_if(a.arguments, std::back_inserter(kept),
                       [&](const ExpandedWord& word) { return !is_removed(word, meant); });
  return std::equal(kept.begin(), kept.end(), b.arguments.begin(), b.arguments.end(),
                    [&](const ExpandedWord& x, const ExpandedWord& y) {
                      return (x.value == y.value && x.precision == y.precision) ||
                             is_replaced(x, y) || is_renamed(x, y);
                    });
}

// But for what the findings are about, the script starts the same as before.
bool starts_the_same(const Summary& before, const Summary& after, const Meant& meant,
                     std::string_view text) {
  if (before.launches.size() != after.launches.size()) return false;
  for (std::size_t i = 0; i < before.launches.size(); ++i) {
    const Launch& x = before.launches[i];
    const Launch& y = after.launches[i];
    const bool same = x.target_word().value == y.target_word().value && same_arguments(x, y, meant);
    const bool is_meant = std::ranges::any_of(meant.hits, [&](const check::LaunchHit* hit) {
      return hit->linked && x.starter == hit->linked->launch->starter;
    });
    if (!same || (!is_meant && x.kind != y.kind)) return false;
  }
  const bool any = std::ranges::any_of(meant.hits, [](const auto* hit) { return hit->linked; });
  return !any || runs_the_same(before, after, meant, text);
}

}  // namespace

std::optional<Refusal> verify_launch_script(std::span<const Candidate* const> candidates,
                                            project::Workspace& edited, const Context& context) {
  const Finding& first = *candidates.front()->finding;
  const std::string& path = source_of(context, first.diagnostic.primary).path();
  const Seen before = see(first, path, context.workspace, context);
  const Seen after = see(first, path, edited, context);
  if (!after.summary) return Refusal{Reason::kInvalidBash};
  Meant meant{.removes = std::holds_alternative<catalog::verb::RemoveWord>(first.fix->action)};
  for (const Candidate* candidate : candidates)
    meant.hits.push_back(candidate->finding->launch_hit());
  const bool joins_lines =
      std::ranges::all_of(meant.hits,
                          [](const check::LaunchHit* hit) { return hit->replaced.known(); }) &&
      same_text(context.workspace.text(path), edited.text(path));
  if (!joins_lines && !starts_the_same(*before.summary, *after.summary, meant, edited.text(path)))
    return Refusal{Reason::kStartsOther};
  if (after.hits + candidates.size() > before.hits) return Refusal{Reason::kWouldNotRepair};
  return std::nullopt;
}

}  // namespace mmlint::fix
