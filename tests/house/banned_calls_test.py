"""Calls that src/ must not make, outside of comments and strings."""

import re

import house

# Pattern, why not, and the folders that may all the same.
BANNED = [
    (r"\bstd::w?regex\b|#\s*include\s*<regex>", "overflows the stack on a long line; use RE2", ()),
    (r"\b(system|popen|v?fork|exec[lv]p?e?|execvpe|posix_spawnp?)\s*\(", "starts a program", ()),
    (r"\b(socket|socketpair|getaddrinfo|gethostbyname)\s*\(", "reaches the network", ()),
    (r"\bdlopen\s*\(", "runs foreign code", ()),
    (r"\b(sprintf|strcpy|strcat|gets)\s*\(", "has no bounds", ()),
    (r"\branges::(search|search_n|find_end|unique|remove|remove_if|partition|stable_partition|rotate|equal_range)\b",
     "gives a subrange, which clang 14 cannot compile with the headers of gcc 12; use that of std", ()),
    (r"\bstd::c(out|err|log|in)\b|\b(v?f?printf|puts|putchar)\s*\(|\bfmt::print\b",
     "only app talks to the user", ("app",)),
    (r"\b(secure_)?(getenv|setenv|putenv)\s*\(", "only app reads the environment", ("app",)),
]
IN_HEADERS = [(r"\busing\s+namespace\b", "leaks into whoever includes it", ())]

# Comments, raw strings, strings and characters, in the order in which they win.
NOT_CODE = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"([^()\s\\]*)\(.*?\)\1"|"(?:[^"\\\n]|\\.)*"|(?<![0-9a-fA-F])\'(?:[^\'\\\n]|\\.)+\'',
    re.DOTALL)


def code_of(text):
    """The text with comments and literals blanked, line numbers kept."""
    return NOT_CODE.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), text)


def check(root):
    problems = []
    for path in house.cpp_files(root, "src"):
        name = path.relative_to(root / "src")
        code = code_of(path.read_text(encoding="utf-8"))
        for pattern, why, allowed in BANNED + (IN_HEADERS if path.suffix == ".h" else []):
            if name.parts[0] in allowed:
                continue
            for match in re.finditer(pattern, code):
                line = code.count("\n", 0, match.start()) + 1
                problems.append(f"src/{name}:{line}: {match.group().strip()!r} {why}")
    return problems


def in_base(text):
    return {"src/base/a.cc": text}


PLANTED = [
    (in_base("std::regex r;\n"), "use RE2"),
    (in_base("#include <regex>\n"), "use RE2"),
    (in_base("int x = system (\"ls\");\n"), "starts a program"),
    (in_base("::popen(command);\n"), "starts a program"),
    (in_base("if (fork() == 0) {}\n"), "starts a program"),
    (in_base("execvp(a, b);\n"), "starts a program"),
    (in_base("execl(a, b);\n"), "starts a program"),
    (in_base("posix_spawn(a);\n"), "starts a program"),
    (in_base("int s = socket(1, 2, 3);\n"), "reaches the network"),
    ({"src/app/a.cc": "dlopen(x);\n"}, "runs foreign code"),
    (in_base("sprintf(a, b);\n"), "has no bounds"),
    (in_base("std::ranges::search(a, b);\n"), "gives a subrange"),
    (in_base("std::cout << 1;\n"), "only app talks"),
    ({"src/report/a.cc": "\n\nstd::cerr << 1;\n"}, "src/report/a.cc:3: 'std::cerr'"),
    ({"src/check/a.cc": "printf(x);\n"}, "only app talks"),
    ({"src/config/a.cc": "std::getenv(x);\n"}, "only app reads"),
    ({"src/base/a.h": "using namespace std;\n"}, "leaks"),
    (in_base("const char* a = \"x\"; /* y */ system(a); // z\n"), "starts a program"),
    (in_base("char q = '\"'; system(a); char r = '\"';\n"), "starts a program"),
    (in_base("int million = 1'000'000; fork(); int b = 2'0;\n"), "starts a program"),
]

CLEAN = {
    "src/base/a.cc": "// system(x)\n/* fork(\n) */ const char* s = \"popen(\\\" system(\";\n"
                     "auto r = R\"x(socket( \" )x\";\nsystem_message(3); file_system(); fork.second;\n"
                     "using namespace std;\n",
    "src/app/a.cc": "std::cout << std::getenv(x);\n",
}

if __name__ == "__main__":
    house.run(check, PLANTED, CLEAN)
