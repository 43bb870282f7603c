#pragma once

#include "app/checking/judging.h"

namespace mmlint::app {

// Collects the cases in which finding nothing means nothing because of --select and --ignore: no
// rule is left, or a config does not load and the rules that would report it are left out.
class Unjudged {
 public:
  // Looks at the passed configs of a request, which its workspace has resolved. Several threads may
  // call it, if each has a workspace of its own.
  void add(const check::Request& request);
  // Returns a note for each case, in the language of the run.
  std::vector<std::string> notes(const Judging& judging, const std::string& current_folder) const;

 private:
  std::mutex mutex_;
  std::size_t count_ = 0;
  std::string first_;  // absolute path
};

// Adds to what is open which rules of errors and warnings were not asked, if nothing was found:
// that is no proof then. To be called when the findings are in the report.
void note_left_out(const Judging& judging, RunReport& report);

}  // namespace mmlint::app
