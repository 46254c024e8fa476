// What the house uses of the C library of macOS 15, declared as its headers have it: names, types and order of parameters, and of structures the fields that are
// used. Written by hand, for `Tools/darwin`; nothing is ever linked or run with it. In C each name has `mac_` before it, since the C library of Linux, on which
// Foundation stands there, has the same ones; Swift sees them as they are on macOS.

#define STRUCT(name) struct __attribute__((swift_name(#name))) mac_##name
#define TYPE(type, name) typedef type mac_##name __attribute__((swift_name(#name)))
#define CALL(result, name, labels, ...) result mac_##name(__VA_ARGS__) __attribute__((swift_name(#name labels)))
#define NONE "()"
#define ONE "(_:)"
#define TWO "(_:_:)"
#define THREE "(_:_:_:)"
#define FOUR "(_:_:_:_:)"
#define FIVE "(_:_:_:_:_:)"
#define SIX "(_:_:_:_:_:_:)"

// sys/types.h, sys/_types
typedef unsigned long size_t;
typedef long mac_ssize;
TYPE(int, pid_t);
TYPE(int, dev_t);
TYPE(unsigned short, mode_t);
TYPE(unsigned short, nlink_t);
TYPE(unsigned int, uid_t);
TYPE(unsigned int, gid_t);
TYPE(unsigned int, id_t);
TYPE(unsigned int, useconds_t);
TYPE(long long, off_t);
TYPE(unsigned long long, ino_t);
TYPE(long, time_t);
TYPE(unsigned int, sigset_t);
TYPE(int, sig_atomic_t);
TYPE(unsigned int, nfds_t);

// sys/errno.h
#define EPERM 1
#define ENOENT 2
#define EINTR 4
#define EIO 5
#define E2BIG 7
#define ENOEXEC 8
#define EBADF 9
#define ECHILD 10
#define EACCES 13
#define EBUSY 16
#define EEXIST 17
#define ENOTDIR 20
#define EISDIR 21
#define EINVAL 22
#define ENOTTY 25
#define EFBIG 27
#define ENOSPC 28
#define EROFS 30
#define EMLINK 31
#define EPIPE 32
#define EAGAIN 35
#define EWOULDBLOCK EAGAIN
#define ENOTSUP 45
#define ELOOP 62
#define EDQUOT 69
#define EOPNOTSUPP 102

// string.h, stdlib.h, math.h
CALL(int, memcmp, THREE, const void *, const void *, size_t);
CALL(void *, memchr, THREE, const void *, int, size_t);
CALL(void *, memcpy, THREE, void *, const void *, size_t);
CALL(void *, memset, THREE, void *, int, size_t);
CALL(char *, strdup, ONE, const char *);
CALL(char *, strerror, ONE, int);
CALL(void *, malloc, ONE, size_t);
CALL(void, free, ONE, void *);
CALL(char *, realpath, TWO, const char *, char *);
CALL(char *, mkdtemp, ONE, char *);
CALL(double, pow, TWO, double, double);
CALL(double, exp, ONE, double);
CALL(double, log, ONE, double);
CALL(double, log10, ONE, double);

// time.h, sys/time.h: the second part of a `timeval` is an int, and clocks are an enumeration
STRUCT(timeval) {
    long tv_sec;
    int tv_usec;
};
STRUCT(timespec) {
    long tv_sec;
    long tv_nsec;
};
STRUCT(tm) {
    int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
    long tm_gmtoff;
    char *tm_zone;
};
typedef enum { _CLOCK_REALTIME = 0, _CLOCK_MONOTONIC = 6 } mac_clockid_t __attribute__((swift_name("clockid_t")));
CALL(int, clock_gettime, TWO, mac_clockid_t, struct mac_timespec *);
CALL(int, nanosleep, TWO, const struct mac_timespec *, struct mac_timespec *);
CALL(struct mac_tm *, localtime_r, TWO, const mac_time_t *, struct mac_tm *);

