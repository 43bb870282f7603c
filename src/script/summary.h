#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "script/alternatives.h"
#include "syntax/document.h"

namespace mmlint::script {

// Of several paths: on none of them, on some, on all.
enum class OnPaths : std::uint8_t { kNone, kSome, kAll };

// Where in the course of the script something stands.
struct ProgramPoint {
  Guard guard;
  bool handled = false;             // inside a `try` that goes on after an exception
  OnPaths group = OnPaths::kNone;   // has the default process group been made?
  OnPaths runner = OnPaths::kNone;  // has a Runner been built?
};

struct Argument {
  std::string name;  // empty if positional
  Span span;         // with its name
  Alternatives value;
};

// A call whose callee has a name; see symbols.h. A method of something unknown is "?.name".
struct Call {
  std::string symbol;
  Span span;                  // all of it
  Span callee;                // before the parentheses
  Span statement;             // the simple statement it stands in, or the head of a compound one
  bool is_statement = false;  // the statement is this call and nothing else
  std::vector<Argument> arguments;
  bool more = false;  // there are * or ** arguments
  ProgramPoint point;

  // By keyword, or by 0-based position; null if neither is there.
  const Argument* argument(std::string_view name, std::size_t position) const;
};

// A change of the loaded config, by `cfg.a.b = v`, cfg['a'], update, pop, del, setattr ...
struct ConfigWrite {
  std::string key;     // key path
  Alternatives value;  // empty: the key is removed
  Span span;           // the statement or call
  Span target;         // what names the key
  ProgramPoint point;
  bool only_if_absent = false;  // setdefault
};

// Where a Runner is built, and what the config is by then.
struct Build {
  std::size_t call;  // in Summary::calls
  // By key path: the writes (in Summary::writes) that may have been the last; kAsLoaded if on some
  // path nothing was written. A key without an entry is as the file says.
  static constexpr std::size_t kAsLoaded = static_cast<std::size_t>(-1);
  std::map<std::string, std::vector<std::size_t>> writes;
};

// parser.add_argument
struct Option {
  std::vector<std::string> names;  // as they are written: "--launcher", "config"
  std::string dest;
  Alternatives default_value;
  Alternatives choices;
  Span span;
  bool is_flag = false;              // action='store_true' and its like: takes no value
  std::optional<std::size_t> words;  // that it takes; nullopt: any number, or not known
  bool required = false;             // positional, or required=True
  bool is_read = true;               // the script may use what it was given
};

struct EnvironmentWrite {
  std::string name;
  Alternatives value;
  Span span;
  bool only_if_unset = false;  // setdefault, or guarded by the variable's absence
  ProgramPoint point;
};

// An assignment to an attribute of something that is not the script's own: runner.model = ...,
// torch.cuda.is_available = ...
struct AttributeWrite {
  std::string symbol;
  Alternatives value;
  Span span;  // the statement
  ProgramPoint point;
};

struct Import {
  std::string symbol;  // "torch_npu.contrib.transfer_to_npu"
  Span span;
  ProgramPoint point;
};

// An import in a function makes a name local to all of it, so that a use above the import raises
// UnboundLocalError although the module has the name too.
struct Shadow {
  std::string symbol;  // what the import names; the module has the same
  Span import;         // the statement
  Span use;            // the first above it
};

// What a script does, in the order in which it does it; a place that several paths reach is there
// once, with what holds on all of them.
struct Summary {
  const syntax::Document* document = nullptr;
  std::vector<Import> imports;
  std::vector<Call> calls;
  std::vector<ConfigWrite> writes;
  std::vector<Build> builds;
  std::vector<Option> options;
  std::vector<EnvironmentWrite> environment;
  std::vector<AttributeWrite> stores;
  std::vector<Shadow> shadows;
  Alternatives config;         // what Config.fromfile was given; empty if nothing was loaded
  bool parser_leaves = false;  // code that is not the script's is given its argparse parser
  bool complete = true;        // false: too much to walk; what is there is true
  std::unique_ptr<Pool> pool;  // owns the values
};

// The document must be valid. Never fails: what cannot be told is unknown.
Summary summarize(const syntax::Document& document, syntax::Parser& parser);
// Whether Python runs the document; it takes a byte order mark.
bool is_valid(const syntax::Document& document, syntax::Parser& parser);
// The same as summarize() for any document; null if it is not valid.
std::shared_ptr<Summary> summarize_if_valid(const syntax::Document& document,
                                            syntax::Parser& parser);

}  // namespace mmlint::script
