#include "shell_syntax/walk.h"

namespace mmlint::shell_syntax {
namespace {

struct Walk {
  const Visitor& visitor;

  void parts(std::span<const Part> all) const {
    for (const Part& each : all) {
      if (visitor.part) visitor.part(each);
      parts(each.parts);
      block(each.body);
    }
  }
  void word(const Word& each) const {
    if (visitor.word) visitor.word(each);
    parts(each.parts);
  }
  void words(std::span<const Word> all) const {
    for (const Word& each : all) word(each);
  }
  void assignments(std::span<const Assignment> all) const {
    for (const Assignment& each : all) {
      if (visitor.assignment) visitor.assignment(each);
      if (each.value != nullptr) word(*each.value);
      words(each.items);
    }
  }
  void block(Block all) const {
    if (visitor.enter) visitor.enter(all);
    for (const Statement* each : all) statement(*each);
    if (visitor.leave) visitor.leave(all);
  }

  void statement(const Statement& node) const {
    if (visitor.statement) visitor.statement(node);
    for (const Redirect& each : node.redirects) word(*each.target);
    switch (node.kind) {
      case StatementKind::kCommand:
        assignments(as<Command>(node).assignments);
        words(as<Command>(node).words);
        assignments(as<Command>(node).declared);
        break;
      case StatementKind::kPipeline:
        block(as<Pipeline>(node).commands);
        break;
      case StatementKind::kAndOr:
        statement(*as<AndOr>(node).left);
        statement(*as<AndOr>(node).right);
        break;
      case StatementKind::kIf:
        block(as<If>(node).condition);
        block(as<If>(node).then);
        block(as<If>(node).otherwise);
        break;
      case StatementKind::kFor:
        words(as<For>(node).items);
        block(as<For>(node).body);
        break;
      case StatementKind::kForArithmetic:
        block(as<ForArithmetic>(node).body);
        break;
      case StatementKind::kWhile:
        block(as<While>(node).condition);
        block(as<While>(node).body);
        break;
      case StatementKind::kCase:
        word(*as<Case>(node).subject);
        for (const CaseItem& item : as<Case>(node).items) {
          words(item.patterns);
          block(item.body);
        }
        break;
      case StatementKind::kFunction:
        statement(*as<Function>(node).body);
        break;
      case StatementKind::kGroup:
      case StatementKind::kSubshell:
        block(as<Compound>(node).body);
        break;
      case StatementKind::kTest:
        words(as<Test>(node).words);
        break;
    }
  }
};

}  // namespace

void walk(Block block, const Visitor& visitor) {
  Walk{visitor}.block(block);
}

void walk(const Statement& statement, const Visitor& visitor) {
  Walk{visitor}.statement(statement);
}

}  // namespace mmlint::shell_syntax
