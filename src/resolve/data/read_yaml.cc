#include "resolve/data/read_yaml.h"

#include <unordered_map>

#include <fmt/format.h>

#include "resolve/data/yaml_parse.h"
#include "resolve/data/yaml_tags.h"
#include "resolve/data/yaml_value.h"

// Follows yaml/constructor.py of PyYAML 6.0: SafeConstructor and FullConstructor.
namespace mmlint::resolve {
namespace {

constexpr int kMaxDepth = 400;
constexpr std::size_t kMaxPairs = 1'000'000;
constexpr std::string_view kYaml = "tag:yaml.org,2002:";

struct Refused {
  Problem problem;
};

[[noreturn]] void refuse(const YamlNode& node, std::string detail) {
  throw Refused{
      {ProblemKind::kSyntaxError,
       node.span,
       {{"language", "YAML"}, {"exception", "ConstructorError"}, {"detail", std::move(detail)}},
       {}}};
}

[[noreturn]] void raise(const YamlNode& node, std::string exception, std::string detail) {
  throw Refused{{ProblemKind::kConfigRaises,
                 node.span,
                 {{"exception", std::move(exception)}, {"detail", std::move(detail)}},
                 {}}};
}

[[noreturn]] void too_much(const YamlNode& node, std::string limit) {
  throw Refused{{ProblemKind::kLimitReached, node.span, {{"limit", std::move(limit)}}, {}}};
}

const char* id(const YamlNode& node) {
  switch (node.kind) {
    case YamlNode::Kind::kScalar:
      return "scalar";
    case YamlNode::Kind::kSequence:
      return "sequence";
    case YamlNode::Kind::kMapping:
      return "mapping";
  }
  return "scalar";
}

bool is_unhashable(const Value& key) {
  return key.kind == Kind::kList || key.kind == Kind::kDict || key.kind == Kind::kSet;
}

class Constructor {
 public:
  explicit Constructor(Pool& pool) : pool_(pool) {}

  Value* run(YamlNode& root) {
    Value* value = construct(root, 0);
    return object_ ? pool_.unknown("a Python object made by YAML", object_->span) : value;
  }

 private:
  Value* construct(YamlNode& node, int depth) {
    if (depth > kMaxDepth) too_much(node, fmt::format("{} nested values", kMaxDepth));
    const auto known = made_.find(&node);
    if (known != made_.end()) {
      if (!known->second) refuse(node, "found unconstructable recursive node");
      return known->second;
    }
    made_[&node] = nullptr;
    Value* value = make(node, depth);
    made_[&node] = value;
    return value;
  }

  Value* make(YamlNode& node, int depth) {
    if (!node.tag.starts_with(kYaml)) return without_constructor(node);
    std::string_view tag = std::string_view(node.tag).substr(kYaml.size());
    const bool python = tag.starts_with("python/");
    if (python) tag.remove_prefix(std::string_view("python/").size());
    if (tag == "set" && !python) return set(node, depth);
    if (tag == (python ? "dict" : "map")) return map(node, depth);
    if (tag == (python ? "list" : "seq")) return list(node, depth);
    if (tag == "tuple" && python) return tuple(node, depth);
    if ((tag == "omap" || tag == "pairs") && !python) return pairs_list(node, depth);
    if (is_yaml_scalar_tag(tag, python)) return scalar(node, tag);
    if (python) {
      // It may be a module or a function, which MMEngine drops.
      object_ = &node;
      return pool_.unknown("", node.span);
    }
    return without_constructor(node);
  }

  [[noreturn]] static Value* without_constructor(const YamlNode& node) {
    refuse(node, fmt::format("could not determine a constructor for the tag '{}'", node.tag));
  }

  Value* scalar(YamlNode& node, std::string_view tag) {
    if (node.kind != YamlNode::Kind::kScalar) {
      for (std::size_t i = 0; i < node.items.size(); i += 2) {
        if (node.kind == YamlNode::Kind::kMapping &&
            node.items[i]->tag == "tag:yaml.org,2002:value")
          return pool_.unknown("a mapping in the place of a scalar", node.span);
      }
      refuse(node, fmt::format("expected a scalar node, but found {}", id(node)));
    }
    const YamlScalarValue made = make_yaml_scalar(pool_, node, tag);
    if (made.value) return made.value;
    if (made.exception == "ConstructorError") refuse(node, made.detail);
    raise(node, made.exception, made.detail);
  }

  Value* list(YamlNode& node, int depth) {
    Value* out = pool_.make(Kind::kList, node.span);
    made_[&node] = out;
    fill(*out, node, depth);
    return out;
  }

  Value* tuple(YamlNode& node, int depth) {
    Value* out = pool_.make(Kind::kTuple, node.span);
    fill(*out, node, depth);
    return out;
  }

  void fill(Value& out, YamlNode& node, int depth) {
    if (node.kind != YamlNode::Kind::kSequence)
      refuse(node, fmt::format("expected a sequence node, but found {}", id(node)));
    for (YamlNode* item : node.items) out.items.push_back(construct(*item, depth + 1));
  }

