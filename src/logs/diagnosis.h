#pragma once

#include "logs/reader.h"

namespace mmlint::logs {

// A place in a file of the user's, or in a library.
struct Place {
  std::string path;        // as the log or the command line writes it
  std::uint32_t line = 0;  // 1-based; 0 if it is not known
  std::string text;        // the line of code; may be empty
};

// An end that other ranks of the same run came to; of a run that did not fail, an error after which
// training went on.
struct Other {
  std::string cause;
  std::uint64_t line = 0;  // of the log, 1-based
  std::vector<int> ranks;
};

// How a run of the log that is not diagnosed ended.
enum class Outcome : std::uint8_t { kNoEnd, kFinished, kFailed };
struct OtherRun {
  std::uint64_t first_line = 0;
  Outcome outcome = Outcome::kNoEnd;
  std::string cause;  // of one that failed
};

// What a log says of the last run in it that failed, or of its last run.
struct Diagnosis {
  std::string file;        // the log
  std::string cause;       // "ValueError: ...", or the line that tells it; empty if nothing failed
  std::uint64_t line = 0;  // of the log, 1-based; 0 if nothing failed
  std::size_t run = 1;     // 1-based
  std::size_t runs = 1;
  std::uint64_t run_line = 1;   // where that run begins
  std::vector<int> ranks;       // that say the same, as far as the log names them
  std::uint64_t processes = 0;  // how often it stands there
  std::vector<Other> others;
  std::vector<OtherRun> other_runs;
  catalog::Verdict verdict = catalog::Verdict::kNoLog;
  std::string signature;  // empty for an unknown one
  std::vector<std::string> rules;
  std::string meaning, advice;
  std::vector<std::string> next;  // what would fail after it
  std::vector<std::string> notes;
  std::vector<Place> calls;      // all lines of the project in the traceback, the innermost first
  std::optional<Place> place;    // the innermost line of the project
  std::optional<Place> library;  // where it was raised, if that is not the project
  std::string named;             // what the error names of the config, such as a type
  catalog::InConfig in_config = catalog::InConfig::kNothing;
  std::string config;             // the text of the config that the log prints
  std::uint64_t config_line = 0;  // where that begins
  std::string fix;                // the command that mends it; may be empty
  std::optional<catalog::ReleaseLines::Span> mmengine;  // the release that ran, if the log tells
};

// What a log is read for and with.
struct Question {
  const catalog::Target& target;  // the accelerator that the run was on
  const catalog::ReleaseLines& releases;
  Language language = Language::kEnglish;
  std::set<std::string> silent = {};  // codes of rules that do not hold on the target
};

// Says what the log that was read means; `file` is its name.
Diagnosis diagnose(const Reader& reader, const std::string& file, const Question& question);

}  // namespace mmlint::logs
