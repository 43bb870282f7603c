#pragma once

#include "script/frame.h"
#include "script/recorder.h"

namespace mmlint::script {

// The argparse parsers of a program: which options they declare, and what a known start makes of
// these. All parsers are one to us, but for those of subcommands that the start does not name.
class ArgumentParser {
 public:
  // Records the options in `out`, whose pool gets their values. All must outlive the parser;
  // `start` may be null.
  ArgumentParser(const Start* start, Recorder& record, Summary& out)
      : start_(start), record_(record), out_(out) {}

  // parser.add_argument('--device', default='cpu'). `at` is the call.
  void add_option(const Givens& given, Span at);
  // parser.set_defaults(device='cpu', func=train)
  void set_defaults(const Givens& given, State& state);
  // parser.add_subparsers(dest='command'): the start says which of the subcommands it is.
  void add_commands(const Givens& given, Span at, State& state);
  // commands.add_parser('train', aliases=['t']). Returns the symbol of the subcommand's parser.
  Symbol add_command(const Givens& given);
  // Notes that other code sets options than the command line, or gives it other words.
  void open() { open_ = true; }
  // Notes that a library gets the parser: it may add options, which the start may give as well.
  void hand_over() { out_.parser_leaves = true; }
  // Returns true if nothing but the options that were seen sets what parse_args() returns.
  bool is_whole() const { return !open_ && !out_.parser_leaves; }
  // Returns false if parse_args() ends the run, because the start does not give what it must.
  bool parses() const;
  // Returns the value of an option that the start gives or leaves out; nullopt if it may have
  // another one.
  std::optional<Alternatives> told(std::string_view option) const;

  // Notes that the attribute of an option is read; "*" stands for all of them.
  void read(std::string_view option) { read_.emplace(option); }
  // Sets Option::is_read, when the whole program was walked.
  void mark_read();

 private:
  void add_each(const Givens& given, Span at);
  void leave() { out_.parser_leaves = is_mixed_ = true; }
  bool is_known() const { return start_ && is_whole(); }
  std::optional<std::string> positional(std::size_t number) const;
  std::optional<std::string> word_of(const Option& option) const;
  std::optional<Alternatives> flag(const Option& option) const;
  Alternatives pairs(const Option& option) const;

  const Start* start_;
  Recorder& record_;
  Summary& out_;
  bool open_ = false;      // may: other code sets options than the command line
  bool is_mixed_ = false;  // may: options of which not all count, as of subcommands
  std::set<std::string, std::less<>> read_;  // Option::dest of those read; "*": all
  Span commands_;                            // the call of add_subparsers; unknown before it
  std::optional<std::string> command_;  // the subcommand that the start names, if that is known
};

}  // namespace mmlint::script
