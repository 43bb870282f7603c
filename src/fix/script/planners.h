#pragma once

#include "fix/plan.h"

// What the fixes of training scripts write: one function plans each verb of rule_fix.h that is for
// scripts, and returns a refusal where the fix cannot be made. Each edits the text where the
// finding stands.
namespace mmlint::fix {

// Replaces the tested value where it is written, if nothing else uses it.
Planned plan_replace_script_value(const catalog::verb::ReplaceValue& verb,
                                  const check::Finding& finding, const Context& context);

// Does the same for any verb that replaces a value. If `keep_from` is not empty, what follows it in
// the old text stays behind the new value.
Planned replace_written_value(const catalog::Literal& value, const std::string& keep_from,
                              const check::Finding& finding, const Context& context);

// Replaces the tested entry of a dict; a dict display that lacks the entry gets it.
Planned plan_add_script_key(const catalog::verb::AddKey& verb, const check::Finding& finding,
                            const Context& context);

// Replaces two arguments of a call, or those entries of a dict that the call spreads, on hosts
// without CUDA (MM505). The values may be computed: they keep them on hosts with CUDA.
Planned plan_replace_argument(const catalog::verb::ReplaceArgument& verb,
                              const check::Finding& finding, const Context& context);

// Adds arguments to a call, replaces or removes some, and adds to the script the import that they
// need.
Planned plan_change_arguments(const catalog::verb::ChangeArguments& verb,
                              const check::Finding& finding, const Context& context);

// Gives a Runner that is built from arguments a model_wrapper_cfg without card numbers, on hosts
// without CUDA (MM565). An argument `cfg` that is there is extended.
Planned plan_ensure_script_wrapper(const catalog::verb::EnsureWrapper& verb,
                                   const check::Finding& finding, const Context& context);

// Passes the flag ScriptHit::name in the launch script that starts the script, after the name of
// the script.
Planned plan_give_flag(const catalog::verb::GiveFlag& verb, const check::Finding& finding,
                       const Context& context);

// Rewrites os.environ['X'] = value as os.environ.setdefault('X', value).
Planned plan_set_default(const catalog::verb::SetDefault& verb, const check::Finding& finding,
                         const Context& context);

// Rewrites cfg.setdefault('x', value) as cfg['x'] = value, and removes an `if 'x' not in cfg:`
// around such an assignment (MM567).
Planned plan_assign_always(const catalog::verb::AssignAlways& verb, const check::Finding& finding,
                           const Context& context);

// Makes a device one that torch.cuda.is_available() decides: `.cuda()` becomes `.to(device)`, the
// text 'cuda' becomes 'cpu' where there is no CUDA, and a call that only CUDA needs gets a
// condition. Where there is CUDA, the script does what it did.
Planned plan_ask_cuda(const catalog::verb::AskCuda& verb, const check::Finding& finding,
                      const Context& context);

// Has a script go on that stops because there is no CUDA (MM527): a condition that only stops it
// goes, an assertion is made only where there is CUDA, and torch.cuda.device_count() becomes a
// number that is not 0.
Planned plan_go_on(const catalog::verb::GoOn& verb, const check::Finding& finding,
                   const Context& context);

// Has a script train in one process per card, with DistributedDataParallel in the place of
// DataParallel (MM513), and starts it by torchrun in the launch scripts.
Planned plan_use_ddp(const catalog::verb::UseDdp& verb, const check::Finding& finding,
                     const Context& context);

// Gives a DataLoader a DistributedSampler, which shares its data among the processes, in the place
// of its argument `shuffle`.
Planned plan_share_samples(const catalog::verb::ShareSamples& verb, const check::Finding& finding,
                           const Context& context);

// Calls set_epoch of a DistributedSampler in the loop over the epochs.
Planned plan_tell_epochs(const catalog::verb::TellEpochs& verb, const check::Finding& finding,
                         const Context& context);

// Calls the variable that holds DistributedDataParallel where the training calls the model in it
// (MM533): `ddp(x)` for `ddp.module(x)` and for `net(x)`.
Planned plan_call_wrapper(const catalog::verb::CallWrapper& verb, const check::Finding& finding,
                          const Context& context);

// Passes `--launcher pytorch` where launch scripts leave out an option of the script, else sets
// `launcher` of the config before the Runner is built (MM507), or before the condition that asks
// for it, in processes of torchrun (MM528).
Planned plan_set_launcher(const catalog::verb::SetLauncher& verb, const check::Finding& finding,
                          const Context& context);

// Sets MASTER_ADDR and MASTER_PORT before the statement that makes the process group, unless the
// environment has them (MM561).
Planned plan_set_master(const catalog::verb::SetMaster& verb, const check::Finding& finding,
                        const Context& context);

// Imports the target's bridge in the entry script, above all that may import torch; the script
// still runs where the bridge is not installed, unless it needs the vendor's package anyway.
Planned plan_import_bridge(const catalog::verb::ImportBridge& verb, const check::Finding& finding,
                           const Context& context);

// Removes an import inside a function, so that the function uses the module's (MM516).
Planned plan_remove_import(const catalog::verb::RemoveImport& verb, const check::Finding& finding,
                           const Context& context);

// Has the script make the process group by itself (MM502, MM503): in the place of the call that
// would make it, or in front of the statement that builds a Runner.
Planned plan_make_process_group(const catalog::verb::MakeProcessGroup& verb,
                                const check::Finding& finding, const Context& context);

}  // namespace mmlint::fix
