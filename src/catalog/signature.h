#pragma once

#include "base/language.h"
#include "catalog/keys.h"

namespace mmlint::catalog {

// What kind of end a training run came to.
enum class Verdict : std::uint8_t {
  kFault,        // of a config, script or launch script; rules of ours find it
  kStopped,      // by the user, the terminal or the scheduler
  kOutOfMemory,  // of the card or of the machine
  kEnvironment,  // driver, hardware, disk, network, installation
  kConsequence,  // of what another process did before
  kKnown,        // a fault that no rule of ours is about
  kUnknown,      // no signature says what it is
  kFinished,     // nothing failed
  kNoLog,        // there is no run in the text
};
template <>
inline constexpr std::array<Named<Verdict>, 9> kNames<Verdict>{
    {{"fault", Verdict::kFault},
     {"stopped", Verdict::kStopped},
     {"out-of-memory", Verdict::kOutOfMemory},
     {"environment", Verdict::kEnvironment},
     {"consequence", Verdict::kConsequence},
     {"known", Verdict::kKnown},
     {"unknown", Verdict::kUnknown},
     {"finished", Verdict::kFinished},
     {"no-log", Verdict::kNoLog}}};
static_assert(has_each_value(kNames<Verdict>, Verdict::kNoLog));
std::string_view name_of(Verdict verdict);  // "fault", "stopped", "out-of-memory" ...

// Which processes say an error. It is known only once a run has been read to its end.
enum class SaidBy : std::uint8_t {
  kAnyone,
  kSeveral,  // more than one process
  kApart,    // several, at lines of the project of which none leads to the other
  kFirst,    // rank 0 at least
  kAll       // all that failed, as far as torchrun's table tells
};

template <>
inline constexpr std::array<Named<SaidBy>, 4> kNames<SaidBy>{{{"several", SaidBy::kSeveral},
                                                              {"apart", SaidBy::kApart},
                                                              {"first", SaidBy::kFirst},
                                                              {"all", SaidBy::kAll}}};

// Special circumstances of a signature, which say more, or something else, than the signature does.
// What is empty is not asked.
struct SignatureCase {
  std::shared_ptr<const Regex> error;      // in the exception, "Type: message"
  std::shared_ptr<const Regex> frame;      // in a call of the traceback, "path:function"
  std::shared_ptr<const Regex> innermost;  // in its innermost call
  std::shared_ptr<const Regex> source;     // in the innermost line of the project
  std::shared_ptr<const Regex> run;        // in a line of the same run
  // A list among the facts of the target that has what the first group of the signature's `errors`
  // names.
  std::string names;
  SaidBy said_by = SaidBy::kAnyone;
  Verdict verdict = Verdict::kUnknown;
  std::vector<std::string> rules;
  LocalizedText meaning;  // empty: the signature's
  LocalizedText advice;   // empty: the signature's
  static void keys(auto& x, auto& f) {
    f.may("error", x.error);
    f.may("frame", x.frame);
    f.may("innermost", x.innermost);
    f.may("source", x.source);
    f.may("run", x.run);
    f.may("names", x.names);
    f.may("said_by", x.said_by);
    f.may("verdict", x.verdict);
    f.may("rules", x.rules);
    f.may("meaning", x.meaning);
    f.may("advice", x.advice);
  }
};

// What a value that an error names is in the config: the first group of `error` is looked for
// there.
enum class InConfig : std::uint8_t { kNothing, kValue, kKey };
template <>
inline constexpr std::array<Named<InConfig>, 3> kNames<InConfig>{
    {{"nothing", InConfig::kNothing}, {"value", InConfig::kValue}, {"key", InConfig::kKey}}};

// An error text of training logs, and what it means. rules/logs/schema.json describes the file.
struct Signature {
  std::string file, name;
  Verdict verdict = Verdict::kUnknown;
  std::vector<std::shared_ptr<const Regex>> errors;  // of an exception, "Type: message"; any
  std::vector<std::string> words;                    // of a line; each alone is enough
  std::vector<std::shared_ptr<const Regex>> lines;   // that a line with such words must match, too
  std::shared_ptr<const Regex> frame;  // the signature is meant only where a call matches this
  std::shared_ptr<const Regex> run;    // and only where a line about the run does
  bool silent = false;                 // no error: it counts only where nothing else went wrong
  bool general = false;                // another signature that fits says more
  InConfig in_config = InConfig::kNothing;
  // A fact of the target, such as its usual backend: where the first group of `errors` names that,
  // in any case of letters, the project is right and the machine is wrong. May be empty.
  std::string right_if;
  std::vector<SignatureCase> cases;  // the first that fits counts
  std::vector<std::string> rules;
  LocalizedText meaning;  // what the error says
  LocalizedText advice;   // what to do
  LocalizedText next;     // what would fail next once this is mended; may be empty
  std::vector<std::string> sources;
  static void keys(auto& x, auto& f) {
    f.own(x.file);
    f.must("name", x.name);
    f.must("verdict", x.verdict);
    f.may("errors", x.errors);
    f.may("words", x.words);
    f.may("lines", x.lines);
    f.may("frame", x.frame);
    f.may("run", x.run);
    f.may("silent", x.silent);
    f.may("general", x.general);
    f.may("in_config", x.in_config);
    f.may("right_if", x.right_if);
    f.may("rules", x.rules);
    f.may("cases", x.cases);
    f.must("meaning", x.meaning);
    f.must("advice", x.advice);
    f.may("next", x.next);
    f.must("sources", x.sources);
  }
};

}  // namespace mmlint::catalog
