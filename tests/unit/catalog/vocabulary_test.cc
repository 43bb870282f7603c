#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "catalog/vocabulary.h"
#include "unit/catalog/toy_files.h"

using namespace mmlint;
using namespace mmlint::catalog;

namespace {

// A toy file with `from` changed `to` must not load, and the error must be this.
struct Case {
  std::string from, to, error;
};

void check_refused(const std::string& file, const std::string& path,
                   const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    CAPTURE(c.from);
    CAPTURE(c.to);
    const std::string error = error_of(path, with(file, c.from, c.to));
    // "path:line: /pointer: message"
    CHECK(error.starts_with(path + ":"));
    const std::string found = error.substr(std::min(error.size(), error.find(": ") + 2));
    CHECK(found == c.error);
  }
}

const std::string kAction =
    R"("action": {"do": "replace-value", "value": "{target.backends.default}"})";
const std::string kMatch = R"({"key": "toy.size", "one_of": ["S", "xs"], "ignore_case": true})";
const std::string kVariants =
    R"("variants": [{"value": "s", "when": {"name": "gcu"}, "why": {"en": "even {value}", "zh": "就连 {value}"}}],)";

std::string names_of(std::span<const Predicate> predicates) {
  std::string out;
  for (const Predicate& each : predicates)
    out += (out.empty() ? "" : ", ") + std::string(each.name);
  return out;
}

}  // namespace

TEST_CASE("the toy files load") {
  CHECK(rule_error(toy_rule()) == "");
  CHECK(target_error(toy_target()) == "");
}

TEST_CASE("an error names the line") {
  CHECK(rule_error(with(toy_rule(), "\"since\"", "\"sinze\"")) ==
        "mine/TOY001-toy-rule.json:1: unknown key 'sinze', did you mean 'since'?");
  CHECK(rule_error(with(toy_rule(), "\"en\": \"take", "\"een\": \"take")) ==
        "mine/TOY001-toy-rule.json:13: /fix/title: unknown key 'een', did you mean 'en'?");
  CHECK(rule_error(with(toy_rule(), "[2]", "[9]")) ==
        "mine/TOY001-toy-rule.json:24: /examples/0/files/0/found_at/0: is behind the end of the "
        "file");
}

TEST_CASE("what is no JSON") {
  CHECK(rule_error("").starts_with("mine/TOY001-toy-rule.json:1: no valid JSON: "));
  CHECK(rule_error("{\n\"code\": \"X\",\n}")
            .starts_with("mine/TOY001-toy-rule.json:3: no valid JSON"));
  CHECK(rule_error("[]") == "mine/TOY001-toy-rule.json:1: must be an object");
}

TEST_CASE("keys and types of a rule") {
  check_refused(
      toy_rule(), kRulePath,
      {{R"("value": "{target.backends.default}")", R"("valeu": "{target.backends.default}")",
        "/fix/action: unknown key 'valeu', did you mean 'value'?"},
       {R"("since": "0.1.0",)", R"("since": "0.1.0", "colour": 1,)", "unknown key 'colour'"},
       {R"("since": "0.1.0",)", "", "key 'since' is missing"},
       {R"("since": "0.1.0",)", R"("since": 1,)", "/since: must be a string that is not empty"},
       {R"("since": "0.1.0",)", R"("since": "1",)", "/since: '1' is no version"},
       {R"("since": "0.1.0",)", R"("since": "0.1.0", "since": "0.1.0",)",
        "key 'since' is given twice"},
       {R"("since": "0.1.0",)", R"("since": "0.1.0", "on_by_default": "yes",)",
        "/on_by_default: must be true or false"},
       {R"("since": "0.1.0",)",
        R"("since": "0.1.0", "only_in": {"style": "both", "why": {"en": "a", "zh": "b"}},)",
        "/only_in/style: unknown name 'both', it must be one of classic, lazy"},
       {R"("since": "0.1.0",)", R"("since": "0.1.0", "only_in": {"style": "lazy"},)",
        "/only_in: key 'why' is missing"},
       {R"("since": "0.1.0",)",
        R"("since": "0.1.0", "only_in": {"style": "lazy", "why": {"en": "a", "zh": "b"}},)",
        "/examples/0: the rule is for lazy configs only"},
       {R"("documents": "config")", R"("documents": "configs")",
        "/documents: unknown name 'configs', did you mean 'config'?"},
       {R"("severity": "warning")", R"("severity": "fatal")",
        "/severity: unknown name 'fatal', it must be one of info, warning, error"},
       {R"("links": ["https://example.org/toys"])", R"("links": [])",
        "/links: must be a list that is not empty"},
       {R"("links": ["https://example.org/toys"])", R"("links": ["http://example.org"])",
        "/links/0: 'http://example.org' is no link"}});
}

