#pragma once

#include "base/language.h"
#include "catalog/verb.h"

namespace mmlint::catalog {

using FixAction =
    std::variant<verb::Show, verb::ReplaceValue, verb::AddKey, verb::EnsureKey, verb::ChangeEntries,
                 verb::RemoveKey, verb::MoveValue, verb::EnsureWrapper, verb::ClassToString,
                 verb::ImportProcessGroup, verb::RemoveText, verb::RemoveArgument, verb::DropQuotes,
                 verb::UseBaseName, verb::RemoveSuppression, verb::MakeProcessGroup,
                 verb::ReplaceArgument, verb::ChangeArguments, verb::SetDefault, verb::RemoveImport,
                 verb::UseTorchrun, verb::RenameVariable, verb::ReadPipestatus, verb::ReplaceWord,
                 verb::AddLine, verb::SetVariable, verb::GiveFlag, verb::AssignAlways,
                 verb::ImportBridge, verb::AskCuda, verb::GoOn, verb::UseDdp, verb::ShareSamples,
                 verb::TellEpochs, verb::CallWrapper, verb::SetLauncher, verb::SetMaster,
                 verb::RemoveWord>;

// A verb in a rule file, {"do": NAME}.
struct VerbName {
  // The kinds of documents that its rules may be about.
  enum For : std::uint8_t { kConfig = 1, kScript = 2, kShell = 4 };
  std::string_view name;
  int documents;             // of For
  bool needs_value = false;  // a config's matched value is changed, so there must be one
};
// In the order of FixAction.
inline constexpr auto kVerbs = [] {
  using enum VerbName::For;
  return std::array<VerbName, std::variant_size_v<FixAction>>{
      {{"show", kConfig | kScript | kShell},
       {"replace-value", kConfig | kScript, true},
       {"add-key", kConfig | kScript, true},
       {"ensure-key", kConfig},
       {"change-entries", kConfig, true},
       {"remove-key", kConfig, true},
       {"move-value", kConfig, true},
       {"ensure-wrapper", kConfig | kScript},
       {"class-to-string", kConfig, true},
       {"import-process-group", kConfig},
       {"remove-text", kConfig},
       {"remove-argument", kConfig},
       {"drop-quotes", kConfig | kShell},
       {"use-base-name", kConfig},
       {"remove-suppression", kConfig},
       {"make-process-group", kScript},
       {"replace-argument", kScript},
       {"change-arguments", kScript},
       {"set-default", kScript},
       {"remove-import", kScript},
       {"use-torchrun", kShell},
       {"rename-variable", kShell},
       {"read-pipestatus", kShell},
       {"replace-word", kShell},
       {"add-line", kShell},
       {"set-variable", kShell},
       {"give-flag", kScript},
       {"assign-always", kScript},
       {"import-bridge", kScript},
       {"ask-cuda", kScript},
       {"go-on", kScript},
       {"use-ddp", kScript},
       {"share-samples", kScript},
       {"tell-epochs", kScript},
       {"call-wrapper", kScript},
       {"set-launcher", kScript},
       {"set-master", kScript},
       {"remove-word", kShell}}};
}();

// Returns the `value` of an action's verb, which the action owns; null if the verb has none.
inline const Literal* written_value(const FixAction& action) {
  return std::visit(
      [](const auto& verb) -> const Literal* {
        if constexpr (requires { verb.value; })
          return &verb.value;
        else
          return nullptr;
      },
      action);
}

struct RuleFix {
  LocalizedText title;
  Safety safety = Safety::kSafe;
  LocalizedText why_not_safe;  // required when not safe
  FixAction action;
  // The fix is also made for findings of severity info, without --select.
  bool of_information = false;
  static void keys(auto& x, auto& f) {
    f.must("title", x.title);
    f.must("safety", x.safety);
    f.may("why_not_safe", x.why_not_safe);
    f.must("action", x.action);
    f.may("of_information", x.of_information);
  }
};

}  // namespace mmlint::catalog
