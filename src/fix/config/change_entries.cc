
#include "fix/config/override_dict.h"
#include "fix/config/override_keys.h"
#include "fix/config/planners.h"
#include "fix/config/set_key.h"
#include "fix/text/entry_edits.h"
#include "fix/text/python_text.h"
#include "fix/text/statement_edits.h"
#include "fix/trial.h"
#include "syntax/walk.h"

namespace mmlint::fix {

using check::Finding;
using check::Hit;
using check::Reach;
using config::Resolved;

namespace {

using Edits = std::vector<TextEdit>;

// The places where a key of a dict is set, base by base; false if one of them is no written key.
bool collect_places(const Origin* origin, std::vector<Span>& out) {
  for (; origin; origin = origin->shadows()) {
    if (origin->source()) {
      if (!collect_places(origin->source(), out)) return false;
    } else if (origin->key().known()) {
      out.push_back(origin->key());
    } else {
      return false;
    }
    if (origin->earlier() && !collect_places(origin->earlier(), out)) return false;
  }
  return true;
}

class EntriesPlanner {
 public:
  EntriesPlanner(const Finding& finding, const Context& context)
      : finding_(finding), context_(context) {}

  Planned plan() {
    std::vector<const Reach*> rest;  // cannot be helped at the origins
    for (const Reach& reach : finding_.reaches()) {
      const auto own = at_origins(reach);
      if (own)
        edits_.insert(edits_.end(), own->begin(), own->end());
      else
        rest.push_back(&reach);
    }
    edits_ = without_repeats(std::move(edits_));
    if (!rest.empty() && context_.where == Where::kOrigin) return refuse(Reason::kOriginClosed);
    std::erase_if(rest,
                  [this](const Reach* reach) { return !may_edit(context_, *reach->view.config); });
    while (!rest.empty()) {
      if (auto refusal = override_next(rest)) return refuse(std::move(*refusal));
    }
    if (edits_.empty()) return refuse_as_not_passed(finding_, context_);
    return plan_of(std::move(edits_));
  }

 private:
  std::optional<Edits> at_origins(const Reach& reach) const {
    Edits edits;
    for (const Hit& hit : reach.hits) {
      const DictChanges changes = changes_of(finding_, hit, *reach.view.config->root);
      if (!changes.dict || !add_edits(hit, *reach.view.config, changes, edits)) return std::nullopt;
    }
    return edits;
  }

  bool add_edits(const Hit& hit, const config::Resolved& config, const DictChanges& changes,
                 Edits& edits) const {
    for (const auto& [key, value] : changes.set) {
      if (!set_entry(hit, config, *changes.dict, key, value, edits)) return false;
    }
    std::vector<Span> places;
    for (const std::string& key : changes.drop) {
      const Entry* entry = changes.dict->dict().find(key);
      if (entry && !collect_places(entry->origin, places)) return false;
    }
    if (!remove(places, edits)) return false;
    for (const auto& [key, name] : changes.rename) {
      std::vector<Span> keys;
      const Entry* entry = changes.dict->dict().find(key);
      if (!entry || !collect_places(entry->origin, keys)) return false;
      for (const Span at : keys) {
        if (!may_edit(context_, at)) return false;
        std::string text(document_of(context_, at).source().text(at));
        const std::size_t begin = text.find(key);
        if (begin == text.npos) return false;
        edits.push_back({at, text.replace(begin, key.size(), name)});
      }
    }
    return true;
  }

  bool remove(const std::vector<Span>& places, Edits& edits) const {
    std::map<FileId, std::vector<std::uint32_t>> keys;  // those that stay in a statement
    for (const Span at : places) {
      if (!may_edit(context_, at)) return false;
      const Edits emptied = remove_emptied(document_of(context_, at), at, places);
      edits.insert(edits.end(), emptied.begin(), emptied.end());
      if (emptied.empty()) keys[at.file].push_back(at.begin);
    }
    for (const auto& [file, offsets] : keys) {
      const Edits removal =
          remove_keys(document_of(context_, {file, offsets.front(), offsets.front()}), offsets);
      if (removal.empty()) return false;
      edits.insert(edits.end(), removal.begin(), removal.end());
    }
    return true;
  }

  // The top-level statement that an entry stands in, if nothing of its dict is left and the file
  // inherits the key: an empty dict would clear nothing and say nothing.
  Edits remove_emptied(const syntax::Document& document, Span at,
                       const std::vector<Span>& places) const {
    const std::size_t i = syntax::statement_at(document, at.begin);
    if (i >= document.statements().size()) return {};
    const std::string_view name = document.statements()[i].name;
    const Resolved* config = context_.workspace.resolve(document.source().path());
    const syntax::Stmt* stmt = document.statement(i);
    if (!stmt || stmt->kind != syntax::StmtKind::kAssign || name.empty()) return {};
    const bool inherits = std::ranges::any_of(config->bases, [name](const Resolved* base) {
      return base->root && base->root->kind == Value::Kind::kDict && base->root->dict().get(name);
    });
    if (!inherits || !config->root || config->style != config::Style::kClassic) return {};
    const auto is_removed = [&](std::uint32_t begin) {
      return std::ranges::any_of(
          places, [&](Span place) { return place.file == at.file && place.begin == begin; });
    };
    const syntax::Expr& value = *syntax::as<syntax::Assign>(*stmt).value;
    if (value.kind == syntax::ExprKind::kCall) {
      const auto& arguments = syntax::as<syntax::Call>(value).arguments;
      if (std::ranges::any_of(arguments,
                              [&](const syntax::Argument& a) { return !is_removed(a.begin); }))
        return {};
    } else if (value.kind == syntax::ExprKind::kDict) {
      const auto& items = syntax::as<syntax::Dict>(value).items;
      if (std::ranges::any_of(items, [&](const syntax::DictItem& item) {
            return !item.key || !is_removed(item.key->begin);
          }))
        return {};
    } else {
      return {};
    }
    return remove_statement(document, *stmt);
  }

