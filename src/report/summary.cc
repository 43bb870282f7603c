

#include "report/counts.h"
#include "report/formats.h"
#include "report/frame.h"
#include "report/next_step.h"
#include "report/shown.h"
#include "report/words.h"

namespace mmlint::report {
namespace {

constexpr std::size_t kMostMigrations = 5;  // each is a line

class Summary {
 public:
  Summary(const RunReport& report, const SourceStore& sources, const Settings& settings)
      : report_(report), sources_(sources), settings_(settings), words_(words(settings.language)) {}

  std::string render() const {
    std::string out;
    for (const std::string& note : report_.notes)
      out += fmt::format("{}{}{}\n", words_.note, words_.colon, printable(note));
    out += failures();
    out += refused();
    out += skipped();
    out += closing();
    if (settings_.timing) out += timing();
    return wrapped_lines(out, settings_.columns) + next_step(report_, settings_);
  }

  std::string closing() const {
    return (report_.is_fix ? fixed() : "") + unknown_targets() + verdict() + not_decided();
  }

  std::string documents() const {
    return enumerated({{report_.configs, &words_.configs},
                       {report_.scripts, &words_.scripts},
                       {report_.shells, &words_.shells}});
  }

 private:
  // "a", "a and b", "a, b and c".
  std::string enumerated(const std::vector<std::string>& parts) const {
    std::string out;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (i > 0) out += i + 1 == parts.size() ? words_.and_ : words_.comma;
      out += parts[i];
    }
    return out;
  }

  std::string enumerated(
      std::initializer_list<std::pair<std::size_t, const Counted*>> things) const {
    std::vector<std::string> parts;
    for (const auto& [count, thing] : things) {
      if (count > 0) parts.push_back(counted(count, *thing));
    }
    return enumerated(parts);
  }

  std::string targets() const {
    std::string out;
    for (const std::string& target : report_.targets) {
      if (!out.empty()) out += words_.comma;
      out += printable(target);
    }
    if (!out.empty() && !report_.target_chosen) out += words_.default_target;
    return out;
  }

  std::string fixable(const Counts& counts) const {
    if (counts.safe > 0 && counts.unsafe > 0)
      return say(words_.both_fixes, counts.safe, counts.unsafe);
    if (counts.safe > 0) return say(words_.safe_fixes, counts.safe);
    return counts.unsafe > 0 ? say(words_.unsafe_fixes, counts.unsafe) : "";
  }

  // The last sentence: what was found or is left.
  std::string verdict() const {
    const std::string where = documents();
    const std::string target = targets();
    if (report_.diagnostics.empty()) {
      if (where.empty()) return std::string(words_.nothing_to_judge) + "\n";
      const bool was_fixed = report_.is_fix && !report_.fixed.empty();
      const bool decided = report_.open.empty() && report_.skipped.empty() &&
                           report_.failures.empty() && report_.errors.empty();
      const char* clean = report_.in_baseline > 0 ? words_.nothing_new
                          : decided               ? words_.all_clean
                                                  : words_.nothing_found;
      return say(was_fixed ? words_.nothing_left : clean, where) +
             (target.empty() ? "" : say(words_.for_targets, target)) + words_.stop + "\n";
    }
    const Counts counts = count_findings(report_);
    std::string out = say(report_.is_fix ? words_.left : words_.found,
                          enumerated({{counts.errors, &words_.errors},
                                      {counts.warnings, &words_.warnings},
                                      {counts.infos, &words_.infos}}));
    if (!where.empty()) out += say(words_.in, where);
    out += fixable(counts);
    if (!target.empty()) {
      const auto& [one, many] = words_.targets;
      out += words_.sentences + say(report_.targets.size() == 1 ? one : many, target);
    }
    return out + words_.stop + "\n";
  }

  // What a run that starts does on a card that MMEngine has no device for.
  std::string unknown_targets() const {
    if (report_.unknown_targets.empty() || report_.configs == 0) return "";
    std::vector<std::string> names;
    for (const std::string& each : report_.unknown_targets) names.push_back(printable(each));
    return say(words_.unknown_targets, enumerated(names), names.front()) + "\n";
  }

  // What keeps the verdict from being all that there is to say.
  std::string not_decided() const {
    std::vector<std::string> parts;
    for (const std::string& each : report_.open) parts.push_back(printable(each));
    const std::size_t skipped = report_.skipped.size();
    if (skipped == 1) parts.emplace_back(words_.one_skipped);
    if (skipped > 1) parts.push_back(say(words_.some_skipped, skipped));
    const bool judged = report_.configs + report_.scripts + report_.shells > 0;
    if (parts.empty() || !judged) return "";
    return say(words_.not_decided, fmt::format("{}", fmt::join(parts, words_.sentences))) + "\n";
  }

