// Says what runs of mmlint cost, many runs in one process. Each line of standard input is a folder
// and the arguments of a run in it, between tabs. Each line of standard output is the exit code of
// a run, the steps that it took and the bytes that it asked for. What the runs print is thrown
// away.

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "app/run.h"
#include "fuzz/steps.h"

int main() {
  std::FILE* answers = ::fdopen(::dup(STDOUT_FILENO), "w");
  const int nowhere = ::open("/dev/null", O_WRONLY);
  if (!answers || ::dup2(nowhere, STDOUT_FILENO) < 0 || ::dup2(nowhere, STDERR_FILENO) < 0)
    return 1;
  std::string line;
  while (std::getline(std::cin, line)) {
    std::istringstream fields(line);
    std::string folder, field;
    std::getline(fields, folder, '\t');
    std::vector<std::string> words{"mmlint"};
    while (std::getline(fields, field, '\t')) words.push_back(field);
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    if (::chdir(folder.c_str()) != 0) return 1;
    const std::uint64_t steps = mmlint::steps();
    const std::uint64_t bytes = mmlint::allocated();
    const int code = mmlint::app::run(static_cast<int>(words.size()), argv.data());
    std::fprintf(answers, "%d %llu %llu\n", code,
                 static_cast<unsigned long long>(mmlint::steps() - steps),
                 static_cast<unsigned long long>(mmlint::allocated() - bytes));
    std::fflush(answers);
  }
  return 0;
}
