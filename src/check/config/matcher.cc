#include "check/config/matcher.h"

#include "catalog/on_target.h"
#include "catalog/vocabulary.h"
#include "check/config/predicate.h"

namespace mmlint::check {

using catalog::Match;

namespace {

// {"config": NAME}
struct Fact {
  std::string_view name;
  ConfigFact holds;
};
constexpr auto kFacts = std::to_array<Fact>({
    {"runnable", &ConfigView::runnable},
    {"may-run-distributed", &ConfigView::may_run_distributed},
    {"launched", &ConfigView::launched},
    {"launcher-offered", &ConfigView::launcher_offered},
    {"trained-by-runner", &ConfigView::trained_by_runner},
    {"built-by-runner", &ConfigView::built_by_runner},
    {"built-by-flexible-runner", &ConfigView::built_by_flexible_runner},
    {"built-here", &ConfigView::built_here},
    {"launched-by-pytorch", &ConfigView::launched_by_pytorch},
    {"wrapped-by-runner", &ConfigView::wrapped_by_runner},
});
static_assert(catalog::has_names(kFacts, catalog::kConfigFacts));

bool is_excepted(const Match& match, std::string_view key) {
  return std::ranges::any_of(match.except, [key](const std::string& path) {
    return key.starts_with(path) && (key.size() == path.size() || key[path.size()] == '.');
  });
}

}  // namespace

std::uint32_t facts_of(const ConfigView& view) {
  std::uint32_t out = 0;
  for (const Fact& fact : kFacts) out = out << 1 | static_cast<std::uint32_t>(view.*fact.holds);
  return out;
}

catalog::Literal literal_of(const Hit& hit) {
  const Value* value = hit.found.value;
  const bool text =
      value && (value->kind == Value::Kind::kString || value->kind == Value::Kind::kReference);
  return text ? catalog::Literal{std::string(value->text())} : catalog::Literal{};
}

Matcher::Matcher(const catalog::Match& match, const catalog::Target& target)
    : match_(catalog::decided(catalog::filled(match, target), target)), target_(target) {
  primary_ = catalog::primary_matchers(match_);
  collect(match_);
}

void Matcher::collect(const Match& match) {
  if (match.kind == Match::Kind::kKey) {
    keys_.insert(match.key);
    Key& key = by_match_[&match];
    key.parts = key_parts(match.key);
    const auto star = std::ranges::find_if(
        key.parts, [](std::string_view part) { return part.starts_with('*'); });
    key.known = static_cast<std::size_t>(star - key.parts.begin());
    key.primary = is_in(&match, primary_);
    top_keys_.emplace(key.parts.front());
    is_of_keys_ = is_of_keys_ && key.known != 0;
  }
  if (match.kind == Match::Kind::kConfig) {
    facts_[&match] = catalog::row_of(kFacts, match.name)->holds;
    if (match.name == "may-run-distributed") {
      keys_.insert("launcher");
      needs_launcher_ = true;
    }
  }
  if (match.kind == Match::Kind::kCheck) {
    checks_.insert(match.name);
    is_of_keys_ = false;
    const auto& keys = catalog::row_of(catalog::config_predicates(), match.name)->keys;
    keys_.insert(keys.begin(), keys.end());
  }
  for (const Match& child : match.children) collect(child);
}

void Matcher::add_patterns(std::set<std::string>& patterns) const {
  for (const auto& [match, key] : by_match_) {
    if (key.primary) patterns.insert(match->key);
  }
}

void Matcher::number_keys(const NamePatterns& patterns) {
  for (auto& [match, key] : by_match_) key.number = patterns.number_of(match->key);
}

bool Matcher::is_ruled_out(std::uint32_t facts) const {
  const auto leaf = [&](const Match& match, std::vector<Hit>&) {
    if (match.kind != Match::Kind::kConfig) return Answer::kUnknown;
    const auto behind = kFacts.end() - catalog::row_of(kFacts, match.name) - 1;
    return answer(facts >> behind & 1);
  };
  std::vector<Hit> none;
  return evaluate(match_, target_, leaf, none) == Answer::kNo;
}

bool Matcher::holds_nowhere() const {
  return match_.kind == Match::Kind::kFacts && !target_.has(match_.facts);
}

std::string_view Matcher::problem() const {
  return match_.kind == Match::Kind::kProblem ? std::string_view(match_.name) : std::string_view();
}

std::vector<Hit> Matcher::find(const ConfigView& view, const FileSystem& files,
                               std::string* unknown) const {
  std::vector<Hit> hits;
  std::string key;
  const auto leaf = [&](const Match& match, std::vector<Hit>& out) {
    return test(match, view, files, out, key);
  };
  const Answer answer = evaluate(match_, target_, leaf, hits);
  if (answer == Answer::kUnknown && unknown) *unknown = std::move(key);
  if (answer != Answer::kYes) return {};
  // A rule without a key matcher is about the config as a whole.
  if (hits.empty() && primary_.empty()) hits.push_back({});
  return hits;
}

Answer Matcher::test(const Match& match, const ConfigView& view, const FileSystem& files,
                     std::vector<Hit>& hits, std::string& unknown) const {
  switch (match.kind) {
    case Match::Kind::kKey:
      return test_key(match, view, hits, unknown);
    case Match::Kind::kConfig:
      return answer(view.*facts_.at(&match));
    case Match::Kind::kCheck: {
      std::vector<Hit> found;
      const Answer answer = config_predicate(match.name)(view, files, found);
      if (is_in(&match, primary_)) std::ranges::move(found, std::back_inserter(hits));
      return answer;
    }
    default:  // a problem is matched where problems are reported; the loader refuses the others
      return Answer::kNo;
  }
}

Answer Matcher::test_key(const Match& match, const ConfigView& view, std::vector<Hit>& hits,
                         std::string& unknown) const {
  const Key& key = by_match_.at(&match);
  const auto test_all = [&](const FoundValue& found) {
    Answer all = Answer::kYes;
    for (const catalog::ValueTest& t : match.tests) {
      const Answer one = passes(t, match.ignore_case, found);
      if (one == Answer::kNo) return Answer::kNo;
      if (one == Answer::kUnknown) all = Answer::kUnknown;
    }
    return all;
  };
  const Value& root = view.root();
  if (key.known == key.parts.size()) {
    FoundValue found = value_at(root, key.parts);
    found.unknown = found.unknown || (view.partial && !found.value);
    const Answer result = test_all(found);
    if (result == Answer::kYes && key.primary) hits.push_back({match.key, found});
    if (result == Answer::kUnknown) unknown = match.key;
    return result;
  }
  Answer any = Answer::kNo;
  const auto visit = [&](const auto& path, const FoundValue& found) {
    if (!match.except.empty() && is_excepted(match, path())) return;
    const Answer one = test_all(found);
    if (one == Answer::kUnknown && any == Answer::kNo) {
      any = one;
      unknown = path();
    }
    if (one != Answer::kYes) return;
    any = Answer::kYes;
    if (key.primary) hits.push_back({path(), found});
  };
  const auto visit_place = [&](const KeyPlaces::Place& place) {
    visit([&] { return place.key(); }, place.found());
  };
  if (view.places && key.number) {
    view.places->for_each(root, *key.number, visit_place);
  } else {
    for_each_match(root, key.parts, [&](const std::string& path, const FoundValue& found) {
      visit([&] { return path; }, found);
    });
  }
  const std::span known(key.parts.data(), key.known);
  if (any == Answer::kNo && !known.empty() && value_at(root, known).unknown) {
    any = Answer::kUnknown;
    unknown = match.key.substr(0, match.key.find(".*"));
  }
  return any;
}

}  // namespace mmlint::check
