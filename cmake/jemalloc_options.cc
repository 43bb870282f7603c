#include <cstring>

// How jemalloc works in mmlint; it asks for both before main().
extern "C" {

// Each page of memory that is touched first costs the kernel half of what working on it costs us,
// so large ones are asked for, and those that are free again are kept: mmlint runs for seconds.
extern const char* malloc_conf;
const char* malloc_conf = "thp:always,dirty_decay_ms:-1";

// MALLOC_CONF is what people set for the allocator of their trainings, as guides to PyTorch say. Of
// that, jemalloc would print what it does not know, or end the program. The linker leads its calls
// of secure_getenv() to this name; see cmake/ThirdParty.cmake.
char* __real_secure_getenv(const char* name);   // NOLINT: the linker's names
char* __wrap_secure_getenv(const char* name);   // NOLINT
char* __wrap_secure_getenv(const char* name) {  // NOLINT
  return std::strcmp(name, "MALLOC_CONF") == 0 ? nullptr : __real_secure_getenv(name);
}
}
