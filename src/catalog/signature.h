#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/language.h"
#include "catalog/regex.h"

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
std::string_view name_of(Verdict verdict);  // "fault", "stopped", "out-of-memory" ...

// Which processes say an error. It is known only once a run has been read to its end.
enum class SaidBy : std::uint8_t {
  kAnyone,
  kSeveral,  // more than one process
  kApart,    // several, at lines of the project of which none leads to the other
  kFirst,    // rank 0 at least
  kAll       // all that failed, as far as torchrun's table tells
};

// Special circumstances of a signature, which say more, or something else, than the signature does.
// What is empty is not asked.
struct SignatureCase {
  std::shared_ptr<const Regex> error;      // in the exception, "Type: message"
  std::shared_ptr<const Regex> frame;      // in a call of the traceback, "path:function"
  std::shared_ptr<const Regex> innermost;  // in its innermost call
  std::shared_ptr<const Regex> source;     // in the innermost line of the project
  std::shared_ptr<const Regex> run;        // in a line of the same run
  SaidBy said_by = SaidBy::kAnyone;
  Verdict verdict = Verdict::kUnknown;
  std::vector<std::string> rules;
  LocalizedText meaning;  // empty: the signature's
  LocalizedText advice;   // empty: the signature's
};

// What a value that an error names is in the config: the first group of `error` is looked for
// there.
enum class InConfig : std::uint8_t { kNothing, kValue, kKey };

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
};

}  // namespace mmlint::catalog