TEST_CASE("code and name of a rule") {
  check_refused(
      toy_rule(), kRulePath,
      {{R"("code": "TOY001")", R"("code": "TOY002")",
        "/code: the file must be called TOY002-toy-rule.json"},
       {R"("name": "toy-rule")", R"("name": "toy-rules")",
        "/code: the file must be called TOY001-toy-rules.json"},
       {R"("code": "TOY001")", R"("code": "Toy1")", "/code: 'Toy1' is no rule code, such as MM101"},
       {R"("name": "toy-rule")", R"("name": "Toy Rule")",
        "/name: 'Toy Rule' is no rule name, such as unsupported-backend"}});
  const std::string other = with(toy_rule(), "\"TOY001\"", "\"MM101\"");
  CHECK(error_of("mine/MM101-toy-rule.json", other) ==
        "mine/MM101-toy-rule.json:2: /code: 'MM101' is taken by "
        "rules/MM101-unsupported-backend.json");
  const std::string same_name = with(toy_rule(), "\"toy-rule\"", "\"unsupported-backend\"");
  CHECK(error_of("mine/TOY001-unsupported-backend.json", same_name) ==
        "mine/TOY001-unsupported-backend.json:3: /name: 'unsupported-backend' is taken by "
        "rules/MM101-unsupported-backend.json");
}

TEST_CASE("retired codes are never reused") {
  const std::vector<Catalog::File> files = {{"mine/retired.json", R"(["TOY001"])"},
                                            {kRulePath, toy_rule()}};
  const auto loaded = Catalog::load(files);
  REQUIRE_FALSE(loaded);
  CHECK(to_string(loaded.error()) ==
        kRulePath + ":2: /code: 'TOY001' is retired, and codes are never reused");
}

