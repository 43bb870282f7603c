#pragma once

#include "base/diagnostic.h"
#include "check/findings/finding.h"

// Each of these functions returns true if a fix of a config is meant to change a key in this way;
// any other change that its edits bring about refuses the fix. Besides the keys that the rule is
// about, helper variables may change: MMEngine does not read them, they feed the keys.
namespace mmlint::fix {

bool means(const catalog::verb::ReplaceValue& verb, const check::Finding& finding,
           const Intent& intent);
bool means(const catalog::verb::ClassToString& verb, const check::Finding& finding,
           const Intent& intent);
bool means(const catalog::verb::AddKey& verb, const check::Finding& finding, const Intent& intent);
bool means(const catalog::verb::EnsureKey& verb, const check::Finding& finding,
           const Intent& intent);
bool means(const catalog::verb::MoveValue& verb, const check::Finding& finding,
           const Intent& intent);
bool means(const catalog::verb::ChangeEntries& verb, const check::Finding& finding,
           const Intent& intent);
bool means(const catalog::verb::RemoveKey& verb, const check::Finding& finding,
           const Intent& intent);
bool means(const catalog::verb::EnsureWrapper& verb, const check::Finding& finding,
           const Intent& intent);
bool means(const catalog::verb::ImportProcessGroup& verb, const check::Finding& finding,
           const Intent& intent);
bool means(const catalog::verb::RemoveArgument& verb, const check::Finding& finding,
           const Intent& intent);
bool means(const catalog::verb::DropQuotes& verb, const check::Finding& finding,
           const Intent& intent);
bool means(const catalog::verb::UseBaseName& verb, const check::Finding& finding,
           const Intent& intent);

}  // namespace mmlint::fix
