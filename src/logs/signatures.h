#pragma once

#include "catalog/signature.h"
#include "catalog/target.h"
#include "logs/trace.h"

namespace mmlint::logs {

// What an error text is: the signature that fits it and, of its cases, the one that does.
struct Known {
  const catalog::Signature* signature = nullptr;
  const catalog::SignatureCase* special = nullptr;
  std::string told = {};  // of a line: the part that tells it; empty: all of it

  explicit operator bool() const { return signature != nullptr; }
  catalog::Verdict verdict() const;
  const std::vector<std::string>& rules() const;
  const LocalizedText& meaning() const;
  const LocalizedText& advice() const;
};

// Returns what the first group of a signature's `errors` is in a text; empty if it has none.
std::string named_by(const catalog::Signature& signature, std::string_view text);

// The signatures of a run of `diagnose`, arranged to be asked for each line of a log.
class Signatures {
 public:
  // Borrows the signatures, and the accelerator that the run was on, which must outlive this
  // object.
  Signatures(const std::vector<catalog::Signature>& all, const catalog::Target& target);

  // Returns what an exception is; nothing fits one that is unknown. `facts` are lines about the run
  // that the log gives, such as "Distributed launcher: none".
  Known of(const Trace& trace, std::string_view facts) const;
  // Returns what a line outside of tracebacks is.
  Known of_line(std::string_view text, std::string_view facts) const;

  // What processes of a run say an error, as far as the log tells.
  struct Speakers {
    bool several = false, apart = false, first = false, all = false;
  };
  // Returns what is known of an exception now that it is known who says it.
  Known settled(const Known& known, const Trace& trace, std::string_view facts,
                const Speakers& speakers) const;

 private:
  Known with_case(const catalog::Signature& signature, const Trace& trace, std::string_view facts,
                  const Speakers& speakers) const;

  const catalog::Target& target_;
  std::vector<const catalog::Signature*> by_error_;  // the general ones last
  std::vector<const catalog::Signature*> by_line_;
  std::shared_ptr<const catalog::Regex> words_;  // of any line signature
};

}  // namespace mmlint::logs
