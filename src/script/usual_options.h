#pragma once

#include "script/facts.h"

// What the defaults of the options that a script declares make of its tests on them.
namespace mmlint::script {

// Returns the option that torch.distributed.launch passes to the script, --local_rank or, from
// PyTorch 2.0 on, --local-rank; null if the script declares neither. It may have any attribute.
const Option* local_rank_option(const std::vector<Option>& options);
// Returns true if an option is off unless somebody gives it: it is false then, or -1.
bool is_off_by_default(const Option& option);
// Returns true if the option with this attribute is something else than None, given or left out.
bool is_never_none(std::string_view dest, const std::vector<Option>& options);
// Returns the outcome of a test on `tested` with what it is if that is an option which nobody
// gives: `test` gets the text that is its default, and `asked` is the outcome if anybody may give
// it. Of an option without a known text nothing more is known.
Truth with_usual(Truth asked, const Alternatives& tested, const std::vector<Option>& options,
                 const std::function<bool(std::string_view)>& test);
// Returns the outcome of a test on one alternative if that is an option with a number as its
// default: where the default decides the other way, the command line has given the option. Of an
// option for the rank of a process, which launchers pass, only a test of whether it is given
// counts.
Truth with_default(const Alternative& tested, const std::vector<Option>& options,
                   const std::function<Truth(const Alternative&)>& test);

// Takes from the guards of what a call returns that options of the command line have their
// defaults. `callee` is the guard of what is called then: what other values name is not known, and
// takes its place, as in models.__dict__[args.arch]().
void stand_for_all(Alternatives& returned, const Guard& callee);

}  // namespace mmlint::script
