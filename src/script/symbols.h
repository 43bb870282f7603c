#pragma once

#include "script/guard.h"
#include "script/symbol.h"

// What is known of the functions and classes of libraries, and of Python's own.
namespace mmlint::script {

// Returns the symbol of the result of a call.
Symbol result_of(Symbol callee);
// Returns true if this item of what a call returns has the options of the command line: the first
// one of parse_known_args(), all of those of transformers.HfArgumentParser.
bool has_options(Symbol tuple, std::size_t item);

// Returns the text that a name of a library stands for: "nccl" for torch.distributed.Backend.NCCL
// (torch/distributed/distributed_c10d.py), and "posix" for os.name, since every target runs Linux.
// nullopt for any other symbol.
std::optional<std::string_view> constant_text(Symbol symbol);

// Returns the question that a call answers with yes or no, as torch.cuda.is_available() does;
// nullopt if it answers none of Question's kinds.
std::optional<Question> question(Symbol callee);
// Returns the question that a constant of a library answers: mmcv.utils.IS_CUDA_AVAILABLE.
std::optional<Question> question_of_constant(Symbol symbol);

// The beginning of the symbol of what collections.namedtuple returns, and the mark of its tuples.
inline constexpr std::string_view kNamedTuple = "collections.namedtuple()";

// Returns true for a built-in function of Python that the walk models.
bool is_builtin(std::string_view name);
// Returns true for a function that only reads its argument: it neither keeps the object nor changes
// how it trains. `name` is the last part of the function's name.
bool only_looks(std::string_view name);
// Returns true for a method of an unknown object that keeps its arguments if that is a list or a
// dict.
bool puts_in(Symbol callee);
// Returns true if a call does not return: sys.exit, parser.error.
bool ends_the_program(Symbol callee);
// Each returns true if a call makes, or destroys, the default process group.
bool makes_group(Symbol callee);
bool destroys_group(Symbol callee);
// Returns the attribute of the state that a context manager leaves which ends the group.
Symbol group_end();
// Returns true if a call, or a class, wraps a model for the processes of a group: PyTorch's
// DistributedDataParallel and those that are derived from it, such as MMDistributedDataParallel.
bool wraps_for_group(Symbol callee);
// Each returns true if a call returns a loaded config, or a Runner.
bool loads_config(Symbol callee);
bool builds_runner(Symbol callee);
// Returns true if a call declares a subcommand of the command line.
bool adds_command(Symbol callee);

// Returns true if an object is a record, whose attributes a script may also set: what argparse has
// parsed, a Namespace.
bool is_record(Symbol symbol);

// Returns the module or class whose names are in a dict: of `torchvision.models.__dict__`. None for
// any other symbol.
Symbol namespace_owner(Symbol dict);

// Returns a symbol as diagnostics show it: "runner.model", "cfg.env_cfg", "os.environ".
std::string shown(Symbol symbol);

}  // namespace mmlint::script