// sys/stat.h, with inodes of 64 bits
STRUCT(stat) {
    mac_dev_t st_dev;
    mac_mode_t st_mode;
    mac_nlink_t st_nlink;
    mac_ino_t st_ino;
    mac_uid_t st_uid;
    mac_gid_t st_gid;
    mac_dev_t st_rdev;
    struct mac_timespec st_atimespec;
    struct mac_timespec st_mtimespec;
    struct mac_timespec st_ctimespec;
    struct mac_timespec st_birthtimespec;
    mac_off_t st_size;
    long long st_blocks;
    int st_blksize;
};
CALL(int, stat, TWO, const char *, struct mac_stat *);
CALL(int, lstat, TWO, const char *, struct mac_stat *);
CALL(int, fstat, TWO, int, struct mac_stat *);
CALL(int, fstatat, FOUR, int, const char *, struct mac_stat *, int);
CALL(int, mkdir, TWO, const char *, mac_mode_t);
CALL(int, mkdirat, THREE, int, const char *, mac_mode_t);
CALL(int, chmod, TWO, const char *, mac_mode_t);
CALL(int, fchmod, TWO, int, mac_mode_t);
CALL(int, futimens, TWO, int, const struct mac_timespec *);
CALL(int, utimensat, FOUR, int, const char *, const struct mac_timespec *, int);

// sys/mount.h
#define MNT_LOCAL 0x00001000
STRUCT(statfs) {
    unsigned int f_bsize;
    unsigned int f_flags;
};
CALL(int, statfs, TWO, const char *, struct mac_statfs *);
CALL(int, fstatfs, TWO, int, struct mac_statfs *);

// sys/fcntl.h, sys/file.h; `open`, `openat` and `fcntl` take what they are given, and come to Swift by its overlay
#define O_RDONLY 0x0000
#define O_WRONLY 0x0001
#define O_RDWR 0x0002
#define O_NONBLOCK 0x0004
#define O_APPEND 0x0008
#define O_NOFOLLOW 0x0100
#define O_CREAT 0x0200
#define O_TRUNC 0x0400
#define O_EXCL 0x0800
#define O_NOCTTY 0x20000
#define O_DIRECTORY 0x100000
#define O_CLOEXEC 0x1000000
#define AT_FDCWD -2
#define AT_SYMLINK_NOFOLLOW 0x0020
#define AT_SYMLINK_FOLLOW 0x0040
#define AT_REMOVEDIR 0x0080
#define F_GETFD 1
#define F_SETFD 2
#define F_GETFL 3
#define F_SETFL 4
#define F_FULLFSYNC 51
#define F_DUPFD_CLOEXEC 67
#define FD_CLOEXEC 1
#define LOCK_SH 1
#define LOCK_EX 2
#define LOCK_NB 4
#define LOCK_UN 8
CALL(int, flock, TWO, int, int);

// unistd.h, gethostuuid.h, stdio.h
#define F_OK 0
#define X_OK 1
#define W_OK 2
#define R_OK 4
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define _SC_NPROCESSORS_ONLN 58
#define PATH_MAX 1024
CALL(int, access, TWO, const char *, int);
CALL(int, faccessat, FOUR, int, const char *, int, int);
CALL(unsigned int, alarm, ONE, unsigned int);
CALL(int, close, ONE, int);
CALL(int, execve, THREE, const char *, char *const *, char *const *);
CALL(int, fsync, ONE, int);
CALL(int, ftruncate, TWO, int, mac_off_t);
CALL(mac_uid_t, geteuid, NONE, void);
CALL(mac_uid_t, getuid, NONE, void);
CALL(mac_pid_t, getpid, NONE, void);
CALL(mac_pid_t, getpgrp, NONE, void);
CALL(mac_pid_t, getppid, NONE, void);
CALL(int, gethostuuid, TWO, unsigned char *, const struct mac_timespec *);
CALL(int, isatty, ONE, int);
CALL(int, link, TWO, const char *, const char *);
CALL(int, linkat, FIVE, int, const char *, int, const char *, int);
CALL(mac_off_t, lseek, THREE, int, mac_off_t, int);
CALL(int, nice, ONE, int);
CALL(int, pipe, ONE, int *);
CALL(mac_ssize, pread, FOUR, int, void *, size_t, mac_off_t);
CALL(mac_ssize, pwrite, FOUR, int, const void *, size_t, mac_off_t);
CALL(mac_ssize, read, THREE, int, void *, size_t);
CALL(mac_ssize, write, THREE, int, const void *, size_t);
CALL(int, rename, TWO, const char *, const char *);
CALL(int, renameat, FOUR, int, const char *, int, const char *);
CALL(int, rmdir, ONE, const char *);
CALL(long, sysconf, ONE, int);
CALL(int, unlink, ONE, const char *);
CALL(int, unlinkat, THREE, int, const char *, int);
CALL(int, usleep, ONE, mac_useconds_t);

