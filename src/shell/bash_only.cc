#include "shell/bash_only.h"

#include "base/algorithms.h"
#include "base/text.h"
#include "facts/launch.h"
#include "shell_syntax/walk.h"

namespace mmlint::shell {
namespace {

using namespace shell_syntax;
using Effect = BashOnly::Effect;

bool is_posix(const Part& variable) {
  constexpr std::string_view kOperators[] = {"",  "-",  ":-", "=",  ":=", "?",  ":?",
                                             "+", ":+", "%",  "%%", "#",  "##", kLength};
  return variable.subscript.empty() && is_in(variable.op, kOperators);
}

std::string_view literal(const Word& word) {
  const bool one = word.parts.size() == 1 && word.parts[0].kind == PartKind::kLiteral;
  return one ? word.parts[0].text : std::string_view();
}

class Reader {
 public:
  explicit Reader(const ShellDocument& script) : script_(script), text_(script.source().bytes()) {}

  std::vector<BashOnly> run() {
    if (text_.find("BASH_VERSION") != text_.npos) return {};
    for (const Statement* each : script_.statements()) {
      refuse(*each);
      statement(*each, false);
      if (ended_) break;
    }
    return std::move(out_);
  }

 private:
  std::string_view written(std::uint32_t begin, std::uint32_t end) const {
    return text_.substr(begin, end - begin);
  }

  void add(Effect effect, std::uint32_t begin, std::uint32_t end, bool conditional) {
    out_.push_back({effect, {script_.source().id(), begin, end}, conditional});
  }

  // dash parses a command of the top level as a whole before it runs it.
  void refuse(const Statement& top) {
    std::optional<std::pair<std::uint32_t, std::uint32_t>> first;
    const auto note = [&](std::uint32_t begin, std::uint32_t end) {
      if (!first || begin < first->first) first = {begin, end};
    };
    Visitor visitor;
    visitor.assignment = [&](const Assignment& each) {
      if (each.is_array) note(each.begin, each.end);
    };
    visitor.part = [&](const Part& each) {
      if (each.kind == PartKind::kProcess) note(each.begin, each.end);
    };
    visitor.statement = [&](const Statement& each) {
      for (const Redirect& redirect : each.redirects) {
        const std::string_view target = literal(*redirect.target);
        const bool both = redirect.op == ">&" && target != "-" &&
                          target.find_first_not_of("0123456789") != target.npos;
        if (redirect.op == "<<<" || both) note(redirect.begin, redirect.end);
      }
      const std::string_view words = written(each.begin, each.end);
      const bool function =
          each.kind == StatementKind::kFunction &&
          (words.starts_with("function") || !is_identifier(as<Function>(each).name));
      const bool select = each.kind == StatementKind::kFor && words.starts_with("select");
      const std::size_t line = std::min(words.find('\n'), words.size());
      if (function || select || each.kind == StatementKind::kForArithmetic)
        note(each.begin, each.begin + static_cast<std::uint32_t>(line));
    };
    walk(top, visitor);
    if (first) add(Effect::kStops, first->first, first->second, false);
  }

  // What ends a process of its own does not end the script.
  void apart(Block all, bool conditional) {
    const std::size_t first = out_.size();
    const bool ended = ended_;
    block(all, conditional);
    ended_ = ended;
    for (std::size_t i = first; i < out_.size(); ++i) out_[i].effect = Effect::kMisread;
  }

  void block(Block block, bool conditional) {
    for (const Statement* each : block) statement(*each, conditional);
  }