TEST_CASE("texts") {
  check_refused(
      toy_rule(), kRulePath,
      {{R"(, "zh": "玩具太小")", "", "/summary: key 'zh' is missing"},
       {R"("en": "a toy is too small", )", "", "/summary: key 'en' is missing"},
       {R"("zh": "玩具太小")", R"("zh": "")", "/summary/zh: must be a string that is not empty"},
       {R"("summary": {"en": "a toy is too small", "zh": "玩具太小"},)", "",
        "key 'summary' is missing"},
       {R"("why": {"en": "toys must be large {{really}}", "zh": "玩具必须够大"},)", "",
        "key 'why' is missing"},
       {R"("message": {"en": "{key} is)", R"("mesage": {"en": "{key} is)",
        "unknown key 'mesage', did you mean 'message'?"},
       {"a toy is too small", "{value} is too small",
        "/summary/en: placeholder '{value}' is not bound; known here: none"},
       {"a toy is too small", "{target.device} is too small",
        "/summary/en: facts of a target cannot stand here"},
       {"{key} is {value} on", "{key} is {valeu} on",
        "/message/en: placeholder '{valeu}' is not bound; known here: key, value, count"},
       {"{target.device} 上的", "{target.devise} 上的",
        "/message/zh: target 'cpu' has no fact 'devise'"},
       {"{target.device} 上的", "{target.blocks} 上的",
        "/message/zh: fact 'blocks' of target 'cpu' cannot stand in a text"},
       {"{{really}}", "{really", "/why/en: a single '{'; write '{{' for a brace"},
       {"{{really}}", "really}", "/why/en: a single '}'; write '}}' for a brace"},
       {"take a large one", "take {config}",
        "/fix/title/en: placeholder '{config}' is not bound; known here: key, value, count"},
       {"it needs room", "it needs {room}",
        "/fix/why_not_safe/en: placeholder '{room}' is not bound; known here: key, value, count"},
       {"even {value}", "even {values}",
        "/variants/0/why/en: placeholder '{values}' is not bound; known here: key, value, count"}});
}

TEST_CASE("facts of targets") {
  check_refused(
      toy_rule(), kRulePath,
      {{R"("when": {"device_ids.harmful": true})", R"("when": {"device_ids.harmfull": true})",
        "/when/device_ids.harmfull: target 'cpu' has no fact 'device_ids.harmfull'"},
       {R"("when": {"device_ids.harmful": true})", R"("when": {})", "/when: names no fact"},
       {"{target.backends.default}", "{target.backends.best}",
        "/fix/action/value: target 'cpu' has no fact 'backends.best'"},
       {"\"{target.backends.default}\"", "\"is {target.backends.default}\"",
        "/fix/action/value: 'is {target.backends.default}': a fact must be the whole string"},
       {R"("one_of": ["S", "xs"])", R"("one_of": "{target.backends.default}")",
        "/match/all/1/one_of: fact 'backends.default' of target 'cpu' is no list"}});
}

TEST_CASE("matches") {
  check_refused(
      toy_rule(), kRulePath,
      {{R"({"config": "runnable"})", R"({"config": "runable"})",
        "/match/all/0/config: unknown name 'runable', did you mean 'runnable'?"},
       {R"({"config": "runnable"})", R"({"check": "luck"})",
        "/match/all/0/check: unknown name 'luck', it must be one of " +
            names_of(config_predicates()) + ", " + names_of(launch_predicates())},
       {R"({"config": "runnable"})", R"({"check": "same_port"})",
        "/match/all/0/check: unknown name 'same_port', did you mean 'same-port'?"},
       {R"({"config": "runnable"})", R"({"script": "luck"})",
        "/match/all/0/script: unknown name 'luck', it must be one of " +
            names_of(script_predicates())},
       {R"({"config": "runnable"})", R"({"problem": "syntax"})",
        "/match/all/0/problem: unknown name 'syntax', it must be one of syntax-error, "
        "base-not-found, "
        "base-cycle, duplicate-key-among-bases, mixed-config-styles, undefined-name, "
        "merge-type-conflict, reserved-key, package-base-not-found, not-utf8, limit-reached, "
        "config-raises, unused-suppression, unresolved-value, quoted-base-variable, "
        "leftover-delete, "
        "base-variable-in-expression, environment-default-not-substituted, delete-after-copy, "
        "stdlib-import-changes-mode, lazy-key-dropped-by-import, nested-read-base, "
        "pop-of-missing-key, leaked-name, base-edited-in-place, empty-dict-does-not-clear, "
        "unordered-set-to-list, non-data-value, environment-dependent, variable-not-given, "
        "base-ignored, "
        "import-order-changes-mode, lazy-standard-call"},
       {R"({"config": "runnable"})", R"({"al": []})",
        "/match/all/0: unknown key 'al', did you mean 'all'?"},
       {R"({"config": "runnable"})", "{}",
        "/match/all/0: needs one of 'all', 'any', 'not', 'key', 'facts', 'config', 'problem', "
        "'check', 'script', 'call', 'import', 'write', 'option', 'environment', 'store', "
        "'shadow', 'raises', 'loads', 'given', 'launch', 'word', 'variable'"},
       {R"({"config": "runnable"})", R"({"all": 0, "not": {"key": "a"}})",
        "/match/all/0: unknown key 'not'"},
       {R"({"config": "runnable"})", R"({"script": "trains"})",
        "/match/all/0: is about scripts, and the rule about configs"},
       {R"({"config": "runnable"})", R"({"call": "f"})",
        "/match/all/0: is about scripts, and the rule about configs"},
       {R"({"config": "runnable"})", R"({"word": ["--amp"]})",
        "/match/all/0: is about shells, and the rule about configs"},
       {R"({"config": "runnable"})", R"({"launch": ["python"], "flag": "m"})",
        "/match/all/0: an option and what is tested of it belong together"},
       {R"({"config": "runnable"})", R"({"launch": ["torchrn"]})",
        "/match/all/0/launch/0: unknown name 'torchrn', did you mean 'torchrun'?"},
       {R"({"config": "runnable"})", R"({"call": []})",
        "/match/all/0/call: must be a list that is not empty"},
       {R"({"config": "runnable"})", R"({"call": "f", "argument": "a"})",
        "/match/all/0: an argument and what is tested of it belong together"},
       {R"({"config": "runnable"})", R"({"call": "f", "under": ["grup"]})",
        "/match/all/0/under/0: no condition asks 'grup'"},
       {R"({"config": "runnable"})", R"({"write": "a", "argument": "a", "present": true})",
        "/match/all/0: only a call has arguments"},
       {R"({"config": "runnable"})", R"({"config": "runnable", "key": "a"})",
        "/match/all/0: unknown key 'config'"},
       {R"({"config": "runnable"})", R"({"any": []})",
        "/match/all/0/any: must be a list that is not empty"},
       {R"("key": "toy.size")", R"("key": "toy..size")",
        "/match/all/1/key: 'toy..size' is no key path pattern"},
       {R"(, "one_of": ["S", "xs"])", "",
        "/match/all/1: tests nothing; say \"present\": true if any value will do"},
       {R"("one_of": ["S", "xs"])", R"("one_of": "S")",
        "/match/all/1/one_of: must be a list that is not empty, or a fact \"{target.PATH}\""},
       {R"("one_of": ["S", "xs"])", R"("is": "string")",
        "/match/all/1/is: unknown name 'string', it must be one of none, bool, int, float, str, "
        "list, "
        "tuple, dict, reference"},
       {R"("one_of": ["S", "xs"])", R"("matches": "S(")",
        "/match/all/1/matches: '(?i)S(' is no regular expression: missing ): (?i)S("},
       {R"("one_of": ["S", "xs"])", R"("present": false)", "/match/all/1/present: must be true"},
       {R"("one_of": ["S", "xs"])", R"("absent": true, "is": "str")",
        "/match/all/1: 'absent' stands alone: there is no value to test"}});
}

TEST_CASE("where a finding stands") {
  check_refused(
      toy_rule(), kRulePath,
      {{R"("when": {"device_ids)", R"("at": "there", "when": {"device_ids)",
        "/at: unknown name 'there', it must be one of value, key"},
       {R"("when": {"device_ids)", R"("at": {"definition_of": "a.b"}, "when": {"device_ids)",
        "/at/definition_of: must be a top-level key"},
       {kMatch, R"({"key": "toy.size", "absent": true})",
        "the rule may match without a value, so it needs \"at\": {\"definition_of\": KEY}"},
       {kMatch, R"({"not": {"key": "toy.size", "is": "str"}})",
        "the rule may match without a value, so it needs \"at\": {\"definition_of\": KEY}"}});
  const std::string problem =
      with(with(toy_rule(), kMatch, R"({"problem": "syntax-error"})"), R"("when": {"device_ids)",
           R"("at": "key", "when": {"device_ids)");
  CHECK(rule_error(problem).ends_with("/at: a problem knows its own place"));
}

TEST_CASE("fixes and variants") {
  check_refused(
      toy_rule(), kRulePath,
      {{R"("why_not_safe": {"en": "it needs room", "zh": "需要地方"},)", "",
        "/fix: key 'why_not_safe' is missing"},
       {R"("safety": "unsafe")", R"("safety": "safe")", "/fix/why_not_safe: the fix is safe"},
       {R"("safety": "unsafe")", R"("safety": "dangerous")",
        "/fix/safety: unknown name 'dangerous', it must be one of safe, unsafe, display"},
       {R"("do": "replace-value")", R"("do": "replace")",
        "/fix/action/do: unknown name 'replace', it must be one of show, replace-value, add-key, "
        "ensure-key, change-entries, remove-key, move-value, ensure-wrapper, class-to-string, "
        "import-process-group, remove-text, remove-argument, "
        "drop-quotes, use-base-name, remove-suppression, make-process-group, "
        "replace-argument, change-arguments, set-default, remove-import, use-torchrun, "
        "rename-variable, read-pipestatus, replace-word, add-line, set-variable, give-flag, "
        "assign-always, import-bridge, ask-cuda, go-on, use-ddp, share-samples, tell-epochs, "
        "call-wrapper, set-launcher, set-master, remove-word"},
       {kAction, R"("action": {"do": "show"})",
        "/fix/action: 'show' changes nothing, so the fix must be 'display'"},
       {kAction, R"("action": {"do": "replace-value"})",
        "/fix/action: needs one of 'value', 'values' and 'nearest'"},
       {kAction, R"("action": {"do": "replace-value", "values": {}})",
        "/fix/action/values: names no value"},
       {kAction, R"("action": {"do": "add-key", "key": "*", "value": 1})",
        "/fix/action/key: '*' is no key path"},
       {kAction, R"("action": {"do": "ensure-key", "key": "a.b"})",
        "/fix/action: key 'value' is missing"},
       {R"({"value": "s", "when": {"name": "gcu"}, )", "{",
        "/variants/0: needs 'value', 'when' or 'forms'"}});
  const std::string absent =
      with(with(toy_rule(), kMatch, R"({"key": "toy.size", "absent": true})"),
           R"("when": {"device_ids)", R"("at": {"definition_of": "toy"}, "when": {"device_ids)");
  CHECK(rule_error(absent).find("'{value}' is not bound; known here: key, count") !=
        std::string::npos);
  const std::string worded = with(with(absent, "is {value} on", "is not on"), "是 {value}", "没有");
  CHECK(rule_error(worded).ends_with(
      "/fix/action: changes the matched value, but the rule may match without one"));
  const std::string bare =
      with(with(worded, kAction, R"("action": {"do": "ensure-wrapper"})"),
           "\"even {value}\", \"zh\": \"就连 {value}\"", "\"even\", \"zh\": \"就连\"");
  CHECK(rule_error(bare).ends_with("/variants/0/value: the rule may match without a value"));
  CHECK(rule_error(with(with(worded, kAction, R"("action": {"do": "ensure-wrapper"})"), kVariants,
                        "")) == "");
}

TEST_CASE("examples") {
  const std::string good =
      R"(,
    {"target": "cuda", "style": "lazy", "good": true, "files": [{"path": "a.py", "text": ["toy = None"]}]})";
  const std::string other_file = R"(,
        {"path": "b.py", "text": ["other = 1"]})";
  check_refused(
      toy_rule(), kRulePath,
      {{good, "", "/examples: a good one is missing"},
       {R"("target": "gcu",
      "style": "classic",)",
        R"("target": "gcu", "good": true,
      "style": "classic",)",
        "/examples/0/files/0: a good example has no 'bad'"},
       {R"("target": "gcu")", R"("target": "gku")",
        "/examples/0/target: unknown name 'gku', did you mean 'gcu'?"},
       {R"("target": "gcu")", R"("target": "rocm")",
        "/examples/0: the rule is silent on target 'rocm'"},
       {R"("style": "classic")", R"("style": "old")",
        "/examples/0/style: unknown name 'old', it must be one of classic, lazy, script, shell"},
       {R"(, "found_at": [2])", "", "/examples/0/files/0: key 'found_at' is missing"},
       {R"(, "found_at": [2])", R"(, "found_at": [0])",
        "/examples/0/files/0/found_at/0: must be a positive integer"},
       {R"("fixed": ["toy = {", "    'size': 'gloo'}"])",
        R"("fixed": ["toy = {", "    'size': 'S'}"])",
        "/examples/0/files/0/fixed: is the text before the fix"},
       {R"(, "fixed": ["toy = {", "    'size': 'gloo'}"])", "",
        "/examples: none shows what the fix leaves: an X.fixed.py beside a bad X.py is missing (or "
        "'fixed', where the examples stand in the rule's file)"},
       {R"("path": "b.py")", R"("path": "a.py")", "/examples/0/files/1/path: is given twice"},
       {R"("path": "b.py")", R"("path": "../b.py")",
        "/examples/0/files/1/path: must be a path below the root of the example"},
       {R"("text": ["other = 1"])", R"("txt": ["other = 1"])",
        "/examples/0/files/1: unknown key 'txt', did you mean 'text'?"},
       {R"(, "text": ["other = 1"])", "", "/examples/0/files/1: needs one of 'bad' and 'text'"},
       {R"("text": ["other = 1"])", R"("text": ["a = 1\nb = 2"])",
        "/examples/0/files/1/text/0: must be one line, without a line end"},
       {R"("text": ["toy = None"])", R"("text": ["toy = None"], "found_at": [1])",
        "/examples/1/files/0: 'found_at' belongs to 'bad'"}});
  const std::string bad =
      R"({"path": "a.py", "bad": ["toy = {", "    'size': 'S'}"], "found_at": [2], "fixed": ["toy = {", "    'size': 'gloo'}"]})";
  CHECK(rule_error(with(with(toy_rule(), bad + ",", ""), R"("target": "gcu",
      "style")",
                        R"("target": "gcu", "good": true, "style")"))
            .ends_with("/examples: a bad one is missing"));
  CHECK(rule_error(with(toy_rule(), bad + ",", ""))
            .ends_with("/examples/0: no file is bad; say \"good\": true if that is meant"));
}

