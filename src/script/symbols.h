#pragma once

#include "script/guard.h"
#include "script/symbol.h"

// What is known of the functions and classes of libraries, and of Python's own.
namespace mmlint::script {

// Returns the symbol of the result of a call.
Symbol result_of(Symbol callee);
// Returns true if an item of the tuple that a call returns is an object with the options of the
// command line: the first item of parse_known_args(), each item of what
// transformers.HfArgumentParser returns.
bool has_options(Symbol tuple, std::size_t item);

// Returns the string that is the value of a library's constant: "nccl" for
// torch.distributed.Backend.NCCL (torch/distributed/distributed_c10d.py), and "posix" for os.name,
// since every target runs Linux. nullopt for any other symbol.
std::optional<std::string_view> constant_text(Symbol symbol);

// Returns the question that a call answers with yes or no, as torch.cuda.is_available() does;
// nullopt if it is not a question of one of Question's kinds.
std::optional<Question> question(Symbol callee);
// Returns the question that a constant of a library answers, as mmcv.utils.IS_CUDA_AVAILABLE does;
// nullopt for any other symbol.
std::optional<Question> question_of_constant(Symbol symbol);

// The symbol of a class that collections.namedtuple returns is an item of this one, and a tuple of
// such a class is a dict value with this text.
inline constexpr std::string_view kNamedTuple = "collections.namedtuple()";

// Returns true for a built-in function of Python that the walk models.
bool is_builtin(std::string_view name);
// Returns true for a function that only reads its argument: it does not store the object and does
// not change how it trains. `name` is the last part of the function's name.
bool only_looks(std::string_view name);
// Returns true for a method of an unknown object that would store its arguments in the object if
// that were a list or a dict.
bool puts_in(Symbol callee);
// Returns true if a call ends the program instead of returning: sys.exit, parser.error.
bool ends_the_program(Symbol callee);
// Each returns true if a call makes, or destroys, the default process group.
bool makes_group(Symbol callee);
bool destroys_group(Symbol callee);
// Returns the attribute that marks the state at the `yield` of a context manager which destroys the
// process group when it is left.
Symbol group_end();
// Returns true if a call, or a class, wraps a model for the processes of a group: PyTorch's
// DistributedDataParallel and those that are derived from it, such as MMDistributedDataParallel.
bool wraps_for_group(Symbol callee);
// Each returns true if a call returns a loaded config, or a Runner.
bool loads_config(Symbol callee);
bool builds_runner(Symbol callee);
// Returns true if a call declares a subcommand of the command line.
bool adds_command(Symbol callee);

// Returns true if an object is a plain record of attributes, which a script may set too: the result
// of argparse, a Namespace.
bool is_record(Symbol symbol);

// Returns the module or class whose `__dict__` this is: torchvision.models for
// `torchvision.models.__dict__`. The empty symbol for any other symbol.
Symbol namespace_owner(Symbol dict);

// Returns a symbol as diagnostics show it: "runner.model", "cfg.env_cfg", "os.environ".
std::string shown(Symbol symbol);

}  // namespace mmlint::script
