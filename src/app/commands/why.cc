#include "app/commands/commands.h"

namespace mmlint::app {

int run_why(const Options&) {
  return 0;
}

}  // namespace mmlint::app
