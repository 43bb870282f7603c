#pragma once

#include "fix/plan.h"

// What the fixes of training scripts write, one function for each verb of rule_fix.h that is for
// scripts. Each edits the text where the finding stands.
namespace mmlint::fix {

// The tested value becomes another one where it is written, if nothing else uses it.
Planned plan_replace_script_value(const catalog::verb::ReplaceValue& verb,
                                  const check::Finding& finding, const Context& context);

// The same for any verb that replaces a value. What follows `keep_from`, if that is not empty, in
// the old text stays behind the new value.
Planned replace_written_value(const catalog::Literal& value, const std::string& keep_from,
                              const check::Finding& finding, const Context& context);

// The plan that writes `text` in the place of the literal that a hit is about. A conditional that
// would have the same in both branches goes, or asks for CUDA as well; and a backend of code that
// is for CUDA too becomes `text` only where torch.cuda.is_available() says no.
Plan write_in_place(const std::string& text, const check::Finding& finding, const Context& context);

// The tested entry of a dict becomes another one; a dict display that has none gets it.
Planned plan_add_script_key(const catalog::verb::AddKey& verb, const check::Finding& finding,
                            const Context& context);

// The tested argument of a call becomes another one, and a second argument with it (MM505). Both
// are replaced in the call, since a variable may have more readers. Where the value is None, which
// is what the call takes without them, they go, unless a positional argument stands behind them.
Planned plan_replace_argument(const catalog::verb::ReplaceArgument& verb,
                              const check::Finding& finding, const Context& context);

// A call gets the arguments that it lacks, and the script the import that they need.
Planned plan_add_arguments(const catalog::verb::AddArguments& verb, const check::Finding& finding,
                           const Context& context);

// os.environ['X'] = value becomes os.environ.setdefault('X', value).
Planned plan_set_default(const catalog::verb::SetDefault& verb, const check::Finding& finding,
                         const Context& context);

// A call of torch.cuda gets `if torch.cuda.is_available():` in front of it.
Planned plan_guard(const catalog::verb::Guard& verb, const check::Finding& finding,
                   const Context& context);

// An import in a function goes, so that the function uses the module's (MM516).
Planned plan_remove_import(const catalog::verb::RemoveImport& verb, const check::Finding& finding,
                           const Context& context);

// The script makes the process group by itself (MM502, MM503): in the place of the call that would
// make it, or in front of the statement that builds a Runner.
Planned plan_make_process_group(const catalog::verb::MakeProcessGroup& verb,
                                const check::Finding& finding, const Context& context);

}  // namespace mmlint::fix
