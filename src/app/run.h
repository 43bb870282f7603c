#pragma once

namespace mmlint::app {

// Runs the whole program and returns its exit code; docs/reference.md, "Exit codes".
int run(int argc, char** argv);

}  // namespace mmlint::app
