/*
 * Faults on demand: a library to be loaded before libc (LD_PRELOAD) that stands between a program and its files.
 *
 * Calls on files whose name contains a marker are counted; those from the `first` to the `last` fail with an error,
 * write half of what they should, or kill the process before, in the middle of or after the call. Nothing happens until
 * the program itself asks for it, by `faults_arm`. The time of day can be shifted as well, the monotonic clock never.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum action { COUNT, FAIL, SHORT, KILL_BEFORE, KILL_HALF, KILL_AFTER };
enum kind { WRITES = 1, READS = 2 };

static char marker[256];
static int armed_action, armed_kinds, armed_error;
static long armed_first, armed_last, counted;
static volatile int64_t *clock_shift;

void faults_arm(const char *name, int kinds, int action, int error, long first, long last) {
    snprintf(marker, sizeof marker, "%s", name);
    armed_kinds = kinds, armed_action = action, armed_error = error, armed_first = first, armed_last = last;
    __atomic_store_n(&counted, 0, __ATOMIC_SEQ_CST);
}

long faults_counted(void) { return __atomic_load_n(&counted, __ATOMIC_SEQ_CST); }

/* The first eight bytes of the file are the number of seconds by which the time of day is wrong. */
int faults_shift_clock(const char *path) {
    int fd = open(path, O_RDWR);
    void *there = fd < 0 ? MAP_FAILED : mmap(NULL, sizeof(int64_t), PROT_READ, MAP_SHARED, fd, 0);
    if (fd >= 0) close(fd);
    if (there == MAP_FAILED) return -1;
    clock_shift = there;
    return 0;
}

#define REAL(name) \
    static __typeof__(&name) real; \
    if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

static void die(void) {
    kill(getpid(), SIGKILL);
    for (;;) pause();
}

/* What to do with this call: COUNT for nothing. */
static int planned(const char *path, int kind) {
    if (!(armed_kinds & kind) || !path || !strstr(path, marker)) return COUNT;
    long number = __atomic_fetch_add(&counted, 1, __ATOMIC_SEQ_CST);
    return armed_first <= number && number <= armed_last ? armed_action : COUNT;
}

static int planned_for(int fd, int kind) {
    char link[64], path[4096];
    if (!(armed_kinds & kind)) return COUNT;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return COUNT;
    path[length] = '\0';
    return planned(path, kind);
}

/* Calls that do all or nothing: there is no half of them. */
#define WHOLE(plan, call) \
    int todo = plan; \
    if (todo == FAIL) { errno = armed_error; return -1; } \
    if (todo == KILL_BEFORE || todo == KILL_HALF) die(); \
    __typeof__(call) result = call; \
    if (todo == KILL_AFTER) die(); \
    return result

/* Calls that move bytes, of which `half` moves the first half. */
#define PARTIAL(plan, half, call) \
    int todo = plan; \
    if (todo == FAIL) { errno = armed_error; return -1; } \
    if (todo == KILL_BEFORE) die(); \
    if (todo == SHORT) return half; \
    if (todo == KILL_HALF) { (void)!half; die(); } \
    ssize_t result = call; \
    if (todo == KILL_AFTER) die(); \
    return result

ssize_t write(int fd, const void *data, size_t size) {
    REAL(write);
    PARTIAL(planned_for(fd, WRITES), real(fd, data, (size + 1) / 2), real(fd, data, size));
}

ssize_t pwrite(int fd, const void *data, size_t size, off_t at) {
    REAL(pwrite);
    PARTIAL(planned_for(fd, WRITES), real(fd, data, (size + 1) / 2, at), real(fd, data, size, at));
}

ssize_t pwrite64(int fd, const void *data, size_t size, off64_t at) {
    REAL(pwrite64);
    PARTIAL(planned_for(fd, WRITES), real(fd, data, (size + 1) / 2, at), real(fd, data, size, at));
}

ssize_t writev(int fd, const struct iovec *parts, int n_parts) {
    REAL(writev);
    PARTIAL(planned_for(fd, WRITES), real(fd, parts, (n_parts + 1) / 2), real(fd, parts, n_parts));
}

ssize_t read(int fd, void *data, size_t size) {
    REAL(read);
    PARTIAL(planned_for(fd, READS), real(fd, data, (size + 1) / 2), real(fd, data, size));
}

ssize_t pread(int fd, void *data, size_t size, off_t at) {
    REAL(pread);
    PARTIAL(planned_for(fd, READS), real(fd, data, (size + 1) / 2, at), real(fd, data, size, at));
}

ssize_t pread64(int fd, void *data, size_t size, off64_t at) {
    REAL(pread64);
    PARTIAL(planned_for(fd, READS), real(fd, data, (size + 1) / 2, at), real(fd, data, size, at));
}

int fsync(int fd) {
    REAL(fsync);
    WHOLE(planned_for(fd, WRITES), real(fd));
}

int fdatasync(int fd) {
    REAL(fdatasync);
    WHOLE(planned_for(fd, WRITES), real(fd));
}

int ftruncate(int fd, off_t size) {
    REAL(ftruncate);
    WHOLE(planned_for(fd, WRITES), real(fd, size));
}

int ftruncate64(int fd, off64_t size) {
    REAL(ftruncate64);
    WHOLE(planned_for(fd, WRITES), real(fd, size));
}

int unlink(const char *path) {
    REAL(unlink);
    WHOLE(planned(path, WRITES), real(path));
}

int rename(const char *from, const char *to) {
    REAL(rename);
    WHOLE(planned(to, WRITES), real(from, to));
}

/* Opening to write is a write: it may make the file. */
static int opening(int flags) { return (flags & O_ACCMODE) == O_RDONLY ? READS : WRITES; }

#define MODE(flags) \
    mode_t mode = 0; \
    if ((flags) & (O_CREAT | O_TMPFILE)) { va_list rest; va_start(rest, flags); mode = va_arg(rest, mode_t); va_end(rest); }

int open(const char *path, int flags, ...) {
    REAL(open);
    MODE(flags);
    WHOLE(planned(path, opening(flags)), real(path, flags, mode));
}

int open64(const char *path, int flags, ...) {
    REAL(open64);
    MODE(flags);
    WHOLE(planned(path, opening(flags)), real(path, flags, mode));
}

int openat(int folder, const char *path, int flags, ...) {
    REAL(openat);
    MODE(flags);
    WHOLE(planned(path, opening(flags)), real(folder, path, flags, mode));
}

int openat64(int folder, const char *path, int flags, ...) {
    REAL(openat64);
    MODE(flags);
    WHOLE(planned(path, opening(flags)), real(folder, path, flags, mode));
}

static int64_t shift(void) { return clock_shift ? *clock_shift : 0; }

int clock_gettime(clockid_t which, struct timespec *now) {
    REAL(clock_gettime);
    int result = real(which, now);
    if (which == CLOCK_REALTIME || which == CLOCK_REALTIME_COARSE) now->tv_sec += shift();
    return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    REAL(gettimeofday);
    int result = real(now, zone);
    now->tv_sec += shift();
    return result;
}

time_t time(time_t *now) {
    struct timespec exact;
    clock_gettime(CLOCK_REALTIME, &exact);
    if (now) *now = exact.tv_sec;
    return exact.tv_sec;
}