TEST_CASE("target files") {
  check_refused(
      toy_target(), kTargetPath,
      {{R"("name": "toy")", R"("name": "toys")", "/name: the file must be called toys.json"},
       {R"(, "zh": "玩具")", "", "/title: key 'zh' is missing"},
       {R"("off": ["MM102"])", R"("of": ["MM102"])", "unknown key 'of', did you mean 'off'?"},
       {R"("off": ["MM102"])", R"("off": ["MM1022"])",
        "/off: there is no rule 'MM1022', did you mean 'MM022'?"},
       {R"("off": ["MM102"])", R"("display": {"rules": ["MM102"]})",
        "/display: key 'why' is missing"},
       {R"("off": ["MM102"])",
        R"("display": {"rules": ["MM1022"], "why": {"en": "new", "zh": "新"}})",
        "/display/rules: there is no rule 'MM1022', did you mean 'MM022'?"},
       {R"({"MM101": "info"})", R"({"MM101": "note"})",
        "/severity/MM101: unknown name 'note', it must be one of info, warning, error"},
       {R"({"MM101": "info"})", R"({"QQ999": "info"})", "/severity: there is no rule 'QQ999'"},
       {R"("device": "here",)", "", "/sources: the source of fact 'device' is missing"},
       {R"("device": "here",)", R"("device": "here", "devices": "here",)",
        "/sources: there is no fact 'devices', did you mean 'device'?"},
       {R"("device": "here",)", R"("device": "",)",
        "/sources/device: must be a string that is not empty"},
       {R"("device": "toy",)", R"("device": "toy", "name": "x",)",
        "/facts: 'name' is the target's name already"}});
  CHECK(error_of("mine/targets/gcu.json",
                 with(toy_target(), "\"name\": \"toy\"", "\"name\": \"gcu\"")) ==
        "mine/targets/gcu.json:2: /name: 'gcu' is taken by rules/targets/gcu.json");
  const std::string poor =
      with(with(toy_target(), R"("sync_bn": {"works": false},)", ""), R"("sync_bn": "here",)", "");
  CHECK(target_error(poor).ends_with("target 'toy' has no fact 'sync_bn.works'"));
}
