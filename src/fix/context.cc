#include "fix/context.h"

namespace mmlint::fix {

namespace {

bool may_edit(const Context& context, std::uint32_t number, const std::string& path) {
  const auto [known, is_new] = context.asked.try_emplace(number, false);
  if (is_new) known->second = context.editable(path);
  return known->second;
}

}  // namespace

const Source& source_of(const Context& context, Span span) {
  return context.workspace.sources().get(span.file);
}

const std::string& path_of(const Context& context, Span span) {
  return source_of(context, span).path();
}

const syntax::Document& document_of(const Context& context, Span span) {
  const auto* document = context.workspace.document(path_of(context, span));
  MM_CHECK(document);
  return *document;
}

bool may_edit(const Context& context, Span span) {
  const std::string& path = path_of(context, span);
  if (context.where == Where::kLeaf && context.index.is_inherited(path)) return false;
  return context.editable(path);
}

bool may_edit(const Context& context, const config::Resolved& config) {
  return may_edit(context, config.number, config.path);
}

bool may_edit(const Context& context, const project::Node& node) {
  return may_edit(context, node.number, node.path());
}

}  // namespace mmlint::fix
