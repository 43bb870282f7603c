#include "app/run.h"

int main(int argc, char** argv) {
  return mmlint::app::run(argc, argv);
}
