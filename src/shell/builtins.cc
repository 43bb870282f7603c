
#include "shell/interpreter.h"
#include "shell_syntax/shell_document.h"

// Commands that change the shell itself.
namespace mmlint::shell {
namespace {

constexpr std::size_t kMaxSettings = 200'000;
constexpr int kMaxCalls = 12;

}  // namespace

void Interpreter::set_variable(std::string_view name, SharedVector<ShellValue> values, Span span,
                               bool exports) {
  const Variable* before = variables_.find(name);
  Variable out;
  out.values = std::move(values);
  out.exported = exports || (before != nullptr && before->exported);
  out.span = span;
  out.conditional = context_.conditional;
  export_all(out);
  out.maybe_not =
      out.maybe_not || (before != nullptr && before->maybe_not && !exports && !option(kAllexport));
  const bool notes = out.exported && !name.starts_with(' ');
  if (notes) note_setting(name, out, false);
  variables_.set(name, std::move(out));
}

// As `set -a` has it.
void Interpreter::export_all(Variable& variable) const {
  const Variable* all = variables_.find(kAllexport);
  if (all == nullptr || variable.exported) return;
  const bool unknown = !all->values[0].plain();
  variable.exported = unknown || all->values[0].text() == "1";
  variable.maybe_not = unknown;
}

void Interpreter::unknown_variable(std::string_view name, Span span) {
  const Variable* before = variables_.find(name);
  Variable out;
  out.values = {ShellValue::unknown(span, {}, true)};
  out.is_array = before != nullptr && before->is_array;
  out.exported = before != nullptr && before->exported;
  out.maybe_not = before != nullptr && before->maybe_not;
  out.span = span;
  out.conditional = context_.conditional;
  export_all(out);
  variables_.set(name, std::move(out));
}

void Interpreter::note_setting(std::string_view name, const Variable& variable, bool removed) {
  if (++settings_noted_ > kMaxSettings) return give_up();
  if (variable.is_array) return;
  EnvironmentWrite out;
  out.name = name;
  if (!removed) {
    out.value =
        variable.values.empty()
            ? to_text(ShellValue::from_caller(variable.span, std::string(name)), variable.span)
            : to_text(variable.values[0], variable.span);
  }
  out.span = variable.span;
  out.conditional = variable.conditional || variable.maybe_not;
  out_.settings.push_back(std::move(out));
}

void Interpreter::assign(const shell_syntax::Assignment& assignment, bool exports) {
  assign(assignment, assignment.is_array ? ShellValue{} : single(*assignment.value), exports);
}

void Interpreter::assign(const shell_syntax::Assignment& assignment, ShellValue value,
                         bool exports) {
  const Span span = where(assignment.begin, assignment.end);
  const Variable* before = variables_.find(assignment.name);
  if (assignment.is_array) {
    SharedVector<ShellValue> values;
    if (assignment.append) {
      if (before == nullptr || before->values.empty()) {
        if (before == nullptr)
          values.push_back(ShellValue::from_caller(span, std::string(assignment.name)));
      } else {
        if (!before->values.grows_in_place() && !spend(before->values)) return;
        values = before->values;
      }
    }
    for (Field& field : fields(assignment.items)) values.push_back(std::move(field.value));
    set_variable(assignment.name, std::move(values), span, exports);
    Variable variable = *variables_.find(assignment.name);
    variable.is_array = true;
    variable.items_are_default = std::ranges::any_of(
        variable.values, [](const ShellValue& each) { return each.overridable(); });
    variables_.set(assignment.name, std::move(variable));
    return;
  }
  // Without an index an array's first element is meant.
  const bool is_array = before != nullptr && before->is_array;
  if (is_array && assignment.subscript.empty() && !assignment.append) {
    if (!spend(before->values)) return;
    const bool replaces = !before->values.empty() && !before->values[0].has_many();
    Variable variable = *before;
    variable.values = {std::move(value)};
    variable.values.append(std::span(before->values).subspan(replaces ? 1 : 0));
    variable.conditional = context_.conditional;
    variables_.set(assignment.name, std::move(variable));
    return;
  }
  if (!assignment.subscript.empty() || is_array) {
    unknown_variable(assignment.name, span);
    Variable variable = *variables_.find(assignment.name);
    variable.is_array = true;
    variables_.set(assignment.name, std::move(variable));
    return;
  }
  if (assignment.append) {
    ShellValue whole;
    if (before == nullptr || (before->values.empty() && !before->is_unset)) {
      whole = ShellValue::from_caller(span, std::string(assignment.name));
    } else if (!before->values.empty()) {
      whole = before->values[0];
    }
    const bool too_long = whole.bytes.size() + value.bytes.size() > kMaxText;
    if (too_long) note_cut();
    whole.append(too_long ? ShellValue::unknown(span, {}, true) : value);
    value = std::move(whole);
    if (!spend({&value, 1})) return;
  }
  set_variable(assignment.name, {std::move(value)}, span, exports);
}

void Interpreter::export_name(std::string_view name, Span span) {
  const Variable* before = variables_.find(name);
  Variable out = before != nullptr ? *before : Variable{};
  out.exported = true;
  out.maybe_not = false;
  if (out.values.empty()) out.span = span;
  if (before == nullptr) out.conditional = context_.conditional;
  Variable noted = out;
  noted.span = span;
  noted.conditional = context_.conditional;
  note_setting(name, noted, false);
  variables_.set(name, std::move(out));
}

// export, declare, typeset, local and readonly.
void Interpreter::declare(const shell_syntax::Command& command, std::string_view name,
                          const std::vector<Field>& words) {
  std::string options;
  for (const Field& each : words) {
    if (each.value.text().starts_with('-') || each.value.text().starts_with('+'))
      options += each.value.text();
  }
  const auto has = [&](std::string_view letters) {
    return options.find_first_of(letters) != options.npos;
  };
  if (has("pfF")) return;
  const bool is_export = name == "export";
  const bool exports =
      (is_export && !has("n")) || (!is_export && options.find("-") != options.npos && has("x") &&
                                   options.find('+') == options.npos);
  const auto local = [&](std::string_view variable) {
    if (locals_ == nullptr || is_export || name == "readonly" || has("g")) return;
    const Variable* before = variables_.find(variable);
    locals_->push_back(
        {std::string(variable), before != nullptr ? std::optional(*before) : std::nullopt});
    Variable fresh;  // it stays exported; without a value programs see the outer one
    fresh.exported = before != nullptr && before->exported;
    fresh.maybe_not = fresh.exported && before->maybe_not;
    fresh.is_unset = !fresh.exported;
    if (fresh.exported) fresh.values = {ShellValue::unknown(before->span, {}, true)};

    variables_.set(variable, std::move(fresh));
  };
  const bool converts = !is_export && has("inluAc");
  const auto one = [&](std::string_view variable, Span span, auto&& set) {
    local(variable);
    set();
    if (converts) unknown_variable(variable, span);
  };
  for (const shell_syntax::Assignment& each : command.declared) {
    const Span span = where(each.begin, each.end);
    ShellValue value =
        each.value != nullptr ? single(*each.value) : ShellValue{};  // before it is local
    one(each.name, span, [&] {
      if (each.value != nullptr || each.is_array) {
        assign(each, std::move(value), exports);
      } else if (exports) {
        export_name(each.name, span);
      } else if (is_export) {
        Variable variable =
            variables_.find(each.name) != nullptr ? *variables_.find(each.name) : Variable{};
        variable.exported = false;
        variables_.set(each.name, std::move(variable));
      }
    });
  }
  for (std::size_t i = 1; i < words.size(); ++i) {  // export "$NAME=value"
    const ShellValue& value = words[i].value;
    const std::size_t equals = std::min(value.text().find('='), value.bytes.size());
    const std::string_view variable = std::string_view(value.text()).substr(0, equals);
    if (!is_name(variable)) continue;
    const Variable* before = variables_.find(variable);
    if (before != nullptr && before->is_array) {
      unknown_variable(variable, words[i].span);
      continue;
    }
    one(variable, words[i].span, [&] {
      if (equals < value.bytes.size()) {
        set_variable(variable, {value.part(equals + 1, value.bytes.size())}, words[i].span,
                     exports);
      } else if (exports) {
        export_name(variable, words[i].span);
      }
    });
  }
}

bool Interpreter::option(std::string_view name) const {
  const Variable* variable = variables_.find(name);
  return variable != nullptr && variable->values.size() == 1 && variable->values[0].plain() &&
         variable->values[0].text() == "1";
}

void Interpreter::set_options(const std::vector<Field>& words) {
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string_view text = words[i].value.text();
    const bool is_option =
        text.size() > 1 && (text[0] == '-' || text[0] == '+') && words[i].value.plain();
    if (!is_option || text == "--") {
      // New positional parameters.
      new_arguments_.emplace_back();
      for (std::size_t k = i + (text == "--" ? 1 : 0); k < words.size(); ++k)
        new_arguments_.back().push_back(words[k].value);
      arguments_ = &new_arguments_.back();
      set_variable(kShift, {ShellValue::computed("0", words[0].span)}, words[0].span);
      if (context_.conditional) unknown_variable(kShift, words[0].span);
      return;
    }
    const auto turn = [&](std::string_view option) {
      set_variable(option, {ShellValue::computed(text[0] == '-' ? "1" : "0", words[i].span)},
                   words[i].span);
    };
    if (text.find('e') != text.npos) turn(kErrexit);
    if (text.find('a') != text.npos) turn(kAllexport);
    if (text.find('u') != text.npos) turn(kNounset);
    if (text.find('o') != text.npos && i + 1 < words.size()) {
      ++i;
      if (words[i].plain("pipefail")) turn(kPipefail);
      if (words[i].plain("errexit")) turn(kErrexit);
      if (words[i].plain("allexport")) turn(kAllexport);
      if (words[i].plain("nounset")) turn(kNounset);
    }
  }
}

