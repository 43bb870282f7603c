#include "value/packages.h"

#include <doctest/doctest.h>

#include "unit/project.h"

namespace mmlint {
namespace {

using test::MemoryProject;

const std::string kImporter = "/p/configs/a.py";

// What stands in a Python environment, as one file system.
class Environment {
 public:
  explicit Environment(const std::vector<std::string>& files) {
    for (const std::string& path : files) disk_.add(path, "");
  }
  void add(const std::string& path, const std::string& text) { disk_.add(path, text); }

  std::string config(const std::string& module, const std::string& path,
                     PackageSettings settings) const {
    return Packages(disk_, std::move(settings)).config(module, path, kImporter).value_or("unknown");
  }
  std::string module(const std::string& dotted, PackageSettings settings) const {
    return Packages(disk_, std::move(settings)).module(dotted, kImporter).value_or("unknown");
  }

 private:
  MemoryFileSystem disk_;
};

PackageSettings python(const std::string& path) {
  return {{}, {}, {path}};
}

TEST_CASE("an environment is searched wherever it keeps its packages") {
  const std::string folders[] = {
      "/env/lib/python3.11/site-packages", "/env/lib64/python3.9/site-packages",
      "/env/lib/python3/dist-packages", "/env/local/lib/python3.11/dist-packages", "/env"};
  for (const std::string& folder : folders) {
    CAPTURE(folder);
    const Environment e({folder + "/mmdet-3.3.0.dist-info/METADATA", folder + "/mmdet/__init__.py",
                         folder + "/mmdet/.mim/model-index.yml"});
    CHECK(e.config("mmdet", "a/b.py", python("/env")) == folder + "/mmdet/.mim/configs/a/b.py");
    CHECK(e.module("mmdet.configs.b", python("/env")) == folder + "/mmdet/configs/b.py");
    CHECK(e.config("mmpose", "a/b.py", python("/env")) == "unknown");
    CHECK(e.config("mmdet", "a/b.py", {}) == "unknown");
  }
}

TEST_CASE("a package is found by the name of its distribution") {
  Environment e({"/s/MMSegmentation-1.2.2.dist-info/METADATA", "/s/mmseg/.mim/model-index.yml",
                 "/s/mmocr/__init__.py", "/s/mmyolo-0.6.0.dist-info/METADATA"});
  CHECK(e.config("mmseg", "a/b.py", python("/s")) == "unknown");
  e.add("/s/MMSegmentation-1.2.2.dist-info/top_level.txt", "mmseg\nother\n");
  CHECK(e.config("mmseg", "a/b.py", python("/s")) == "/s/mmseg/.mim/configs/a/b.py");
  // Without model-index.yml, that is what MMEngine misses.
  CHECK(e.config("mmocr", "a/b.py", python("/s")) == "/s/mmocr/.mim/model-index.yml");
  CHECK(e.config("mmyolo", "a/b.py", python("/s")) == "unknown");
}

TEST_CASE("editable installs that name a folder are followed") {
  Environment link({"/src/mmdet/mmdet.egg-info/top_level.txt", "/src/mmdet/mmdet/__init__.py",
                    "/src/mmdet/mmdet/.mim/model-index.yml"});
  link.add("/s/mmdet.egg-link", "/src/mmdet\n.");
  CHECK(link.config("mmdet", "a/b.py", python("/s")) == "/src/mmdet/mmdet/.mim/configs/a/b.py");

  Environment pth({"/src/toys/toys/__init__.py"});
  pth.add("/s/easy-install.pth", "# c\nimport os; os.abort()\n\n../src/toys\r\n/nowhere\n");
  CHECK(pth.module("toys.configs.b", python("/s")) == "/src/toys/toys/configs/b.py");
}

TEST_CASE("what was given comes first, then the project, then what is installed") {
  const Environment e({"/given/configs/a/b.py", "/given/mmdet/configs/b.py", "/p/mmdet/__init__.py",
                       "/p/configs/a/b.py", "/p/mmdet/configs/b.py", "/s/mmdet/__init__.py",
                       "/s/mmdet/.mim/model-index.yml"});
  PackageSettings all{{{"mmdet", "/given"}}, {"/p"}, {"/s"}};
  CHECK(e.config("mmdet", "a/b.py", all) == "/given/configs/a/b.py");
  CHECK(e.config("mmdet", "a/c.py", all) == "/given/configs/a/c.py");
  CHECK(e.module("mmdet.configs.b", all) == "/given/mmdet/configs/b.py");
  all.given.clear();
  CHECK(e.config("mmdet", "a/b.py", all) == "/p/configs/a/b.py");
  CHECK(e.module("mmdet.configs.b", all) == "/p/mmdet/configs/b.py");
  CHECK(e.config("mmdet", "a/c.py", all) == "/s/mmdet/.mim/configs/a/c.py");
  all.roots = {"/elsewhere"};
  CHECK(e.config("mmdet", "a/b.py", all) == "/s/mmdet/.mim/configs/a/b.py");
}

TEST_CASE("text that MMEngine refuses is refused whatever is installed") {
  CHECK(!check_package_text("a/b.py"));
  CHECK(!check_package_text("mmdet::a/b.py"));
  for (const char* text : {"mmdet::b.py", "mmdet::a-b/c.py", "x/mmdet::a/b.py", "mmdet::a/b::c.py",
                           "mmdet::a::b/c.py"}) {
    CAPTURE(text);
    CHECK(check_package_text(text)->exception == "ValueError");
  }
  CHECK(check_package_text("mmdat::a/b.py")->exception == "AssertionError");
  CHECK(check_package_text("mmdat::a/b.py")->detail.ends_with("did you mean 'mmdet'?"));
}

TEST_CASE("a base in an unknown package leaves the config unjudged") {
  MemoryProject project({{"configs/a.py", "_base_ = 'mmdet::a/b.py'\n"},
                         {"configs/b.py",
                          "from m import x\nfrom mmengine.config import read_base\n"
                          "with read_base():\n    from mmdet.a import *\n"}});
  for (const char* path : {"configs/a.py", "configs/b.py"}) {
    CAPTURE(path);
    CHECK(project.resolve(path).problems.at(0).kind == ProblemKind::kPackageBaseNotFound);
  }
}

}  // namespace
}  // namespace mmlint
