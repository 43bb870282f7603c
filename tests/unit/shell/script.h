#pragma once

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <utility>

#include "shell/summary.h"
#include "shell_syntax/shell_document.h"

namespace mmlint::shell {

// A launch script and its summary, with what its tests ask for as text.
struct Script {
  explicit Script(std::string text)
      : source(FileId{0}, "/project/tools/run.sh", std::move(text)),
        document(source),
        summary(summarize(document)) {
    CHECK(document.problems().empty());
  }
  const Launch& launch(std::size_t i = 0) const {
    REQUIRE(summary.launches.size() > i);
    return summary.launches[i];
  }
  const CommandContext& context(std::size_t i = 0) const {
    return summary.commands[launch(i).command].context;
  }
  std::string text(const Span& span) const { return std::string(source.text(span)); }
  // A word: its value, '?' and '*' behind what is not known, '!' behind what may be overridden, '/'
  // for the script's folder.
  static std::string show(const ExpandedWord& text) {
    std::string out = (text.in_script_folder ? "@" : "") + text.value;
    if (text.precision == ExpandedWord::Precision::kPrefix) out += '?';
    if (text.precision == ExpandedWord::Precision::kAnyWords) out += '*';
    return out + (text.overridable ? "!" : "");
  }
  std::string words(std::size_t i = 0) const {
    std::string out;
    for (const ExpandedWord& each : summary.commands[launch(i).command].words)
      out += (out.empty() ? "" : "|") + show(each);
    return out;
  }
  std::string arguments(std::size_t i = 0) const {
    std::string out;
    for (const ExpandedWord& each : launch(i).arguments)
      out += (out.empty() ? "" : "|") + show(each);
    return out;
  }
  std::string variable(std::string_view name, std::size_t i = 0) const {
    const EnvironmentWrite* found = launch(i).variable(name);
    if (found == nullptr) return "none";
    return found->value ? show(*found->value) + (found->conditional ? " (conditional)" : "")
                        : "removed";
  }
  std::string flag(std::string_view name, std::size_t i = 0) const {
    const Flag* found = launch(i).flag(name);
    if (found == nullptr) return "none";
    return found->value ? show(*found->value) : "";
  }

  Source source;
  shell_syntax::ShellDocument document;
  Summary summary;
};

}  // namespace mmlint::shell
