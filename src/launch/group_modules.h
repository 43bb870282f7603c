#pragma once

#include "config/load.h"
#include "launch/project_class.h"

namespace mmlint::launch {

// A module of the project that a config imports.
struct ConfigModule {
  std::string path;  // absolute
  std::string text;
};

// Remembers which modules create the process group when they are imported. Safe for several
// threads.
class GroupModules {
 public:
  // Returns the module that Python finds for a config by its dotted name: in a folder that the
  // config adds to sys.path, beside the config, or in a folder above it. nullopt if there is none.
  std::optional<ConfigModule> module_of(const config::Resolved& config, std::string_view module,
                                        const FileSystem& files);
  // Returns the text of the module that creates the process group when `module` is imported:
  // `module` or a module of its package that it imports, directly or indirectly. With the
  // registered name of a Runner, returns the text of the module whose class of that name creates
  // the group. nullopt if no module does.
  std::optional<std::string> text_of(const ConfigModule& module, std::string_view runner,
                                     const FileSystem& files);
  // Returns the class that a `type` in a config names. A module in custom_imports registers the
  // class, or a lazy config imports it. nullopt if the project has no such class.
  std::optional<ProjectClass> class_of(const config::Resolved& config, const Value& type,
                                       const FileSystem& files);
  // Returns the class that one of these files registers under a name; nullopt if none does. The
  // list must live as long as this object.
  std::optional<ProjectClass> class_among(const std::vector<std::string>& paths,
                                          std::string_view name, const FileSystem& files);
  // Returns the class of the project that an expression means in the module of another class, which
  // a config names; nullopt if it means a class of a library, or if that is not known.
  std::optional<ProjectClass> base_of(const config::Resolved& config, const ProjectClass& derived,
                                      const syntax::Expr& base, const FileSystem& files);
  // Returns what `find` gave the first time for the body of this config, and calls it then. It may
  // ask for other configs.
  std::optional<std::string> of_body(const config::Resolved& config,
                                     const std::function<std::optional<std::string>()>& find);
  // Returns the lock that who parses a config's statements here must hold.
  std::mutex& parsing() { return parsing_; }

 private:
  std::optional<ConfigModule> module_at(const std::string& path, const FileSystem& files);
  // Returns a module and the modules of its package that it imports, directly or indirectly.
  std::vector<ConfigModule> imported(const ConfigModule& module, const FileSystem& files);
  std::shared_ptr<const ParsedModule> parsed(const ConfigModule& module);
  std::optional<ProjectClass> class_in(const ConfigModule& module, std::string_view name,
                                       bool by_registry, const FileSystem& files);

  std::mutex mutex_, parsing_;
  std::unordered_map<const config::Resolved*, std::optional<std::string>> bodies_;
  // Key: the path of a module and the name of a Runner, or an empty name.
  std::map<std::pair<std::string, std::string>, std::optional<std::string>> known_;
  std::unordered_map<std::string, std::optional<ConfigModule>> at_;  // by path without ending
  std::unordered_map<std::string, std::shared_ptr<const ParsedModule>> parsed_;  // by path
  // Key: the path of a module and the name of a class.
  std::map<std::pair<std::string, std::string>, std::optional<ProjectClass>> classes_;
  // Key: a list of paths. The paths, without endings, of those that may define a class, by its
  // name.
  std::map<const std::vector<std::string>*, std::map<std::string, std::vector<std::string>>>
      defined_;
  // Key: a list of paths and a registered name.
  std::map<std::pair<const std::vector<std::string>*, std::string>, std::optional<ProjectClass>>
      among_;
};

// Returns the text of the module of the project that creates the process group for a config, which
// must be ok(): the first one that it or its bases import, or that the package of such a module
// imports. nullopt if there is none. `modules` remembers what was found; it may be null.
std::optional<std::string> process_group_module(const config::Resolved& config,
                                                const FileSystem& files,
                                                GroupModules* modules = nullptr);

// Returns the text of the module with the Runner of the config's runner_type, if this Runner
// creates the process group itself; nullopt otherwise.
std::optional<std::string> runner_module(const config::Resolved& config, const FileSystem& files,
                                         GroupModules* modules = nullptr);

// Returns what custom_imports.imports of a config names; nothing for a lazy config, for which
// MMEngine imports nothing (mmengine/config/config.py, Config.fromfile).
std::vector<const Value*> imports_of(const config::Resolved& config);
// Returns false if custom_imports of a config, which must be ok(), has a value that is not known.
bool knows_imports(const config::Resolved& config);
// Returns the modules in custom_imports of a config, which must be ok(), that were not found and
// may make a process group. Modules of OpenMMLab and of Python's standard library make none.
std::vector<std::string> imports_not_found(const config::Resolved& config, const FileSystem& files);

}  // namespace mmlint::launch
