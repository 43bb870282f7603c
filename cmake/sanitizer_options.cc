// Read by the address sanitizer before main(). With fewer frames of where memory was allocated, and
// less memory that waits to be used again, the tests take half the time.
extern "C" const char* __asan_default_options();  // NOLINT: the sanitizer's name
extern "C" const char* __asan_default_options() {  // NOLINT
  return "malloc_context_size=2:quarantine_size_mb=32";
}