  void statement(const Statement& each, bool conditional) {
    if (++steps_ > kMostSteps) return;
    for (const Redirect& redirect : each.redirects) {
      if (redirect.op == "&>" || redirect.op == "&>>")
        add(Effect::kMisread, redirect.begin, redirect.end, conditional);
      word(*redirect.target, conditional);
    }
    switch (each.kind) {
      case StatementKind::kCommand:
        return command(as<Command>(each), conditional);
      case StatementKind::kPipeline:
        if (as<Pipeline>(each).commands.size() > 1)
          return apart(as<Pipeline>(each).commands, conditional);
        return block(as<Pipeline>(each).commands, conditional);
      case StatementKind::kSubshell:
        return apart(as<Compound>(each).body, conditional);
      case StatementKind::kAndOr:
        statement(*as<AndOr>(each).left, conditional);
        return statement(*as<AndOr>(each).right, true);
      case StatementKind::kFunction:
        functions_[as<Function>(each).name] = as<Function>(each).body;
        return;
      case StatementKind::kTest:
        return add(Effect::kMisread, each.begin, each.end, conditional);
      case StatementKind::kIf:
        block(as<If>(each).condition, conditional);
        block(as<If>(each).then, true);
        return block(as<If>(each).otherwise, true);
      case StatementKind::kFor:
        words(as<For>(each).items, conditional);
        return block(as<For>(each).body, true);
      case StatementKind::kWhile:
        block(as<While>(each).condition, conditional);
        return block(as<While>(each).body, true);
      case StatementKind::kCase:
        word(*as<Case>(each).subject, conditional);
        return for_each_block(each, [&](Block body) { block(body, true); });
      default:
        return for_each_block(each, [&](Block body) { block(body, conditional); });
    }
  }

  void command(const Command& each, bool conditional) {
    for (const Assignment& set : each.assignments) assignment(set, Effect::kMisread, conditional);
    words(each.words, conditional);
    for (const Assignment& set : each.declared) assignment(set, Effect::kStops, conditional);
    if (each.words.empty()) return;
    const std::string_view name = literal(each.words[0]);
    const Word& first = each.words[0];
    if (const auto function = functions_.find(name); function != functions_.end()) {
      const Statement* body = function->second;
      if (followed_.emplace(body, conditional).second) statement(*body, conditional);
    } else if (facts::is_builtin_of_bash(name)) {
      add(Effect::kMisread, first.begin, first.end, conditional);
    } else if (name == "[" || name == "test") {
      for (const Word& word : each.words.subspan(1))
        if (literal(word) == "==" || literal(word) == "-v")
          add(Effect::kMisread, word.begin, word.end, conditional);
    } else if (name == "set") {
      for (const Word& word : each.words.subspan(1))
        if (literal(word) == "pipefail") add(Effect::kStops, first.begin, word.end, conditional);
    }
    ended_ =
        ended_ || (!conditional && (name == "exit" || name == "exec") && each.words.size() > 1);
  }

  // dash takes A+=x and A[0]=x for the name of a command, and export ends at such a name.
  void assignment(const Assignment& each, Effect effect, bool conditional) {
    if (each.append || !each.subscript.empty()) add(effect, each.begin, each.end, conditional);
    if (each.value) word(*each.value, conditional);
  }

  void words(std::span<const Word> all, bool conditional) {
    for (const Word& each : all) word(each, conditional);
  }

  void word(const Word& word, bool conditional) { parts(word.parts, conditional); }

  void parts(std::span<const Part> all, bool conditional) {
    for (const Part& each : all) {
      const auto found = [&](Effect effect) { add(effect, each.begin, each.end, conditional); };
      const bool old =
          each.kind == PartKind::kArithmetic && written(each.begin, each.end).starts_with("$[");
      const auto computes = [&](std::string_view op) {
        return each.text.find(op) != each.text.npos;
      };
      if (each.kind == PartKind::kVariable && !is_posix(each)) {
        found(Effect::kStops);
      } else if (each.kind == PartKind::kRange || each.kind == PartKind::kAnsiC || old ||
                 (each.kind == PartKind::kSpecial && each.text.starts_with('{'))) {
        found(Effect::kMisread);
      } else if (each.kind == PartKind::kArithmetic &&
                 (computes("++") || computes("--") || computes("**"))) {
        found(Effect::kStops);
      }
      parts(each.parts, conditional || !each.op.empty());
      apart(each.body, conditional);
    }
  }

  static constexpr std::size_t kMostSteps = 100'000;

  const ShellDocument& script_;
  std::string_view text_;
  std::map<std::string_view, const Statement*> functions_;
  std::set<std::pair<const Statement*, bool>> followed_;
  std::vector<BashOnly> out_;
  std::size_t steps_ = 0;
  bool ended_ = false;
};

}  // namespace

std::vector<BashOnly> bash_only(const ShellDocument& script) {
  return Reader(script).run();
}

}  // namespace mmlint::shell