  // The value where it is set, or a new entry beside the matched one.
  bool set_entry(const Hit& hit, const config::Resolved& config, const Value& dict,
                 const std::string& key, const catalog::Literal& value, Edits& edits) const {
    const Entry* entry = dict.dict().find(key);
    const Origin* origin = config::definer(entry ? entry->origin : hit.found.entry->origin);
    if (!origin || !origin->value().known() || !may_edit(context_, origin->value())) return false;
    const syntax::Document& document = document_of(context_, origin->value());
    if (entry) {
      if (check::equals(*entry->value, value, false)) return true;
      if (!entry->value->literal && entry->value->kind != Value::Kind::kReference) return false;
      if (document.source().text(origin->value()).find("{{") != std::string_view::npos)
        return false;
      edits.push_back({origin->value(), to_python(value, style_near(document, origin->value()))});
      return true;
    }
    const std::string parent = parent_key(hit.key);
    const std::string path = parent + "." + key;
    const auto own = own_dict(config, origin->value().file, path, context_);
    if (!own || own->rest.size() != 1) return false;
    const Edits added = add_entries(document, *own->expr, {{key, value}});
    edits.insert(edits.end(), added.begin(), added.end());
    return !added.empty();
  }

  // What these configs inherit from each other they need not say twice: overrides those that
  // inherit none of the others, and leaves the rest for another time.
  std::optional<Refusal> override_next(std::vector<const Reach*>& rest) {
    const auto trial = Trial::make(context_.workspace, edits_, {});
    if (!trial) return trial.error();
    std::erase_if(rest, [&](const Reach* reach) {
      const Resolved* config = (*trial)->workspace().resolve(reach->view.config->path);
      return config->ok() && std::ranges::none_of(reach->hits, [&](const Hit& hit) {
               return is_needed(changes_of(finding_, hit, *config->root));
             });
    });
    std::vector<const Reach*> later;
    for (const Reach* reach : rest) {
      if (inherits_one_of(*reach->view.config, rest)) {
        later.push_back(reach);
        continue;
      }
      const Resolved* config = (*trial)->workspace().resolve(reach->view.config->path);
      if (!config->ok()) return Refusal{Reason::kWouldNotLoad, {config->path}};
      const auto own = in_leaf(*reach, *config->root);
      if (!own) return own.error();
      edits_.insert(edits_.end(), own->begin(), own->end());
    }
    rest = std::move(later);
    return std::nullopt;
  }

  static bool is_needed(const DictChanges& changes) {
    if (!changes.dict) return true;
    const Dict& dict = changes.dict->dict();
    return std::ranges::any_of(changes.set,
                               [&](const auto& set) {
                                 const Value* had = dict.get(set.first);
                                 return !had || !check::equals(*had, set.second, false);
                               }) ||
           std::ranges::any_of(changes.drop,
                               [&](const std::string& key) { return dict.find(key) != nullptr; }) ||
           !changes.rename.empty();
  }

  static bool inherits_one_of(const Resolved& config, const std::vector<const Reach*>& others) {
    return std::ranges::any_of(config.bases, [&](const Resolved* base) {
      return inherits_one_of(*base, others) ||
             std::ranges::any_of(others,
                                 [base](const Reach* reach) { return reach->view.config == base; });
    });
  }

  // `root` is what the config is with the edits so far.
  OrRefusal<Edits> in_leaf(const Reach& reach, const Value& root) const {
    Edits out;
    for (const Hit& hit : reach.hits) {
      const DictChanges changes = changes_of(finding_, hit, root);
      if (changes.dict && !is_needed(changes)) continue;
      if (!changes.dict) return refuse_as_in_list();
      const auto own = override_dict(*reach.view.config, parent_key(hit.key), changes, context_);
      if (!own) return own;
      out.insert(out.end(), own->begin(), own->end());
    }
    return out;
  }

  const Finding& finding_;
  const Context& context_;
  Edits edits_;
};

}  // namespace

Planned plan_change_entries(const catalog::verb::ChangeEntries&, const Finding& finding,
                            const Context& context) {
  return EntriesPlanner(finding, context).plan();
}

Planned plan_remove_key(const catalog::verb::RemoveKey&, const Finding& finding,
                        const Context& context) {
  return EntriesPlanner(finding, context).plan();
}

}  // namespace mmlint::fix
