#pragma once

#include "script/built.h"
#include "script/facts.h"
#include "script/module_finder.h"
#include "script/start.h"

// What a training script does, found without running it: the result of the walk over all its
// feasible paths (walk.h).
namespace mmlint::script {

// Of a walk: the statements and expressions that it goes over, and the names that it copies.
inline constexpr std::size_t kMostSteps = 300'000;

// The facts about a script, each list in the order of the walk. A fact at a place that several
// paths reach is listed once (recorder.h).
struct Summary {
  const syntax::Document* document = nullptr;  // the entry script; not owned
  std::vector<std::string> files;  // absolute paths of all modules; spans stand in any of them
  std::vector<Import> imports;
  std::vector<Call> calls;
  std::vector<ConfigWrite> writes;
  std::vector<Build> builds;
  std::vector<Option> options;
  std::vector<EnvironmentWrite> environment;
  std::vector<EnvironmentRead> environment_reads;
  std::vector<AttributeWrite> stores;
  std::vector<Shadow> shadows;
  std::vector<Failure> failures;
  std::vector<Attempt> attempts;
  std::vector<Loop> loops;
  std::vector<LoopExit> loop_exits;
  // The allocation sites of objects that escape, sorted: into unknown callees and attributes of
  // foreign classes, by themselves or in a list, a tuple or a dict. The places that make such
  // containers are among them. Other arguments of library functions are only listed in `calls`.
  std::vector<Span> escaped;
  // The functions of all modules that the walk enters from the script's first line, sorted.
  std::vector<Span> covered;
  // Those of them that only a name in a registry leads to, sorted. The walk of a start has none.
  std::vector<Span> by_name;
  Alternatives config;  // the path that Config.fromfile is given; empty if none is loaded
  Guard start;          // what a known start decides: every guard has it
  // May: the parser has other options, as a library gets it or names of options are computed.
  bool parser_leaves = false;
  // A program may train when it is started: its run reaches the construction of a Runner, the
  // wrapping of a model for several processes or cards, or backward() beside an optimizer, a data
  // loader or a process group.
  bool trains = false;
  bool complete = true;         // false if the walk took all steps it may: facts may be missing
  bool names_are_open = false;  // may: the command line sets names of a module, as options are set
  bool skips = false;           // may: there is syntax that the walk cannot read
  std::size_t steps = 0;        // that the walk took
  std::unique_ptr<Pool> pool;   // owns the values of all alternatives
};

// Returns a list in which options of the command line are their defaults, as far as these are
// known: it is not known who gives another value.
Alternatives with_defaults(Alternatives alternatives, const std::vector<Option>& options);
// Returns the summary of a script together with the modules of the project that it imports; without
// a finder these are unknown. The document must be valid and outlive the summary; parser and finder
// are used only during the call. The walk ends early after `steps`. With a start, only what a run
// does that is started so; with `built`, only what objects of these classes do that are built so.
// Both must live until the function returns, and the dicts of `built` as long as the summary. Never
// fails: what cannot be computed is unknown.
Summary summarize(const syntax::Document& document, ModuleFinder* finder = nullptr,
                  const Start* start = nullptr, const BuiltClasses* built = nullptr,
                  std::size_t steps = kMostSteps);
// Returns true if Python takes the document: it has no problem other than a byte order mark.
bool is_valid(const syntax::Document& document);
// Returns the summary of any document; null if it is not valid.
std::shared_ptr<Summary> summarize_if_valid(const syntax::Document& document,
                                            ModuleFinder* finder = nullptr);

}  // namespace mmlint::script
