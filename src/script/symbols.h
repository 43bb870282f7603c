#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "script/guard.h"

// Symbols: the names of what a script handles. The symbol of something imported is its dotted path,
// without the detours that libraries offer ("mmengine.Config" is "mmengine.config.Config"). What
// calls return has a symbol too:
//   <config>            what Config.fromfile loaded; <config>.a.b is a key of it
//   <runner>            a Runner
//   <parser>, <options> argparse's parser and what it parsed; <options>.launcher is an option
//   <environment>       os.environ; <environment>.RANK is a variable
//   X()                 what a call of any other X returned
//   module@M            a module of the project, by its number in the program (program.h)
//   def@M:N, class@M:N  a function or class of that module, by the offset at which it stands
//   def@M:N#C           a function that was made in a function, with the variables around it
//   def@M:N|X           a method that is bound to X
//   class@M:N()         an object of the class
//   <rank>              the number of a process, ?turn what another one in each turn of a loop
//   ?                   an unknown object: ?.cuda is a method of it
namespace mmlint::script {

// The one symbol of something that libraries export under several names.
std::string canonical(std::string name);
// The symbol of an attribute of an object.
std::string attribute_of(std::string_view object, std::string_view name);
// The symbol of what a call returns.
std::string result_of(std::string_view callee);

// The backend's name that an attribute of torch.distributed.Backend stands for: "nccl" of
// torch.distributed.Backend.NCCL (torch/distributed/distributed_c10d.py); nullopt of other symbols.
std::optional<std::string_view> backend_of(std::string_view symbol);

// The question that a call answers with yes or no, as torch.cuda.is_available() does; nullopt if it
// answers none that the analysis tells apart.
std::optional<Question> question(std::string_view callee);
// Whether it is a built-in function of Python that the walk models.
bool is_builtin(std::string_view name);
// Whether a call does not return: sys.exit, parser.error.
bool ends_the_program(std::string_view callee);
// Whether a call makes, or destroys, the default process group.
bool makes_group(std::string_view callee);
bool destroys_group(std::string_view callee);
// Whether a call returns a loaded config, or a Runner.
bool loads_config(std::string_view callee);
bool builds_runner(std::string_view callee);

// Whether what has this symbol holds attributes that a script may also set and read as items: what
// argparse has parsed, a Namespace.
bool is_record(std::string_view symbol);

// A symbol as messages show it: "runner.model", "cfg.env_cfg", "os.environ".
std::string shown(std::string symbol);

// The path of a symbol below its owner: "a.b" of "<config>.a.b" below "<config>", and "" of the
// owner itself. nullopt if it does not belong to the owner.
std::optional<std::string_view> below(std::string_view symbol, std::string_view owner);

}  // namespace mmlint::script
