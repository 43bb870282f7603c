#pragma once

namespace mmlint::app {

// The whole program; gives the exit code of design.md, section 3.
int run(int argc, char** argv);

}  // namespace mmlint::app
