#include "app/run.h"

// A program without shared libraries would sort the tables for exceptions when the first one is
// thrown, for some milliseconds: the code that begins it (crtbeginT.o of GCC) registers them here.
// They are not to be registered, for then libgcc finds the index that the linker has made
// (_Unwind_Find_FDE in unwind-dw2-fde-dip.c). The linker leads the calls to these names; see
// cmake/Compiler.cmake.
extern "C" {
void __wrap___register_frame_info(const void*, void*) {}
void* __wrap___deregister_frame_info(const void*) {
  return nullptr;
}
}

int main(int argc, char** argv) {
  return mmlint::app::run(argc, argv);
}