  Value* map(YamlNode& node, int depth) {
    Value* out = pool_.make(Kind::kDict, node.span);
    made_[&node] = out;
    fill_dict(*out, node, depth);
    return out;
  }

  Value* set(YamlNode& node, int depth) {
    Value* out = pool_.make(Kind::kSet, node.span);
    made_[&node] = out;
    Value dict;
    dict.kind = Kind::kDict;
    fill_dict(dict, node, depth);
    if (dict.kind == Kind::kUnknown) {
      out->kind = Kind::kUnknown;
      out->text = dict.text;
    }
    for (const Entry& entry : dict.dict.entries()) out->items.push_back(entry.key);
    return out;
  }

  void fill_dict(Value& out, YamlNode& node, int depth) {
    if (node.kind != YamlNode::Kind::kMapping)
      refuse(node, fmt::format("expected a mapping node, but found {}", id(node)));
    flatten(node, depth);
    for (std::size_t i = 0; i < node.items.size(); i += 2) {
      Value* key = construct(*node.items[i], depth + 1);
      if (is_unhashable(*key)) refuse(*node.items[i], "found unhashable key");
      Value* value = construct(*node.items[i + 1], depth + 1);
      if (key->kind == Kind::kUnknown) {
        out.kind = Kind::kUnknown;
        out.text = key->text;
        out.dict.clear();
        return;
      }
      if (!hashable(*key)) raise(*node.items[i], "TypeError", "unhashable type");
      out.dict.set(key, value,
                   pool_.origin({.key = key->span, .value = value->span, .set = value}));
    }
  }

  // Puts the pairs of `<<` before the others (SafeConstructor.flatten_mapping).
  void flatten(YamlNode& node, int depth) {
    if (depth > kMaxDepth) too_much(node, fmt::format("{} nested values", kMaxDepth));
    std::vector<YamlNode*> merged;
    std::vector<YamlNode*> own;
    const std::vector<YamlNode*> items = std::move(node.items);
    node.items.clear();
    const auto take = [&](YamlNode& from) {
      if (&from == &node) too_much(node, "a mapping that is merged into itself");
      flatten(from, depth + 1);
      if ((counted_ += from.items.size()) > kMaxPairs) too_much(node, "merged keys");
      merged.insert(merged.end(), from.items.begin(), from.items.end());
    };
    for (std::size_t i = 0; i < items.size(); i += 2) {
      YamlNode& key = *items[i];
      YamlNode& value = *items[i + 1];
      if (key.tag == "tag:yaml.org,2002:value") key.tag = "tag:yaml.org,2002:str";
      if (key.tag != "tag:yaml.org,2002:merge") {
        own.push_back(&key);
        own.push_back(&value);
      } else if (value.kind == YamlNode::Kind::kMapping) {
        take(value);
      } else if (value.kind == YamlNode::Kind::kSequence) {
        for (const YamlNode* each : value.items) {
          if (each->kind == YamlNode::Kind::kMapping) continue;
          refuse(*each, fmt::format("expected a mapping for merging, but found {}", id(*each)));
        }
        for (auto each = value.items.rbegin(); each != value.items.rend(); ++each) take(**each);
      } else {
        refuse(value,
               fmt::format("expected a mapping or list of mappings for merging, but found {}",
                           id(value)));
      }
    }
    node.items = std::move(merged);
    node.items.insert(node.items.end(), own.begin(), own.end());
  }

  // !!omap and !!pairs: a list of tuples.
  Value* pairs_list(YamlNode& node, int depth) {
    if (node.kind != YamlNode::Kind::kSequence)
      refuse(node, fmt::format("expected a sequence, but found {}", id(node)));
    Value* out = pool_.make(Kind::kList, node.span);
    made_[&node] = out;
    for (YamlNode* item : node.items) {
      if (item->kind != YamlNode::Kind::kMapping || item->items.size() != 2)
        refuse(*item, "expected a mapping of length 1");
      Value* pair = pool_.make(Kind::kTuple, item->span);
      pair->items = {construct(*item->items[0], depth + 1), construct(*item->items[1], depth + 1)};
      out->items.push_back(pair);
    }
    return out;
  }

  Pool& pool_;
  std::unordered_map<const YamlNode*, Value*> made_;  // null: being made
  const YamlNode* object_ = nullptr;                  // a tagged Python object
  std::size_t counted_ = 0;
};

}  // namespace

DataFile read_yaml(const DataText& text) {
  DataFile out;
  out.pool = std::make_unique<Pool>();
  auto parsed = parse_yaml(text);
  if (const auto* refusal = std::get_if<YamlRefusal>(&parsed)) {
    if (refusal->problem)
      out.problems.push_back(*refusal->problem);
    else
      out.root = out.pool->unknown(refusal->unknown, refusal->span);
    return out;
  }
  YamlTree& tree = std::get<YamlTree>(parsed);
  try {
    out.root = tree.root ? Constructor(*out.pool).run(*tree.root) : out.pool->none(text.span(0, 0));
  } catch (Refused& refused) {
    out.problems.push_back(std::move(refused.problem));
  }
  return out;
}

}  // namespace mmlint::resolve