void Interpreter::change_folder(const std::vector<Field>& words) {
  const bool pops = words[0].plain("popd");
  std::size_t at = 1;
  while (at < words.size() &&
         (words[at].plain("--") || words[at].plain("-P") || words[at].plain("-L")))
    ++at;
  ShellValue folder = ShellValue::unknown(words[0].span);
  if (!pops && at + 1 == words.size() && words[at].value.known() && !words[at].plain("-") &&
      !words[at].plain("")) {
    const ShellValue& to = words[at].value;
    const Variable* now = variables_.find(kFolder);
    if (to.in_script_folder || to.text().starts_with('/') || now == nullptr) {
      folder = to;
    } else if (now->values[0].known()) {
      folder = now->values[0];
      folder.append("/", words[at].span, false);
      folder.append(to);
    }
  } else if (!pops && at + 1 == words.size() && !words[at].value.known()) {
    folder = words[at].value;
  }
  set_variable(kFolder, {std::move(folder)}, words[0].span);
}

// Null if there is too much of it.
const ShellValue* Interpreter::keep_text(ShellValue text) {
  constexpr std::size_t kMaxKept = 4u << 20;
  kept_bytes_ += text.bytes.size();
  if (calls_ >= kMaxCalls || kept_bytes_ > kMaxKept || text.in_script_folder) return nullptr;
  texts_.push_back(std::move(text));
  return &texts_.back();
}

