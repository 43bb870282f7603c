#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "script/guard.h"

// Symbols: the names by which the analysis knows objects of a script. The symbol of an imported
// object is the dotted path of its definition, whichever of a library's exports the script uses
// ("mmengine.Config" is "mmengine.config.Config"). The other symbols:
//   <config>            what Config.fromfile loaded; <config>.a.b is a key of it
//   <runner>            a Runner
//   <parser>, <options> argparse's parser and what it parsed; <options>.launcher is an option
//   <other command>     the parser of a subcommand that a known start does not name
//   <file>PATH          a file that the script has opened, and its text
//   <spec>PATH          what importlib.util.spec_from_file_location returns for that file
//   <bound>N            a function with arguments of its own, by index in WalkContext::bound_
//   <getter>a.b         what operator.attrgetter('a.b') returns
//   <property>X         what property(X) returns
//   <environment>       os.environ; <environment>.RANK is a variable
//   X()                 the result of a call of any other X
//   module@M            a module of the project, by its index in the program (program.h)
//   def@M:N, class@M:N  a function or class of that module, which begins at the byte offset N
//   def@M:N#C           a nested function with its closure, by index in Walker::closures_
//   def@M:N|X           a method that is bound to X
//   class@M:N()         an instance of the class; class@M:N/2() is the one of its third call
//   class@M:N=CPU()     a member of the class, which is an enumeration
//   <generator>@M:N     what a generator of that module returns; <generator>@M:N[] is an item of it
//   <deferred>M:N       the function or class of that module, whose definition is not walked yet
//   <rank>, ?turn       the rank of a process; a value that differs in each turn of a loop
//   ?                   an unknown object: ?.cuda is a method of it
namespace mmlint::script {

// Returns the one symbol of an object that libraries export under several names.
std::string canonical(std::string name);
// Returns the symbol of an attribute of an object.
std::string attribute_of(std::string_view object, std::string_view name);
// Returns the symbol of the result of a call.
std::string result_of(std::string_view callee);

// Returns the name of the backend that an attribute of torch.distributed.Backend stands for: "nccl"
// for torch.distributed.Backend.NCCL (torch/distributed/distributed_c10d.py). nullopt for any other
// symbol.
std::optional<std::string_view> backend_of(std::string_view symbol);

// Returns the question that a call answers with yes or no, as torch.cuda.is_available() does;
// nullopt if it answers none of Question's kinds.
std::optional<Question> question(std::string_view callee);
// The beginning of the symbol of an opened file, before its path.
inline constexpr std::string_view kFile = "<file>";
inline constexpr std::string_view kSpec = "<spec>";
inline constexpr std::string_view kBound = "<bound>";
inline constexpr std::string_view kGetter = "<getter>";
inline constexpr std::string_view kPropertyOf = "<property>";
inline constexpr std::string_view kDeferred = "<deferred>";
// The beginning of the symbol of what collections.namedtuple returns, and the mark of its tuples.
inline constexpr std::string_view kNamedTuple = "collections.namedtuple()";

// Returns true for a built-in function of Python that the walk models.
bool is_builtin(std::string_view name);
// Returns true if a call does not return: sys.exit, parser.error.
bool ends_the_program(std::string_view callee);
// Each returns true if a call makes, or destroys, the default process group.
bool makes_group(std::string_view callee);
bool destroys_group(std::string_view callee);
// Returns true if a call, or a class, wraps a model for the processes of a group: PyTorch's
// DistributedDataParallel and those that are derived from it, such as MMDistributedDataParallel.
bool wraps_for_group(std::string_view callee);
// Each returns true if a call returns a loaded config, or a Runner.
bool loads_config(std::string_view callee);
bool builds_runner(std::string_view callee);

// Returns true if an object is a record, whose attributes a script may also set: what argparse has
// parsed, a Namespace.
bool is_record(std::string_view symbol);


// Returns a symbol as diagnostics show it: "runner.model", "cfg.env_cfg", "os.environ".
std::string shown(std::string symbol);

// Returns the path of a symbol below its owner: "a.b" for "<config>.a.b" below "<config>", and ""
// for the owner itself. nullopt if it does not belong to the owner. A view of `symbol`.
std::optional<std::string_view> below(std::string_view symbol, std::string_view owner);

}  // namespace mmlint::script
