import Kernel

extension RunningProgram {
    /// Whether the program has ended. It stays a zombie until `reap`, so no other process can take
    /// its number or that of its group.
    var hasEnded: Bool {
        var info = siginfo_t()
        let result = waitid(P_PID, id_t(id), &info, WEXITED | WNOHANG | WNOWAIT)
        return result == 0 ? info.si_signo == SIGCHLD : errno == ECHILD
    }

    /// Kills the program's group, and the program itself in case it has left the group.
    func kill() {
        _ = Kernel.kill(-id, SIGKILL)
        _ = Kernel.kill(id, SIGKILL)
    }

    /// Waits for the end.
    ///
    /// - Throws: `cannotRun` if the system has discarded the ending. That happens when this process
    ///   was started with SIGCHLD ignored.
    func reap() throws -> ProgramEnding {
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0 {
            guard errno == EINTR else {
                throw Failure(
                    .cannotRun, "The app could not find out how the program ended: \(String(cString: strerror(errno)))."
                )
            }
        }
        return ProgramEnding(waitStatus: status)
    }
}
