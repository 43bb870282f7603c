#pragma once

#include "launch/programs.h"

// The modules of compiled kernels that a project makes itself.
namespace mmlint::launch {

struct OwnKernels {
  std::set<std::string, std::less<>> modules;  // full names, also of packages that need one
  std::vector<const Program*> setups;          // the scripts that compile them
};

// A fact of all programs: the modules that setup.py scripts of the project compile as CUDAExtension
// (torch/utils/cpp_extension.py). Scripts that can use CppExtension instead do not count.
OwnKernels own_kernels(const ProgramStore& programs);

// A fact: those of them that a target lacks, as it runs no CUDA and setup.py imports nothing of its
// vendor that would compile them for it.
std::set<std::string, std::less<>> missing_kernels(const ProgramFacts& facts);

// Returns true if an import takes one of these modules; a relative one by the folders of its file.
bool takes_kernel(const script::Import& import, const ProgramFacts& facts,
                  const std::set<std::string, std::less<>>& kernels);

}  // namespace mmlint::launch
