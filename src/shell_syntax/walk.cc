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
      case StatementKind::kFor:
        words(as<For>(node).items);
        break;
      case StatementKind::kCase:
        word(*as<Case>(node).subject);
        for (const CaseItem& item : as<Case>(node).items) {
          words(item.patterns);
          block(item.body);
        }
        return;
      case StatementKind::kFunction:
        statement(*as<Function>(node).body);
        break;
      case StatementKind::kTest:
        words(as<Test>(node).words);
        break;
      default:
        break;
    }
    for_each_block(node, [this](Block each) { block(each); });
  }
};

}  // namespace

void walk(Block block, const Visitor& visitor) {
  Walk{visitor}.block(block);
}

void walk(const Statement& statement, const Visitor& visitor) {
  Walk{visitor}.statement(statement);
}

void for_each_block(const Statement& statement, const std::function<void(Block)>& visit) {
  switch (statement.kind) {
    case StatementKind::kIf:
      visit(as<If>(statement).condition);
      visit(as<If>(statement).then);
      visit(as<If>(statement).otherwise);
      break;
    case StatementKind::kFor:
      visit(as<For>(statement).body);
      break;
    case StatementKind::kForArithmetic:
      visit(as<ForArithmetic>(statement).body);
      break;
    case StatementKind::kWhile:
      visit(as<While>(statement).condition);
      visit(as<While>(statement).body);
      break;
    case StatementKind::kCase:
      for (const CaseItem& item : as<Case>(statement).items) visit(item.body);
      break;
    case StatementKind::kGroup:
    case StatementKind::kSubshell:
      visit(as<Compound>(statement).body);
      break;
    default:
      break;
  }
}

}  // namespace mmlint::shell_syntax