// sys/dirent.h, dirent.h
STRUCT(dirent) {
    unsigned long long d_ino;
    unsigned long long d_seekoff;
    unsigned short d_reclen;
    unsigned short d_namlen;
    unsigned char d_type;
    char d_name[1024];
};
STRUCT(DIR) {
    int __dd_fd;
};
CALL(struct mac_DIR *, opendir, ONE, const char *);
CALL(struct mac_DIR *, fdopendir, ONE, int);
CALL(struct mac_dirent *, readdir, ONE, struct mac_DIR *);
CALL(int, closedir, ONE, struct mac_DIR *);

// sys/poll.h
#define POLLIN 0x0001
#define POLLOUT 0x0004
#define POLLERR 0x0008
#define POLLHUP 0x0010
STRUCT(pollfd) {
    int fd;
    short events;
    short revents;
};
CALL(int, poll, THREE, struct mac_pollfd *, mac_nfds_t, int);

// sys/termios.h, sys/ttycom.h
TYPE(unsigned long, tcflag_t);
TYPE(unsigned long, speed_t);
TYPE(unsigned char, cc_t);
#define ISTRIP 0x20
#define INLCR 0x40
#define IGNCR 0x80
#define ICRNL 0x100
#define IXON 0x200
#define ECHO 0x8
#define ECHONL 0x10
#define ISIG 0x80
#define ICANON 0x100
#define IEXTEN 0x400
#define VMIN 16
#define VTIME 17
#define TCSANOW 0
STRUCT(termios) {
    mac_tcflag_t c_iflag;
    mac_tcflag_t c_oflag;
    mac_tcflag_t c_cflag;
    mac_tcflag_t c_lflag;
    mac_cc_t c_cc[20];
    mac_speed_t c_ispeed;
    mac_speed_t c_ospeed;
};
STRUCT(winsize) {
    unsigned short ws_row;
    unsigned short ws_col;
    unsigned short ws_xpixel;
    unsigned short ws_ypixel;
};
CALL(int, tcgetattr, TWO, int, struct mac_termios *);
CALL(mac_pid_t, tcgetpgrp, ONE, int);
CALL(int, tcsetattr, THREE, int, int, const struct mac_termios *);

// sys/signal.h, signal.h
#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGFPE 8
#define SIGKILL 9
#define SIGBUS 10
#define SIGSEGV 11
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGURG 16
#define SIGTSTP 18
#define SIGCONT 19
#define SIGCHLD 20
#define SIGTTIN 21
#define SIGTTOU 22
#define SIGXFSZ 25
#define SIGWINCH 28
#define SIGUSR1 30
#define SIG_BLOCK 1
#define SIG_UNBLOCK 2
#define SIG_SETMASK 3
#define SA_ONSTACK 0x0001
#define SS_DISABLE 0x0004
STRUCT(__siginfo) {
    int si_signo;
    int si_errno;
    int si_code;
    mac_pid_t si_pid;
    mac_uid_t si_uid;
    int si_status;
};
TYPE(struct mac___siginfo, siginfo_t);
union mac_sigaction_u {
    void (*__sa_handler)(int);
    void (*__sa_sigaction)(int, struct mac___siginfo *, void *);
};
STRUCT(sigaction) {
    union mac_sigaction_u __sigaction_u;
    mac_sigset_t sa_mask;
    int sa_flags;
};
STRUCT(stack_t) {
    void *ss_sp;
    size_t ss_size;
    int ss_flags;
};
typedef void (*mac_sig_t)(int) __attribute__((swift_name("sig_t")));
STRUCT(_opaque_pthread_t) {
    long __sig;
};
TYPE(struct mac__opaque_pthread_t *, pthread_t);
CALL(int, kill, TWO, mac_pid_t, int);
CALL(int, pthread_kill, TWO, mac_pthread_t, int);
CALL(int, pthread_sigmask, THREE, int, const mac_sigset_t *, mac_sigset_t *);
CALL(mac_pthread_t, pthread_self, NONE, void);
CALL(int, sigaction, THREE, int, const struct mac_sigaction *, struct mac_sigaction *);
CALL(int, sigaddset, TWO, mac_sigset_t *, int);
CALL(int, sigaltstack, TWO, const struct mac_stack_t *, struct mac_stack_t *);
CALL(int, sigemptyset, ONE, mac_sigset_t *);
CALL(int, sigismember, TWO, const mac_sigset_t *, int);
CALL(mac_sig_t, signal, TWO, int, mac_sig_t);
CALL(int, sigpending, ONE, mac_sigset_t *);
CALL(int, sigprocmask, THREE, int, const mac_sigset_t *, mac_sigset_t *);
CALL(int, sigwait, TWO, const mac_sigset_t *, int *);

