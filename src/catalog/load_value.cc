

#include "catalog/load_value.h"
#include "base/algorithms.h"
#include "base/paths.h"
#include "catalog/on_target.h"

namespace mmlint::catalog {
namespace {

// Fails unless every target knows the fact. In a text it must be printable as well.
void require_fact(const Node& node, std::string_view path, std::span<const Target> targets,
                  bool in_text) {
  for (const Target& target : targets) {
    const Literal* fact = target.fact(path);
    if (fact == nullptr) {
      node.fail(fmt::format("target '{}' has no fact '{}'", target.name, path));
    } else if (in_text && !printed(*fact)) {
      node.fail(fmt::format("fact '{}' of target '{}' cannot stand in a text", path, target.name));
    }
  }
}

void require_bound(const Node& node, const Literal& literal, std::span<const Target> targets) {
  if (const std::string* text = literal.string()) {
    if (const auto path = fact_path_of_literal(*text)) {
      require_fact(node, *path, targets, false);
    } else if (text->find("{target.") != std::string::npos) {
      node.fail(fmt::format("'{}': a fact must be the whole string", *text));
    }
  } else if (const Literal::List* list = literal.list()) {
    for (const Literal& item : *list) require_bound(node, item, targets);
  } else if (const Literal::Dict* dict = literal.dict()) {
    for (const auto& [key, value] : *dict) require_bound(node, value, targets);
  }
}

}  // namespace

void require_file_name(const Node& node, const std::string& name) {
  if (file_name(node.path()) != name) node.fail(fmt::format("the file must be called {}", name));
}

void load(const Node& node, bool& x, const Context& /*context*/) {
  x = node.boolean();
}

void load(const Node& node, std::string& x, const Context& /*context*/) {
  x = node.string();
}

void load(const Node& node, std::string& x, const Context& /*context*/, const Format& format) {
  x = node.string();
  if (!format.regex->matches(x)) node.fail(fmt::format(fmt::runtime(format.complaint), x));
}

void load(const Node& node, std::string& x, const Context& /*context*/,
          std::span<const std::string_view> choices) {
  x = choices[node.one_of(choices)];
}

void load(const Node& node, std::string& x, const Context& context, as::Sentence) {
  x = node.string();
  std::vector<TemplatePiece> pieces;
  if (const auto wrong = cut_at_placeholders(x, pieces)) node.fail(*wrong);
  std::vector<std::string_view> known;
  if (context.rule)
    known = captures_of(context.rule->match);
  else if (!context.codes.empty())
    known = {"group"};  // of a signature's case
  for (const TemplatePiece& piece : pieces) {
    if (!piece.placeholder) continue;
    if (const auto path = fact_path(piece.text)) {
      if (!context.rule) node.fail("facts of a target cannot stand here");
      require_fact(node, *path, context.targets, true);
    } else if (!is_in(piece.text, known)) {
      node.fail(fmt::format("placeholder '{{{}}}' is not bound; known here: {}", piece.text,
                            known.empty() ? "none" : fmt::format("{}", fmt::join(known, ", "))));
    }
  }
}

void load(const Node& node, std::string& x, const Context& /*context*/, as::Lines) {
  x = node.lines();
}

void load(const Node& node, LocalizedText& x, const Context& context) {
  load_keys(node, x, context, [](LocalizedText& text, auto& f) {
    f.must("en", text.en, as::Sentence{});
    f.must("zh", text.zh, as::Sentence{});
  });
}

void load(const Node& node, LocalizedText& x, const Context& /*context*/, as::Plain) {
  load(node, x, Context{});
}

void load(const Node& node, Version& x, const Context& /*context*/) {
  const std::string text = node.string();
  const auto version = parse_version(text);
  if (!version || printed(*version) != text) {
    node.fail(fmt::format("'{}' is no version of MMEngine, such as 0.10.7", text));
  } else if (*version <= kOldestVersion || *version > kNewestVersion) {
    node.fail(fmt::format("must be newer than {} and not newer than {}", printed(kOldestVersion),
                          printed(kNewestVersion)));
  }
  x = version.value_or(kNewestVersion);
}

void load(const Node& node, std::size_t& x, const Context& /*context*/, as::FromOne) {
  x = node.positive() - 1;
}

void load(const Node& node, std::uint8_t& x, const Context& /*context*/, as::Answers) {
  constexpr std::array<Named<std::uint8_t>, 3> kAnswers = {
      {{"no", answers::kNo}, {"maybe", answers::kMaybe}, {"yes", answers::kYes}}};
  x = 0;
  for (const Node& answer : node.items())
    x = static_cast<std::uint8_t>(x | answer.one_of(kAnswers));
}

void load(const Node& node, std::uint8_t& x, const Context& /*context*/, as::Unset) {
  x = node.boolean() ? answers::kYes : answers::kNo;
}

void load(const Node& node, QuestionPattern& x, const Context& /*context*/) {
  const std::string name = node.string();
  if (auto pattern = read_question_pattern(name))
    x = *std::move(pattern);
  else
    node.fail("no condition asks '" + name + "'");
}

void load(const Node& node, std::shared_ptr<const Regex>& x, const Context& context) {
  const auto pattern = fill_pattern(node.string(), context.targets.front());
  auto regex = pattern ? Regex::compile(*pattern) : tl::unexpected(pattern.error());
  if (!regex) return node.fail(regex.error().message);
  x = *std::move(regex);
}

void load(const Node& node, Literal& x, const Context& context) {
  require_bound(node, node.literal(), context.targets);
  x = node.literal();
}

void load(const Node& node, Literal& x, const Context& context, as::Text) {
  node.string();  // fails if it is none; a fact of a target that it names may still be null
  load(node, x, context);
}

void load(const Node& node, Literal& x, const Context& context, as::Names) {
  load(node, x, context);
  const std::string* one = x.string();
  if (!one)
    node.strings();
  else if (!fact_path_of_literal(*one))
    x = Literal{Literal::List{Literal{*one}}};
}

void load(const Node& node, Literal& x, const Context& context,
          std::span<const std::string_view> choices) {
  load(node, x, context, as::Names{});
  for (const Node& name : node.items()) name.one_of(choices);
}

void load(const Node& node, Facts& x, const Context& context, as::Facts) {
  for (const auto& [path, value] : node.members()) {
    require_fact(value, path, context.targets, false);
    x.emplace_back(path, value.literal());
  }
  if (x.empty()) node.fail("names no fact");
}

void load(const Node& node, std::vector<std::string>& x, const Context& context, as::MayBeEmpty) {
  if (node.literal() != Literal{Literal::List{}}) load(node, x, context);
}

}  // namespace mmlint::catalog
