#include "project/module_files.h"

#include <doctest/doctest.h>

#include <map>
#include <string>
#include <vector>

#include "base/paths.h"

namespace mmlint::project {
namespace {

// A project at /p.
class Project {
 public:
  explicit Project(const std::map<std::string, std::string>& files)
      : loaded_(disk_, sources_, settings()), modules_(loaded_) {
    for (const auto& [path, text] : files) disk_.add("/p/" + path, text);
  }

  // "main: a.py b.py" for each of the scripts that is a program, with what it imports.
  std::vector<std::string> programs(const std::vector<std::string>& scripts) {
    std::vector<std::string> paths, out;
    for (const std::string& script : scripts) paths.push_back("/p/" + script);
    modules_.load(paths);
    for (const std::string& path : paths) {
      if (!modules_.finder(path)) continue;
      out.push_back(relative_path(path, "/p") + ":");
      for (const std::string& import : modules_.imported(path))
        out.back() += " " + relative_path(import, "/p");
    }
    return out;
  }

 private:
  static Settings settings() {
    Settings out;
    out.packages.roots = {"/p"};
    return out;
  }

  MemoryFileSystem disk_;
  SourceStore sources_;
  LoadedFiles loaded_;
  ModuleFiles modules_;
};

using Strings = std::vector<std::string>;

const std::string kMain = "if __name__ == '__main__':\n    main()\n";
const std::map<std::string, std::string> kFiles = {
    {"tools/train.py", "import torch\nfrom net.zoo import small\nimport net.absent\n" + kMain},
    {"tools/plain.py", "import torch\nx = 1\n"},
    {"net/__init__.py", ""},
    {"net/zoo/__init__.py", "from .small import Small, register\nfrom . import big\n"},
    {"net/zoo/small.py", "import torch\nfrom ..base import Base\nregister('small')\n"},
    {"net/zoo/big.py", "from .. import base\nregister('big')\n"},
    {"net/zoo/alone.py", "import torch\nregister('alone')\n"},
    {"net/base.py", "from tools import plain\n"}};

}  // namespace

TEST_CASE("a program has what it imports, directly or not, wherever its names lead") {
  CHECK(Project(kFiles).programs({"tools/train.py", "tools/plain.py"}) ==
        Strings{"tools/train.py: net/__init__.py net/base.py net/zoo/__init__.py net/zoo/big.py "
                "net/zoo/small.py tools/plain.py"});
}

TEST_CASE("what a script or a module beside it adds to sys.path comes before the folders above") {
  const std::string add =
      "import os.path as osp\nimport sys\n"
      "def add(path):\n    sys.path.insert(0, path)\n"
      "add(osp.join(osp.dirname(__file__), '..', 'parts'))\n";
  const std::map<std::string, std::string> files = {
      {"tools/by_module.py", "import torch\nimport paths, net\n" + kMain},
      {"tools/paths.py", add},
      {"own/by_script.py", add + "import torch\nimport net\n" + kMain},
      {"near/relative.py",
       "import sys\nimport torch\nsys.path.append('../parts')\nimport net\n" + kMain},
      {"root/relative.py",
       "import sys\nimport torch\nsys.path.append('parts')\nimport net\n" + kMain},
      {"none/unknown.py",
       "import sys\nimport torch\nsys.path.append(sys.argv[1])\nimport net\n" + kMain},
      {"none/gone.py",
       "import sys\nimport torch\nsys.path.append('gone')\nimport net, deep\n" + kMain},
      {"net.py", ""},
      {"lib/deep.py", ""},
      {"parts/net.py", ""}};
  CHECK(Project(files).programs({"tools/by_module.py", "own/by_script.py", "near/relative.py",
                                 "root/relative.py", "none/unknown.py", "none/gone.py"}) ==
        Strings{"tools/by_module.py: parts/net.py tools/paths.py", "own/by_script.py: parts/net.py",
                "near/relative.py: parts/net.py", "root/relative.py: parts/net.py",
                "none/unknown.py: net.py", "none/gone.py: lib/deep.py net.py"});
}

TEST_CASE("a module of a package that calls something is a program only if no other imports it") {
  const Strings modules = {"net/zoo/alone.py", "net/zoo/big.py", "net/zoo/small.py"};
  Project alone(kFiles);
  CHECK(alone.programs({"net/zoo/small.py"}) ==
        Strings{"net/zoo/small.py: net/base.py tools/plain.py"});
  Strings all = {"tools/train.py"};
  all.insert(all.end(), modules.begin(), modules.end());
  const Strings found = Project(kFiles).programs(all);
  CHECK(found.size() == 2);
  CHECK(found.front().starts_with("tools/train.py: "));
  CHECK(found.back() == "net/zoo/alone.py:");
  // In a folder that is no package it may be started by itself.
  std::map<std::string, std::string> scripts = kFiles;
  scripts["tools/plain.py"] = "import torch\nmain()\n";
  CHECK(Project(scripts).programs({"tools/train.py", "tools/plain.py"}).size() == 2);
}

TEST_CASE("what is loaded later does not change what a script is") {
  Project project(kFiles);
  CHECK(project.programs({"net/zoo/small.py"}).size() == 1);
  CHECK(project.programs({"tools/train.py", "net/zoo/small.py"}).size() == 2);
}

}  // namespace mmlint::project
