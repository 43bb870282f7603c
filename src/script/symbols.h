#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "script/alternatives.h"

// Names of what a script handles: the dotted path that an import gives, without the detours that
// libraries offer ("mmengine.Config" is "mmengine.config.Config"), and for what calls return:
//   <config>            what Config.fromfile loaded; <config>.a.b is a key of it
//   <runner>            a Runner
//   <parser>, <options> argparse's parser and what it parsed; <options>.launcher is an option
//   <environment>       os.environ; <environment>.RANK is a variable
//   X()                 what any other X returned
//   ?                   anything else: ?.cuda is a method of it
namespace mmlint::script {

// The one name of something that libraries export in several places.
std::string canonical(std::string name);
std::string attribute_of(std::string_view object, std::string_view name);
std::string result_of(std::string_view callee);

// The name that torch.distributed.Backend.NCCL and its like stand for (class Backend in
// torch/distributed/distributed_c10d.py).
std::optional<std::string_view> backend_of(std::string_view symbol);

// The question that a call of it answers: torch.cuda.is_available.
std::optional<Test> question(std::string_view callee);
// A function of Python's own that the walk knows something of.
bool is_builtin(std::string_view name);
// Calls that do not return: sys.exit, parser.error.
bool ends_the_program(std::string_view callee);
bool makes_group(std::string_view callee);
bool destroys_group(std::string_view callee);
bool loads_config(std::string_view callee);
bool builds_runner(std::string_view callee);

// A symbol as people read it: runner.model, cfg.env_cfg, os.environ.
std::string shown(std::string symbol);

// "a.b" of "<config>.a.b", "" of "<config>" itself; nullopt of what is none. The same for the
// others.
std::optional<std::string_view> below(std::string_view symbol, std::string_view owner);

}  // namespace mmlint::script