  std::string fixed() const {
    if (report_.fixed.empty() && report_.changes.empty()) return "";
    std::size_t created = 0;
    for (const FileChange& change : report_.changes) created += change.created;
    return say(settings_.dry_run ? words_.would_fix : words_.fixed,
               counted(report_.fixed.size(), words_.findings),
               counted(report_.changes.size(), words_.files),
               (created > 0 ? say(words_.created, created) : "") + changed_configs()) +
           "\n" + migrated();
  }

  // Which training scripts are ready, and how they are started.
  std::string migrated() const {
    std::string out;
    const std::size_t shown = std::min(report_.migrations.size(), kMostMigrations);
    for (const Migration& each : std::span(report_.migrations).first(shown)) {
      const std::string how = !each.bridge.empty() ? say(words_.by_bridge, each.bridge)
                              : each.on_cpu        ? words_.on_cpu
                                                   : "";
      out += say(words_.migrated, printable(each.script), printable(each.target), how,
                 printable(each.command)) +
             "\n";
    }
    const std::size_t more = report_.migrations.size() - shown;
    if (more > 0) out += say(words_.more_migrated, counted(more, words_.scripts)) + "\n";
    return out;
  }

  // How far the fixes reach: the configs whose values they change.
  std::string changed_configs() const {
    std::set<std::string_view> configs;
    for (const Diagnostic& fixed : report_.fixed) {
      for (const Intent& intent : fixed.fix->intents) configs.insert(intent.config);
    }
    return configs.empty() ? "" : say(words_.changes, counted(configs.size(), words_.configs));
  }

  std::string refused() const {
    std::string out;
    for (const RefusedFix& fix : report_.refused) {
      const Source& source = sources_.get(fix.primary.file);
      const std::string place =
          fmt::format("{}:{}", printable(shown_path(source.path(), settings_)),
                      source.lines().position(fix.primary.begin).line);
      out += say(words_.not_fixed, place, printable(fix.code), printable(fix.reason)) + "\n";
    }
    return out;
  }

  // The order in which a run would come to its ends.
  std::string failures() const {
    if (report_.failures.empty()) return "";
    std::string out = report_.failures.size() == 1 ? words_.failure : words_.failures;
    out += '\n';
    int number = 0;
    for (const Failure& failure : report_.failures) {
      std::string errors;
      for (const std::string& error : failure.errors)
        errors += (errors.empty() ? "" : words_.or_) + fmt::format("\"{}\"", printable(error));
      std::string where = fmt::format("{}", fmt::join(failure.targets, words_.comma));
      if (!where.empty()) where = fmt::format(" ({})", where);
      out +=
          fmt::format("  {}. {}{}: {}\n", ++number, fmt::join(failure.codes, ", "), where, errors);
    }
    return out;
  }

  // One clause per reason; a reason that stopped a single file names it.
  std::string skipped() const {
    if (report_.skipped.empty()) return "";
    std::string clauses;
    for (const SkipCount& skip : count_skipped(report_)) {
      if (!clauses.empty()) clauses += words_.sentences;
      const std::string detail = skip.count == 1 ? printable(shown_path(skip.first, settings_))
                                                 : std::to_string(skip.count);
      clauses += say(words_.skip, printable(skip.reason), detail);
    }
    return say(words_.skipped, counted(report_.skipped.size(), words_.files), clauses) + "\n";
  }

  std::string timing() const {
    std::string out;
    for (const Timing& phase : report_.timings) {
      out += fmt::format("{} {} {:.1f} ms", out.empty() ? words_.timing : ",",
                         printable(phase.phase), phase.milliseconds);
    }
    return out.empty() ? "" : out + words_.stop + "\n";
  }

  const RunReport& report_;
  const SourceStore& sources_;
  const Settings& settings_;
  const Words& words_;
};

}  // namespace

std::string render_summary(const RunReport& report, const SourceStore& sources,
                           const Settings& settings) {
  return Summary(report, sources, settings).render();
}

std::string render_verdict(const RunReport& report, const SourceStore& sources,
                           const Settings& settings) {
  return Summary(report, sources, settings).closing();
}

std::string judged_documents(const RunReport& report, const SourceStore& sources,
                             const Settings& settings) {
  return Summary(report, sources, settings).documents();
}

}  // namespace mmlint::report
