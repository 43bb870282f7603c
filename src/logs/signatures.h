#pragma once

#include "catalog/signature.h"
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

// The signatures of a run of `diagnose`, arranged to be asked for each line of a log.
class Signatures {
 public:
  // Borrows the signatures, which must outlive this object.
  explicit Signatures(const std::vector<catalog::Signature>& all);

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
  static Known settled(const Known& known, const Trace& trace, std::string_view facts,
                       const Speakers& speakers);

 private:
  std::vector<const catalog::Signature*> by_error_;  // the general ones last
  std::vector<const catalog::Signature*> by_line_;
  std::shared_ptr<const catalog::Regex> words_;  // of any line signature
};

}  // namespace mmlint::logs
