#pragma once

#include "catalog/keys.h"
#include "catalog/literal.h"

// The verbs of fixes in training scripts; see verb.h.
namespace mmlint::catalog::verb {

// Makes the script create the process group, in place of the call that is found or in front of what
// builds a Runner.
struct MakeProcessGroup {};

// Replaces an argument of a call, or two of them, by `value` on hosts without CUDA: `OLD if
// torch.cuda.is_available() else VALUE`. Of `argument` and `with`, those are replaced that the call
// or a dict that it spreads has; the finding is about one of them.
struct ReplaceArgument {
  Literal value;
  std::string argument, with;
  std::size_t position = 0, with_position = 0;  // 0-based
  static void keys(auto& x, auto& f) {
    f.must("value", x.value);
    f.must("argument", x.argument);
    f.must("position", x.position, as::FromOne{});
    f.may("with", x.with);
    f.may("with_position", x.with_position, as::FromOne{});
  }
};

// Changes the arguments of a call. Those in `set` are added where the call lacks them; with
// `replace` those that it has get the texts as well, in which {argument} is the old text. Those in
// `drop` are removed: keywords, and the last ones by place, if the parameters in `drop` follow each
// other from `drop_position` on.
struct ChangeArguments {
  std::vector<std::pair<std::string, std::string>> set;  // name and Python text
  std::vector<std::string> drop;
  std::size_t drop_position = 0;  // 0-based
  std::string import;             // the module that the texts need
  bool replace = false;
  static void keys(auto& x, auto& f) {
    f.may("set", x.set);
    f.may("drop", x.drop);
    f.may("drop_position", x.drop_position, as::FromOne{});
    f.may("import", x.import);
    f.may("replace", x.replace);
  }
};

// Makes d.setdefault(x, y) d[x] = y, and removes the `if x not in d:` around d[x] = y.
struct AssignAlways {};
struct SetDefault {};    // makes os.environ[x] = y os.environ.setdefault(x, y)
struct GiveFlag {};      // passes a flag of the script, ScriptHit::name, in the launch script
struct RemoveImport {};  // removes an import in a function
struct CallWrapper {};   // calls DistributedDataParallel in the place of the model in it
struct SetLauncher {};   // sets the launcher of MMEngine's config, or passes it to the script
struct SetMaster {};     // sets MASTER_ADDR and MASTER_PORT before the process group is made

struct AskCuda {};  // has a device be CUDA only where torch.cuda.is_available() is true
struct GoOn {};     // has a script go on that stops where there is no CUDA

// Has a script train in one process per card, with DistributedDataParallel.
struct UseDdp {};
struct ShareSamples {};  // gives a DataLoader a DistributedSampler
struct TellEpochs {};    // calls set_epoch() of a DistributedSampler in the loop over the epochs

// Imports the vendor's bridge in the entry script: these lines, a list of texts. On targets with a
// bridge this is the fix of other rules too.
struct ImportBridge {
  Literal lines;
  std::vector<std::string> mends;  // the codes of those rules
  static void keys(auto& x, auto& f) {
    f.must("lines", x.lines);
    f.must("mends", x.mends);
  }
};

}  // namespace mmlint::catalog::verb
