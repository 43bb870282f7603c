#include "allocator/large_pages.h"
#include "app/run.h"

int main(int argc, char** argv) {
  mmlint::use_large_pages();
  return mmlint::app::run(argc, argv);
}
