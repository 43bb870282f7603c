#pragma once

#include "base/diagnostic.h"
#include "base/language.h"

// The words of reports, in every language (words.cc). "{}" is a place that say() fills; the
// comments in Words say with what, in order. The texts of rules are in rules/.
namespace mmlint::report {

// The two forms of a counted noun: "{} config" and "{} configs".
struct Counted {
  const char* one;
  const char* many;
};

struct Words {
  const char* comma;  // between the items of a list
  const char* and_;   // between the last two of a list
  const char* colon;
  const char* stop;       // ends a sentence
  const char* sentences;  // between two sentences on one line

  // A finding.
  std::array<const char*, 3> severity;  // by Severity, in front of [CODE]
  std::array<const char*, 3> safety;    // by Safety
  const char* display_only;             // in a finding
  const char* set_here;                 // how many configs
  const char* not_shown;                // in place of a secret line
  const char* on;                       // in front of targets
  const char* why;
  const char* note;
  const char* found_through;
  const char* also;
  const char* more;     // how many
  const char* fix;      // grade
  const char* because;  // reason
  const char* fix_not_safe;
  const char* in_brackets;  // what, behind a message
  const char* and_more;     // between a place and how many more there are
  Counted more_files, more_places;
  const char* in_files;  // places, files
  const char* and_item;  // in front of what is not printed
  const char* verbose;   // what: --verbose prints it
  Counted more_of_rule;

  // The summary.
  Counted configs, scripts, shells;
  Counted errors, warnings, infos;
  Counted findings, files;
  const char* created;         // how many files
  const char* changes;         // how many configs
  const char* default_target;  // behind the target's name
  Counted targets;             // the targets' names
  const char* safe_fixes;      // how many
  const char* unsafe_fixes;
  const char* both_fixes;
  const char* failure;  // above the error that a run would show
  const char* failures;
  const char* or_;
  const char* nothing_to_judge;
  const char* all_clean;      // documents
  const char* nothing_found;  // documents; used where something is not decided
  const char* not_decided;    // what
  const char* one_skipped;
  const char* some_skipped;  // how many
  const char* nothing_new;   // documents; used where a baseline leaves findings out
  const char* nothing_left;
  const char* for_targets;
  const char* unknown_targets;
  const char* found;  // findings
  const char* left;
  const char* in;          // documents
  const char* fixed;       // findings, files
  const char* fixed_line;  // code, title
  const char* would_fix;
  const char* migrated;       // script, target, how, command
  const char* by_bridge;      // the bridge
  const char* more_migrated;  // scripts
  const char* on_cpu;
  const char* not_fixed;  // place, code, reason
  const char* skipped;    // files, reasons
  const char* skip;       // reason, file or number
  const char* timing;
  const char* fixable;  // statistics
  const char* fixable_unsafe;

  // `mmlint rules` and `mmlint targets`.
  const char* every_target;
  const char* no_target;
  const char* severity_on;  // severity, targets
  const char* off_unless_selected;
  const char* off_mark;  // the same, in a list of rules
  const char* default_mark;
  const char* also_called;      // other names of a target
  const char* with_value;       // value
  const char* since_mmengine;   // version
  const char* until_mmengine;   // version
  const char* before_mmengine;  // version
  const char* only_in;          // style, reason
  const char* no_fix;
  const char* fix_title;  // grade, title
  const char* not_applied_because;
  const char* not_safe_because;
  const char* finds_nothing_on;  // code, target, another target
  const char* example_for;       // target
  const char* silent_example_for;
  const char* becomes;
  const char* in_the_log;  // errors
  const char* to_keep;     // code
  const char* where_read;
  const char* rules;

  // What to run next; a command follows.
  struct {
    Counted safe, unsafe;  // how many fixes
    const char* write;
    const char* rule;
    const char* verbose;
  } next;

  // The formats for CI.
  const char* not_annotated;  // counted findings
  const char* table_head;     // of the table of causes, with its bars
  const char* more_rows;      // how many
  const char* links;

  const char* severity_of(Severity s) const { return severity[static_cast<std::size_t>(s)]; }
  const char* safety_of(Safety s) const { return safety[static_cast<std::size_t>(s)]; }
};

// Returns the words of a language, which live as long as the program.
const Words& words(Language language);

// Returns the number and the noun in its right form: "1 config", "2 configs".
std::string counted(std::size_t count, const Counted& things);

// Returns a form with its places filled, in order.
template <typename... Args>
std::string say(const char* form, const Args&... args) {
  return fmt::format(fmt::runtime(form), args...);
}

}  // namespace mmlint::report
