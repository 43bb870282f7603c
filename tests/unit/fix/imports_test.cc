#include "fix/script/imports.h"

#include "unit/fix/edited.h"

namespace mmlint {
namespace {

using test::Edited;

// Some lines added to a script; what is not of Python's own library, beside the statement `beside`.
std::string added(const std::string& text, const std::vector<std::string>& lines,
                  std::size_t first = 0, std::size_t beside = 0) {
  Edited script(text);
  std::vector<const syntax::Stmt*> statements;
  for (std::size_t i = 0; i < script.document.statements().size(); ++i)
    statements.push_back(&script.statement(i));
  fix::ImportOrder order(script.document, statements, first);
  for (const std::string& line : lines) {
    if (line.find("torch") == std::string::npos)
      order.add_standard(line);
    else
      order.add_beside(*statements[beside], line);
  }
  return script.after(order.edits());
}

const std::string kDist = "import torch.distributed as dist";

TEST_CASE("a module of Python's own library goes into its section, sorted") {
  CHECK(added("import argparse\nimport sys\nfrom pathlib import Path\n\nimport torch\n",
              {"import os"}) ==
        "import argparse\nimport os\nimport sys\nfrom pathlib import Path\n\nimport torch\n");
  CHECK(added("from pathlib import Path\n\nimport torch\n", {"import os"}) ==
        "import os\nfrom pathlib import Path\n\nimport torch\n");
  CHECK(added("import argparse\n\nimport torch\nx = 1\n", {"import datetime", "import os"}) ==
        "import argparse\nimport datetime\nimport os\n\nimport torch\nx = 1\n");
}

TEST_CASE("a section that is new stands first, behind the docstring, with a blank line behind it") {
  CHECK(added("'Trains.'\nimport torch\n", {"import os"}, 1) ==
        "'Trains.'\nimport os\n\nimport torch\n");
  CHECK(added("from mmengine.runner import Runner\n", {"import os", kDist}) ==
        "import os\n\nimport torch.distributed as dist\nfrom mmengine.runner import Runner\n");
  CHECK(added("x = 1\r\n", {"import os"}) == "import os\r\n\r\nx = 1\r\n");
}

TEST_CASE("another module goes into the block of the import that loads PyTorch") {
  CHECK(added("import os\n\nimport numpy as np\nimport torch\nimport yaml\nfrom torch import nn\n",
              {kDist}, 0, 2) ==
        "import os\n\nimport numpy as np\nimport torch\nimport torch.distributed as dist\n"
        "import yaml\nfrom torch import nn\n");
  CHECK(added("import os\nos.environ['A'] = '1'\nfrom mmengine.config import Config\n", {kDist}, 0,
              2) ==
        "import os\nos.environ['A'] = '1'\nimport torch.distributed as dist\n"
        "from mmengine.config import Config\n");
  CHECK(added("import os\nimport sys\nfrom torch import nn\n", {kDist}, 0, 2) ==
        "import os\nimport sys\nimport torch.distributed as dist\nfrom torch import nn\n");
}

}  // namespace
}  // namespace mmlint
