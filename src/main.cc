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

// Read by jemalloc before main(), and by nobody where the program has another allocator. Each page
// of memory that is touched first costs the kernel half of what working on it costs us, so large
// ones are asked for.
extern "C" {
extern const char* malloc_conf;
const char* malloc_conf = "thp:always";
}

int main(int argc, char** argv) {
  return mmlint::app::run(argc, argv);
}
