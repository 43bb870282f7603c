#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_system.h"
#include "base/result.h"
#include "catalog/embedded.h"
#include "catalog/rule.h"
#include "catalog/target.h"

namespace mmlint::catalog {

// The examples of a rule as files. They lie in a folder that is called as the rule's code:
//
//     bad-01.py                  one file: configs/toy.py, tools/train.py or tools/run.sh
//     bad-01.fixed.py            what the fix leaves of it
//     bad-02.lazy.npu/           a project of several files: lazy configs, judged for target npu
//       configs/toy.py
//       configs/toy.fixed.py
//       configs/_base_/base.py
//     good-01.py                 nothing of the rule may be found here
//
// A name is "bad" or "good", on request a '-' and words, then behind dots "lazy" and the target if
// they are not "classic" and "gcu". A project may hold an example.json, {"order": [PATH, ...]}: its
// files as they are shown, if not those with findings are to stand first. A X.fixed.py without a
// X.py is a file that the fix makes. In bad examples markers (see markers.h) say what is found.
// Names that begin with a dot are no examples. The order is that of the paths.
struct ExampleText {
  std::string path;  // below the folder of the rule
  std::string text;
};

// The files below a folder, sorted by path; none if there is no such folder.
Result<std::vector<ExampleText>> read_example_texts(const FileSystem& disk,
                                                    const std::string& folder);
// Those inside the binary: what `mmlint rules CODE` shows, so for each target and verdict at most
// one example.
std::vector<ExampleText> embedded_example_texts(std::string_view code);

// The examples that some files are. `folder` is the folder of the rule as errors name it.
Result<std::vector<Example>> examples_of(const Rule& rule, std::span<const Target> targets,
                                         std::span<const ExampleText> texts,
                                         const std::string& folder);

}  // namespace mmlint::catalog
