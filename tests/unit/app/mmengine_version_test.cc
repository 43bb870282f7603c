#include "app/settings/mmengine_version.h"

#include <doctest/doctest.h>

namespace mmlint::app {

TEST_CASE("a line of a requirements file may pin MMEngine") {
  struct Case {
    const char* line;
    const char* version;
  };
  for (const auto& [line, version] : {
           Case{"mmengine==0.7.3", "0.7.3"},
           Case{"  mmengine == 0.8.0rc1  # newer ones break us\r", "0.8.0rc1"},
           Case{"MMEngine-Lite==0.10.4; python_version < '3.12'", "0.10.4"},
           Case{"mmengine_lite===0.9.0", "0.9.0"},
           Case{"mmengine[all] ==0.9.1 --hash=sha256:00", "0.9.1"},
           Case{"mmengine==0.7.3\\", "0.7.3"},
           Case{"mmengine==nonsense", "nonsense"},
           Case{"mmengine>=0.7.3", ""},
           Case{"mmengine==0.7.*", ""},
           Case{"mmengine==0.7.3,!=0.7.3.post1", ""},
           Case{"mmengine", ""},
           Case{"mmengine[all", ""},
           Case{"mmengine-extra==1.0", ""},
           Case{"# mmengine==0.7.3", ""},
           Case{"-r mmengine==0.7.3", ""},
           Case{"", ""},
       }) {
    const std::string requirement(line);
    CAPTURE(requirement);
    CHECK(pinned_mmengine(line) == version);
  }
}

}  // namespace mmlint::app
