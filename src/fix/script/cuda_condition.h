#pragma once

#include "fix/plan.h"
#include "fix/script/name_reads.h"
#include "syntax/document.h"

// Values that a script has only on hosts with CUDA.
namespace mmlint::fix {

// Returns the plan by which expressions keep their values where torch.cuda.is_available() is true
// and have the value `text` elsewhere: `VALUE if torch.cuda.is_available() else TEXT`. An
// expression that has this form already is left; a conditional expression that has `text` in one
// branch asks for CUDA as well. The script imports torch if it does not. All values must be in the
// file of `values.front()`. A refusal if the script cannot name torch there, or if it chooses its
// cards (CUDA_VISIBLE_DEVICES) only after the condition is evaluated, which would then be ignored;
// a value that a call gets from elsewhere is then kept in the call.
Planned keep_on_cuda(std::vector<Span> values, const std::string& text,
                     const check::Finding& finding, const Context& context);

// Returns a plan with these edits, which must change nothing on hosts with CUDA. An empty list is
// refused.
Planned plan_of_cuda(std::vector<TextEdit> edits);

// A new value of a script, and the edits that import torch for it.
struct CudaChoice {
  std::string text;
  std::vector<TextEdit> imports;
};
// Returns the text of a value that is new at the place of an expression: `kept` where
// torch.cuda.is_available() is true, else `text`. It is only `text` if no host with CUDA comes to
// the call. Refused like keep_on_cuda().
OrRefusal<CudaChoice> choose_on_cuda(std::string_view kept, std::string text,
                                     const syntax::Expr& place, const check::Finding& finding,
                                     const Context& context);

// Returns true if no host with CUDA comes to what a finding found, because the script asks for
// CUDA on the way to it.
bool is_without_cuda(const check::ScriptHit& hit);
// Returns true if no host with CUDA comes to the call of a finding, whatever its arguments are.
bool is_without_cuda(const check::Finding& finding, const Context& context);

// Returns the edit that adds the value `text` to the `choices` of an option whose default is at
// `value`: add_argument('--backend', choices=['nccl'], default='nccl'). Nullopt if it has none that
// are written there, or has the value already.
std::optional<TextEdit> add_choice(const syntax::Document& document, const NameReads& reads,
                                   Span value, const std::string& text);

}  // namespace mmlint::fix
