// Preloaded into mmlint by interrupted.py: lets something happen at one point of writing a file.
//
//   MMLINT_FAULT="POINT ACTION COUNT"
//
// POINT is a call on a temporary file of mmlint's (open write fchmod fsync close rename link), COUNT says
// which of these calls it hits. ACTION: kill, int, term (a signal, before the call is made), short (writes
// one byte), change, remove, folder (of the file MMLINT_VICTIM, before the call), or an errno value, with
// which the call fails; a write then has done half of its work.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int temporary = -1;  // descriptor of the temporary file
static int calls = 0;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int is_temporary(const char* path) {
  const char* slash = strrchr(path, '/');
  return strncmp(slash ? slash + 1 : path, ".mmlint-", 8) == 0;
}

static void change(const char* action) {
  const char* victim = getenv("MMLINT_VICTIM");
  unlink(victim);
  if (strcmp(action, "folder") == 0) mkdir(victim, 0755);
  if (strcmp(action, "change") != 0) return;
  FILE* file = fopen(victim, "w");
  fputs("mine = 1\n", file);
  fclose(file);
}

// 0: go on; -1: one byte only; else the errno value to fail with.
static int fault(const char* point) {
  char at[16], action[16];
  int count;
  const char* wanted = getenv("MMLINT_FAULT");
  if (!wanted || sscanf(wanted, "%15s %15s %d", at, action, &count) != 3) return 0;
  if (strcmp(at, point) != 0 || ++calls != count) return 0;
  fprintf(stderr, "reached %s\n", wanted);
  if (strcmp(action, "kill") == 0) raise(SIGKILL);
  if (strcmp(action, "int") == 0) return raise(SIGINT);
  if (strcmp(action, "term") == 0) return raise(SIGTERM);
  if (strcmp(action, "hup") == 0) return raise(SIGHUP);
  if (strcmp(action, "short") == 0) return -1;
  if (action[0] >= '0' && action[0] <= '9') return atoi(action);
  change(action);
  return 0;
}

static int failed(const char* point) {
  const int error = fault(point);
  if (error > 0) errno = error;
  return error > 0;
}

int open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  if (!is_temporary(path)) return REAL(open)(path, flags, mode);
  if (failed("open")) return -1;
  return temporary = REAL(open)(path, flags, mode);
}

ssize_t write(int fd, const void* bytes, size_t count) {
  const int error = fd >= 0 && fd == temporary ? fault("write") : 0;
  if (error == -1) count = 1;
  if (error <= 0) return REAL(write)(fd, bytes, count);
  if (error != EINTR) REAL(write)(fd, bytes, count / 2);
  errno = error;
  return -1;
}

int fchmod(int fd, mode_t mode) {
  return fd == temporary && failed("fchmod") ? -1 : REAL(fchmod)(fd, mode);
}

int fsync(int fd) {
  return fd == temporary && failed("fsync") ? -1 : REAL(fsync)(fd);
}

int close(int fd) {
  if (fd < 0 || fd != temporary) return REAL(close)(fd);
  temporary = -1;
  const int fails = failed("close");
  const int error = errno, done = REAL(close)(fd);
  errno = fails ? error : errno;
  return fails ? -1 : done;
}

int rename(const char* from, const char* to) {
  return is_temporary(from) && failed("rename") ? -1 : REAL(rename)(from, to);
}

int link(const char* from, const char* to) {
  return is_temporary(from) && failed("link") ? -1 : REAL(link)(from, to);
}