// sys/wait.h
typedef enum { P_ALL, P_PID, P_PGID } mac_idtype_t __attribute__((swift_name("idtype_t")));
#define WNOHANG 0x00000001
#define WEXITED 0x00000004
#define WNOWAIT 0x00000020
CALL(mac_pid_t, waitpid, THREE, mac_pid_t, int *, int);
CALL(int, waitid, FOUR, mac_idtype_t, mac_id_t, mac_siginfo_t *, int);

// spawn.h, sys/spawn.h: what glibc has as structures are pointers
TYPE(void *, posix_spawnattr_t);
TYPE(void *, posix_spawn_file_actions_t);
#define POSIX_SPAWN_SETPGROUP 0x0002
#define POSIX_SPAWN_SETSIGDEF 0x0004
#define POSIX_SPAWN_SETSIGMASK 0x0008
#define POSIX_SPAWN_SETSID 0x0400
CALL(int, posix_spawn, SIX, mac_pid_t *, const char *, const mac_posix_spawn_file_actions_t *, const mac_posix_spawnattr_t *, char *const *, char *const *);
CALL(int, posix_spawnp, SIX, mac_pid_t *, const char *, const mac_posix_spawn_file_actions_t *, const mac_posix_spawnattr_t *, char *const *, char *const *);
CALL(int, posix_spawn_file_actions_init, ONE, mac_posix_spawn_file_actions_t *);
CALL(int, posix_spawn_file_actions_destroy, ONE, mac_posix_spawn_file_actions_t *);
CALL(int, posix_spawn_file_actions_addclose, TWO, mac_posix_spawn_file_actions_t *, int);
CALL(int, posix_spawn_file_actions_adddup2, THREE, mac_posix_spawn_file_actions_t *, int, int);
CALL(int, posix_spawn_file_actions_addopen, FIVE, mac_posix_spawn_file_actions_t *, int, const char *, int, mac_mode_t);
CALL(int, posix_spawnattr_init, ONE, mac_posix_spawnattr_t *);
CALL(int, posix_spawnattr_destroy, ONE, mac_posix_spawnattr_t *);
CALL(int, posix_spawnattr_setflags, TWO, mac_posix_spawnattr_t *, short);
CALL(int, posix_spawnattr_setpgroup, TWO, mac_posix_spawnattr_t *, mac_pid_t);
CALL(int, posix_spawnattr_setsigdefault, TWO, mac_posix_spawnattr_t *, const mac_sigset_t *);
CALL(int, posix_spawnattr_setsigmask, TWO, mac_posix_spawnattr_t *, const mac_sigset_t *);

// sys/sysctl.h, sys/proc.h: the names of `extern_proc` without underscores are macros, which Swift does not see
#define CTL_KERN 1
#define KERN_PROC 14
#define KERN_PROC_PID 1
#define KERN_BOOTTIME 21
#define SZOMB 5
STRUCT(extern_proc) {
    union {
        struct {
            void *__p_forw;
            void *__p_back;
        } p_st1;
        struct mac_timeval __p_starttime;
    } p_un;
    char p_stat;
    mac_pid_t p_pid;
};
STRUCT(kinfo_proc) {
    struct mac_extern_proc kp_proc;
};
CALL(int, sysctl, SIX, int *, unsigned int, void *, size_t *, void *, size_t);

// crt_externs.h
CALL(char ***, _NSGetEnviron, NONE, void);
