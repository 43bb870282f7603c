// Preloaded into mmlint by interrupted.py: lets something happen at one point of writing a file.
//
//   MMLINT_FAULT="POINT ACTION COUNT"
//
// POINT is a call on a temporary file of mmlint's (open write fchmod fsync close rename link), or
// `any`: each call on whatever file, of these and of fstat, fcntl, fchown, flock, renameat2 and
// unlink, from the first temporary file on. COUNT says which of these calls it hits. ACTION: kill, int, term, hup, xfsz (a signal,
// before the call is made), short (writes one byte), change, remove, folder (of the file
// MMLINT_VICTIM, before the call), or an errno value, with which the call fails; a write then has
// done half of its work.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static int temporary = -1;  // descriptor of the temporary file
static int started = 0;     // there has been a temporary file
static int calls = 0;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int is_temporary(const char* path) {
  const char* slash = strrchr(path, '/');
  return strncmp(slash ? slash + 1 : path, ".mmlint-", 8) == 0;
}

static void change(const char* action) {
  const char* victim = getenv("MMLINT_VICTIM");
  REAL(unlink)(victim);
  if (strcmp(action, "folder") == 0) mkdir(victim, 0755);
  if (strcmp(action, "change") != 0) return;
  FILE* file = fopen(victim, "w");
  fputs("mine = 1\n", file);
  fclose(file);
}

// The signal of an action; 0: it is another action.
static int signal_of(const char* action) {
  static const struct {
    const char* name;
    int number;
  } kSignals[] = {
      {"kill", SIGKILL}, {"int", SIGINT}, {"term", SIGTERM}, {"hup", SIGHUP}, {"xfsz", SIGXFSZ}};
  for (size_t i = 0; i < sizeof kSignals / sizeof *kSignals; ++i)
    if (strcmp(kSignals[i].name, action) == 0) return kSignals[i].number;
  return 0;
}

// 0: go on; -1: one byte only; else the errno value to fail with. A call that is not `ours`
// concerns no temporary file.
static int fault(int ours, const char* point) {
  char at[16], action[16];
  int count;
  started |= ours;
  const char* wanted = getenv("MMLINT_FAULT");
  if (!started || !wanted || sscanf(wanted, "%15s %15s %d", at, action, &count) != 3) return 0;
  const int hit = strcmp(at, "any") == 0 || (ours && strcmp(at, point) == 0);
  if (!hit || ++calls != count) return 0;
  fprintf(stderr, "reached %s\n", wanted);
  if (signal_of(action) != 0) return raise(signal_of(action));
  if (strcmp(action, "short") == 0) return -1;
  if (action[0] >= '0' && action[0] <= '9') return atoi(action);
  change(action);
  return 0;
}

static int failed(int ours, const char* point) {
  const int error = fault(ours, point);
  if (error > 0) errno = error;
  return error > 0;
}

int open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  const int ours = is_temporary(path) && (flags & O_CREAT) != 0;
  if (failed(ours, "open")) return -1;
  const int fd = REAL(open)(path, flags, mode);
  if (ours) temporary = fd;
  return fd;
}

ssize_t write(int fd, const void* bytes, size_t count) {
  const int error = fault(fd >= 0 && fd == temporary, "write");
  if (error == -1) count = 1;
  if (error <= 0) return REAL(write)(fd, bytes, count);
  if (error != EINTR) REAL(write)(fd, bytes, count / 2);
  errno = error;
  return -1;
}

int fchmod(int fd, mode_t mode) {
  return failed(fd == temporary, "fchmod") ? -1 : REAL(fchmod)(fd, mode);
}

int fsync(int fd) {
  return failed(fd == temporary, "fsync") ? -1 : REAL(fsync)(fd);
}

int fchown(int fd, uid_t owner, gid_t group) {
  return failed(fd == temporary, "fchown") ? -1 : REAL(fchown)(fd, owner, group);
}

int fstat(int fd, struct stat* status) {
  return failed(fd == temporary, "fstat") ? -1 : REAL(fstat)(fd, status);
}

// Only commands with a number, or with none, are called.
int fcntl(int fd, int command, ...) {
  va_list rest;
  va_start(rest, command);
  const long argument = va_arg(rest, long);
  va_end(rest);
  return failed(fd == temporary, "fcntl") ? -1 : REAL(fcntl)(fd, command, argument);
}

int flock(int fd, int operation) {
  return failed(fd == temporary, "flock") ? -1 : REAL(flock)(fd, operation);
}

int close(int fd) {
  const int ours = fd >= 0 && fd == temporary;
  if (ours) temporary = -1;
  const int fails = failed(ours, "close");
  const int error = errno, done = REAL(close)(fd);
  errno = fails ? error : errno;
  return fails ? -1 : done;
}

int rename(const char* from, const char* to) {
  return failed(is_temporary(from), "rename") ? -1 : REAL(rename)(from, to);
}

int renameat2(int from_folder, const char* from, int to_folder, const char* to, unsigned flags) {
  return failed(is_temporary(from), "renameat2")
             ? -1
             : REAL(renameat2)(from_folder, from, to_folder, to, flags);
}

int link(const char* from, const char* to) {
  return failed(is_temporary(from), "link") ? -1 : REAL(link)(from, to);
}

int unlink(const char* path) {
  return failed(is_temporary(path), "unlink") ? -1 : REAL(unlink)(path);
}