// The commands in a text, here: they may set variables.
void Interpreter::evaluate(const std::vector<Field>& words) {
  ShellValue text;
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (i > 1) text.append(" ", words[i].span, false);
    text.append(words[i].value);
  }
  const bool opaque = !text.bytes.empty() && text.text()[0] == ShellValue::kUnknownPart;
  const ShellValue* kept = keep_text(std::move(text));
  const auto statements =
      kept != nullptr ? shell_syntax::read_commands(kept->text(), arena_) : std::nullopt;
  if (!statements || opaque) {
    variables_.make_overridable();
    may_make_more_ = true;
  }
  if (!statements) return;
  ++calls_;
  const auto* outer = std::exchange(origin_, kept);
  block(*statements);
  origin_ = outer;
  --calls_;
}

bool Interpreter::read_in(const std::vector<Field>& words) {
  if (words.size() < 2 || calls_ >= kMaxCalls) return false;
  if (const ShellValue* own = written(words[1].value)) {
    evaluate({words[0], {*own, words[1].span}});
    return true;
  }
  if (!start_.read) return false;
  const Variable* folder = variables_.find(kFolder);
  const auto [document, name] =
      start_.read(to_text(words[1].value, words[1].span),
                  folder != nullptr ? to_text(folder->values[0], folder->span) : ExpandedWord{});
  if (document == nullptr) return false;
  ++calls_;
  const Source* outer_source = std::exchange(source_, &document->source());
  const std::string outer_name = std::exchange(read_name_, name);
  const ShellValue* outer_origin = std::exchange(origin_, nullptr);
  const auto* outer_arguments = arguments_;
  const Variable shift = *variables_.find(kShift);
  std::vector<ShellValue> arguments;
  for (std::size_t i = 2; i < words.size(); ++i) arguments.push_back(words[i].value);
  if (!arguments.empty()) {
    arguments_ = &arguments;
    variables_.set(kShift, no_shift());
  }
  may_follow(document->source());
  block(document->statements());
  if (completion_ == Completion::kReturn) completion_ = Completion::kNormal;
  if (!arguments.empty()) {
    arguments_ = outer_arguments;
    variables_.set(kShift, shift);
  }
  origin_ = outer_origin;
  read_name_ = outer_name;
  source_ = outer_source;
  --calls_;
  return true;
}

// True if that was all there is to it.
bool Interpreter::builtin(std::string_view name, const std::vector<Field>& words) {
  if (name == "set") {
    set_options(words);
  } else if (name == "shift") {
    const Variable* before = variables_.find(kShift);
    const bool known = (words.size() == 1 || words[1].value.plain()) &&
                       (before == nullptr || before->values[0].plain());
    const auto by =
        known ? number("0+" + std::string(words.size() == 1 ? "1" : words[1].value.text()) + "+" +
                       std::string(before == nullptr ? "0" : before->values[0].text()))
              : std::nullopt;
    set_variable(kShift,
                 {by ? ShellValue::computed(std::to_string(*by), words[0].span)
                     : ShellValue::unknown(words[0].span)},
                 words[0].span);
  } else if (name == "cd" || name == "pushd" || name == "popd") {
    change_folder(words);
  } else if (name == "source" || name == ".") {
    if (!read_in(words)) {
      variables_.make_overridable();
      may_make_more_ = true;
    }
  } else if (name == "eval") {
    evaluate(words);
  } else if (name == "exit") {
    completion_ = Completion::kExit;
  } else if (name == "return") {
    completion_ = Completion::kReturn;
  } else if (name == "unset") {
    unset(words);
  } else if (name == "wait") {
    waits_.push_back(out_.commands.size() - 1);
  } else {
    return false;
  }
  return true;
}

}  // namespace mmlint::shell
