#include "check/walked_imports.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

namespace mmlint::check {

using script::Summary;

bool makes_no_group(std::string_view symbol) {
  constexpr std::string_view kModules[] = {
      "__future__",   "abc",        "absl",       "albumentations", "argparse",
      "ast",          "bisect",     "builtins",   "collections",    "contextlib",
      "copy",         "csv",        "cv2",        "dataclasses",    "datetime",
      "easydict",     "einops",     "enum",       "functools",      "gc",
      "glob",         "gzip",       "heapq",      "importlib",      "runpy",
      "configparser", "tomllib",    "h5py",       "hashlib",        "imageio",
      "inspect",      "io",         "itertools",  "json",           "logging",
      "math",         "matplotlib", "numbers",    "numpy",          "omegaconf",
      "operator",     "os",         "pandas",     "pathlib",        "pickle",
      "PIL",          "platform",   "pprint",     "psutil",         "random",
      "re",           "requests",   "rich",       "scipy",          "shutil",
      "signal",       "skimage",    "sklearn",    "socket",         "statistics",
      "string",       "struct",     "sys",        "tempfile",       "tensorboard",
      "tensorboardX", "termcolor",  "textwrap",   "threading",      "tiktoken",
      "time",         "torch",      "torchaudio", "torchvision",    "tqdm",
      "traceback",    "types",      "typing",     "uuid",           "wandb",
      "warnings",     "yaml",       "zipfile"};
  const std::string_view module = symbol.substr(0, symbol.find('.'));
  return std::find(std::begin(kModules), std::end(kModules), module) != std::end(kModules);
}

namespace {

// Whether the project has the module that an import names, so that it was walked.
bool has_module(std::string_view symbol, const std::vector<std::string>& files) {
  if (symbol.starts_with('.')) return true;
  std::string path(symbol);
  std::replace(path.begin(), path.end(), '.', '/');
  while (!path.empty()) {
    const auto has = [&](const char* end) {
      const std::string wanted = "/" + path + end;
      return std::any_of(files.begin(), files.end(),
                         [&](const std::string& file) { return file.ends_with(wanted); });
    };
    if (has(".py") || has("/__init__.py")) return true;
    const std::size_t slash = path.rfind('/');
    path.resize(slash == path.npos ? 0 : slash);
  }
  return false;
}

}  // namespace

bool is_walked(const script::Import& import, const Summary& script) {
  return makes_no_group(import.symbol) || has_module(import.symbol, script.files);
}

bool walks_all_imports(const Summary& script) {
  const auto& imports = script.imports;
  return script.complete &&
         std::all_of(imports.begin(), imports.end(),
                     [&](const script::Import& each) { return is_walked(each, script); });
}

}  // namespace mmlint::check
