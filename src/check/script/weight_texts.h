#pragma once

#include <string_view>
#include <vector>

#include "base/span.h"
#include "script/summary.h"
#include "syntax/document.h"

namespace mmlint::project {
class Workspace;
}

namespace mmlint::check {

// What a call of all_reduce changes.
enum class Reduced {
  kGradients,  // those of a model, directly or by a function whose result is copied to them
  kMeasure,    // a tensor that was made for it, such as that of a loss
  kUnknown,    // anything else, such as weights
};

// What the text of a program says of its weights and gradients. It borrows the summary and the
// documents.
class WeightTexts {
 public:
  WeightTexts(const script::Summary& script, project::Workspace& workspace);

  // Returns what a call of torch.distributed.all_reduce that the script gets to changes.
  Reduced reduced(const script::Call& call) const;
  // Returns true if some text may give a model other weights, or reduce them in a way that no call
  // shows. Imports that nothing uses, functions that nobody calls and gradients that are set do
  // not.
  bool may_set_weights() const;

 private:
  const syntax::Document* document_at(Span at) const;
  bool is_copied_to_gradients(std::string_view function) const;
  bool is_unused_import(std::string_view text, std::size_t at) const;
  bool is_harmless(const syntax::Document& document, std::size_t at, std::string_view word) const;

  const script::Summary& script_;
  project::Workspace& workspace_;
  std::vector<const syntax::Document*> documents_;
};

}  // namespace mmlint::check
