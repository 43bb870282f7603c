#include "fix/refusal.h"

#include "base/result.h"

namespace mmlint::fix {
namespace {

struct Row {
  Reason reason;
  LocalizedText text;
};

// In the order of the enumeration.
const std::array<Row, static_cast<std::size_t>(Reason::kCount)>& rows() {
  static const std::array<Row, static_cast<std::size_t>(Reason::kCount)> kRows = {{
      {Reason::kOnlyShown, {"it is only shown", "它只作展示"}},
      {Reason::kTooMuch, {"too much was planned for this run already", "这次运行要计划的修改太多"}},
      {Reason::kCannotExtend,
       {"the place to edit is not written in a form that can be extended",
        "要修改的位置的写法无法扩充"}},
      {Reason::kCommentInside, {"a comment inside it would be lost", "其中的注释会丢失"}},
      {Reason::kInvalidBefore,
       {"the file is not valid as it is; mend that first", "文件目前无法通过语法检查，请先修好"}},
      {Reason::kNotPassed,
       {"it stands in {0}, which was not passed", "它在 {0} 中，而这个文件没有传入"}},
      {Reason::kNotEditableHere,
       {"it stands in {0}, which may not be edited here", "它在 {0} 中，而这个文件在这里不能修改"}},
      {Reason::kDataFile,
       {"it stands in {0}, and mmlint does not edit YAML and JSON files",
        "它在 {0} 中，而 mmlint 不修改 YAML 和 JSON 文件"}},
      {Reason::kEditsOverlap,
       {"two of its edits change the same text", "它的两处修改改动了同一段文字"}},
      {Reason::kMoreThanItSays,
       {"the edit changes more than it says", "这个修改改动的比它说明的多"}},
      {Reason::kWouldNotRepair, {"the edit would not repair it", "这个修改不能修复它"}},
      {Reason::kRightOnTarget,
       {"on {0} nothing is wrong with what is there; for {1} alone: mmlint port CONFIG --target "
        "{1} -o OUT",
        "在 {0} 上现有的值没有错；只针对 {1} 时可用：mmlint port CONFIG --target {1} -o OUT"}},
      {Reason::kRightOnTargetScript,
       {"on {0} nothing is wrong with what is there; for {1} alone: --target {1}",
        "在 {0} 上现有的值没有错；只针对 {1} 时请用 --target {1}"}},
      {Reason::kOfOtherTargets,
       {"configs or launch scripts that are judged for other targets use this file as well; for a "
        "config, 'mmlint port CONFIG --target {0} -o OUT' writes one for {0} alone",
        "为其他目标检查的配置或启动脚本也使用这个文件；对于配置，可用 'mmlint port CONFIG --target "
        "{0} "
        "-o OUT' 另写一个只用于 {0} 的"}},
      {Reason::kNoConfig, {"no config is affected", "没有受影响的配置"}},
      {Reason::kNoChange, {"the edit would not change any config", "这个修改不会改变任何配置"}},
      {Reason::kAlsoChanges,
       {"the edit would also change {0} of {1}", "这个修改还会改变 {1} 的 {0}"}},
      {Reason::kKeyStays,
       {"{0} would stay, which is set again elsewhere; change it by hand",
        "{0} 会保留，因为别处又设置了它；请手动修改"}},
      {Reason::kLoadsOtherwise, {"{0} would not load as before", "{0} 的加载结果会和之前不同"}},
      {Reason::kWouldNotLoad, {"{0} would not load", "{0} 会无法加载"}},
      {Reason::kBasesCollide,
       {"{0} would not load any more: another of its bases sets the same key",
        "{0} 会无法加载：它的另一个基础配置设置了同一个键"}},
      {Reason::kDictComputed, {"the dict is computed", "这个字典是计算出来的"}},
      {Reason::kValueComputed, {"the value is computed here", "这个值是在这里计算出来的"}},
      {Reason::kComputedHere, {"it is computed here", "它是在这里计算出来的"}},
      {Reason::kNoFileHolds,
       {"no file that may be edited can hold it", "没有可以修改的文件能放下它"}},
      {Reason::kOriginClosed,
       {"one of the places that set it may not be edited, or is not written as an entry",
        "设置它的位置中有一处不能修改，或不是写成字典项"}},
      {Reason::kSetterClosed, {"the file that sets it may not be edited", "设置它的文件不能修改"}},
      {Reason::kSetIn, {"it is set in {0}", "它在 {0} 中设置"}},
      {Reason::kSetInNotPassed,
       {"it is set in {0}, which is not among the passed files",
        "它在 {0} 中设置，而这个文件不在传入的文件之中"}},
      {Reason::kSetterDoesNotLoad, {"the file that sets it does not load", "设置它的文件无法加载"}},
      {Reason::kNotItsOwnLine, {"it does not stand in a line of its own", "它没有单独占一行"}},
      {Reason::kNoValueForThis, {"the rule has no value for this", "规则没有与此对应的值"}},
      {Reason::kVariableHidden,
       {"an environment variable may set it, which an override hides",
        "它可能由环境变量设置，覆盖后环境变量就不起作用了"}},
      {Reason::kVariableSetsPart,
       {"an environment variable sets part of it", "它的一部分由环境变量设置"}},
      {Reason::kNotKnown, {"{0} is not known", "{0} 未知"}},
      {Reason::kIsValue, {"{0} is {1}", "{0} 是 {1}"}},
      {Reason::kPartNotKnown, {"part of {0} is not known", "{0} 的一部分未知"}},
      {Reason::kCommentIn, {"a comment stands in {0}", "{0} 中有注释"}},
      {Reason::kFileComputes, {"the file computes {0}", "文件中的 {0} 是计算出来的"}},
      {Reason::kInList,
       {"it stands in a list, which a leaf cannot override in part",
        "它在列表中，子配置不能只覆盖列表的一部分"}},
      {Reason::kLeafCannotRemove, {"a leaf cannot take a key away", "子配置不能去掉一个键"}},
      {Reason::kListItems,
       {"a list cannot be overridden item by item in a leaf", "子配置不能逐项覆盖列表"}},
      {Reason::kThereIsNo, {"there is no {0}", "没有 {0}"}},
      {Reason::kNoItem, {"there is no item {0}", "没有第 {0} 项"}},
      {Reason::kNameComputed, {"{0} is computed", "{0} 是计算出来的"}},
      {Reason::kSetInForm,
       {"it is set in {0} in a form that cannot be extended", "它在 {0} 中的写法无法扩充"}},
      {Reason::kSetInAForm, {"it is set in a form that cannot be extended", "它的写法无法扩充"}},
      {Reason::kPartSetIn, {"{0} is set in {1}", "{0} 在 {1} 中设置"}},
      {Reason::kNoDictOnTheWay, {"a key on the way is no dict", "路径上的一个键不是字典"}},
      {Reason::kNoContainerOnTheWay,
       {"a key on the way is no dict and no list", "路径上的一个键既不是字典也不是列表"}},
      {Reason::kListNotWritable,
       {"a list holds what cannot be written again", "列表中有无法重新写出的内容"}},
      {Reason::kTupleItem, {"an item of a tuple cannot be replaced", "元组的一项不能替换"}},
      {Reason::kFlagNotKnown,
       {"find_unused_parameters of {0} is not known", "{0} 的 find_unused_parameters 未知"}},
      {Reason::kEnvFileClosed,
       {"the file that defines env_cfg may not be edited", "定义 env_cfg 的文件不能修改"}},
      {Reason::kDifferentBlocks,
       {"the configs that inherit the block need different values",
        "继承这段设置的配置需要不同的值"}},
      {Reason::kNeedsOtherValue,
       {"{0} needs a different value and may not be edited", "{0} 需要另一个值，而它不能修改"}},
      {Reason::kNoPlaceForBlock, {"no place for the block in {0}", "{0} 中没有地方放这段设置"}},
      {Reason::kWrapperChanges,
       {"the wrapper of {0} would change and cannot be kept", "{0} 的包装器会改变，无法保留"}},
      {Reason::kWrapperComputed, {"the wrapper of {0} is computed", "{0} 的包装器是计算出来的"}},
      {Reason::kImportFileClosed,
       {"the file where the module would be imported may not be edited",
        "要导入该模块的文件不能修改"}},
      {Reason::kDifferentGroups,
       {"the configs need different process groups", "这些配置需要不同的进程组"}},
      {Reason::kOwnImports,
       {"{0} has imports of its own and may not be edited", "{0} 有自己的 imports，而它不能修改"}},
      {Reason::kBaseMakesGroup,
       {"the configs need different process groups, and a base makes its own first",
        "这些配置需要不同的进程组，而基础配置会先创建自己的进程组"}},
      {Reason::kImportsComputed,
       {"custom_imports of {0} is computed", "{0} 的 custom_imports 是计算出来的"}},
      {Reason::kBackendNotKnown, {"the backend is not known", "后端未知"}},
      {Reason::kNoBackend, {"no backend is known to work here", "没有已知可用的后端"}},
      {Reason::kOtherLauncher,
       {"launcher '{0}' gives the processes no RANK and WORLD_SIZE; start them with torchrun, and "
        "say launcher='pytorch'",
        "launcher '{0}' 不给进程设置 RANK 和 WORLD_SIZE；请用 torchrun 启动，并写 "
        "launcher='pytorch'"}},
      {Reason::kLibraryMakesGroup,
       {"env_cfg.dist_cfg.init_backend names a library that makes the group by itself",
        "env_cfg.dist_cfg.init_backend 指定的库会自己创建进程组"}},
      {Reason::kModuleExists, {"{0}.py stands beside it already", "旁边已经有 {0}.py"}},
      {Reason::kIsBase,
       {"the script is a config's base, which would change",
        "这个脚本是某个配置的基础，配置会随之改变"}},
      {Reason::kComputed, {"it is computed", "它是计算出来的"}},
      {Reason::kOtherModuleName, {"it calls {0} {1}", "它把 {0} 叫作 {1}"}},
      {Reason::kNameTaken,
       {"the script uses the name {0} for something else", "脚本把名字 {0} 用于别的东西"}},
      {Reason::kNoCuda,
       {"no torch.cuda is named here that could be asked", "这里没有写出可以询问的 torch.cuda"}},
      {Reason::kPartOfLine, {"it is part of a longer line", "它只是一行的一部分"}},
      {Reason::kSharesLine, {"it shares its line", "它和别的内容在同一行"}},
      {Reason::kNotWrittenOut, {"the call does not have it written out", "调用中没有直接写出它"}},
      {Reason::kMayBeAmong,
       {"{0} may be among the arguments that are not written out", "{0} 可能在没有写出的参数之中"}},
      {Reason::kHasToBecome, {"{0} has to become {1} with it", "{0} 要一起变成 {1}"}},
      {Reason::kArgumentsNotWritten,
       {"it gets arguments that are not written out", "它得到的参数没有全部写出"}},
      {Reason::kLauncherNotKnown,
       {"the launcher is not known to be 'pytorch'", "不能确定 launcher 是 'pytorch'"}},
      {Reason::kTooManyArguments, {"it gets too many arguments", "它得到的参数太多"}},
      {Reason::kOtherLibrary, {"another library makes the group", "进程组由别的库创建"}},
      {Reason::kGetsArgument, {"it gets {0}", "它得到了 {0}"}},
      {Reason::kResultUsed, {"what it returns is used", "它的返回值被使用"}},
      {Reason::kCommentInCall, {"a comment inside the call would be lost", "调用中的注释会丢失"}},
      {Reason::kElsewhereToo,
       {"it goes elsewhere as well, in line {0}", "它还用在别处，在第 {0} 行"}},
      {Reason::kOfDevice,
       {"it is the value for the device {0} in a table", "它是表中设备 {0} 的值"}},
      {Reason::kNoDictHere,
       {"no dict is written here that could get the key", "这里没有写出可以加入这个键的字典"}},
      {Reason::kNoAssignment, {"it is no assignment", "它不是赋值语句"}},
      {Reason::kSeveralAssigned, {"more than one thing is assigned", "同时给多个目标赋值"}},
      {Reason::kNotEnvironForm,
       {"it is not written as os.environ['NAME'] = value",
        "它不是写成 os.environ['NAME'] = value"}},
      {Reason::kInvalidPython,
       {"the script would not be valid Python", "脚本会不再是有效的 Python"}},
      {Reason::kNameWithoutValue,
       {"a name would have no value where it is used", "某个名字在使用时会没有值"}},
      {Reason::kImportsMore, {"it imports something else as well", "它还导入了别的东西"}},
      {Reason::kBoundElsewhere,
       {"the function makes {0} its own in another line as well",
        "函数在另一行也把 {0} 变成自己的名字"}},
      {Reason::kLoadsSubmodule,
       {"it also loads a submodule; import that at the top of the script",
        "它还加载了一个子模块；请在脚本开头导入它"}},
      {Reason::kNotDollarQuestion, {"it is not written as $?", "它不是写成 $?"}},
      {Reason::kNotBash,
       {"PIPESTATUS is bash's, and the script's first line names another shell",
        "PIPESTATUS 是 bash 的，而脚本第一行指定了别的 shell"}},
      {Reason::kFromVariables, {"it is put together from variables", "它由变量拼接而成"}},
      {Reason::kUseEnvShared,
       {"--use_env stands in a variable that is read elsewhere too",
        "--use_env 在一个别处也读取的变量中"}},
      {Reason::kCountNotWritten,
       {"how many processes are meant is not written", "没有写明要启动多少个进程"}},
      {Reason::kNeedsPorts,
       {"it runs several times at once, each of which needs a port of its own",
        "它会同时运行多次，每次都需要自己的端口"}},
      {Reason::kStartsItself,
       {"the script is started by its own first line", "脚本由自己的第一行启动"}},
      {Reason::kOtherTest,
       {"only setdefault() and an `if KEY not in CONFIG:` around one assignment can be rewritten",
        "只能改写 setdefault()，以及只含一条赋值的 `if KEY not in CONFIG:`"}},
      {Reason::kPythonOptions,
       {"python's own options would not reach the processes that torchrun starts",
        "python 自己的选项不会传给 torchrun 启动的进程"}},
      {Reason::kNotSetHere, {"it is not set where it is exported", "它不是在导出的地方设置的"}},
      {Reason::kReadBy, {"{0} reads {1}", "{0} 读取 {1}"}},
      {Reason::kReadByItself, {"the script itself reads {0}", "脚本自己读取 {0}"}},
      {Reason::kInvalidBash, {"the script would not be valid for bash", "脚本会不再是有效的 bash"}},
      {Reason::kStartsOther, {"the script would start something else", "脚本启动的内容会改变"}},
      {Reason::kPassItAsWell,
       {"; pass it as well, or use --at origin", "；请把它也传入，或使用 --at origin"}},
      {Reason::kNoPassedConfigHolds,
       {", and none of the passed configs can hold the block", "，而传入的配置都放不下这段设置"}},
      {Reason::kNoDataFiles,
       {"; mmlint does not edit YAML and JSON files", "；mmlint 不修改 YAML 和 JSON 文件"}},
  }};
  return kRows;
}

}  // namespace

const LocalizedText& text_of(Reason reason) {
  const Row& row = rows().at(static_cast<std::size_t>(reason));
  MM_CHECK(row.reason == reason);
  return row.text;
}

std::string to_text(const Refusal& refusal, Language language) {
  const std::string& text = text_of(refusal.reason).in(language);
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool capture = text[i] == '{' && i + 2 < text.size() && text[i + 2] == '}';
    if (!capture) {
      out += text[i];
      continue;
    }
    out += refusal.captures.at(static_cast<std::size_t>(text[i + 1] - '0'));
    i += 2;
  }
  for (const Reason more : refusal.further) out += text_of(more).in(language);
  return out;
}

}  // namespace mmlint::fix
