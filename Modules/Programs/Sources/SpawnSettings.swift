import Kernel

extension SpawnActions {
    /// What this process was given open by whoever started it: a lock of a script, a pipe. It would stay open as long as the child lives.
    mutating func closeWhatWasGiven() {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd")) ?? [] {
            guard let descriptor = Int32(name), descriptor > 2, fcntl(descriptor, F_GETFD) & FD_CLOEXEC == 0 else { continue }
            close(descriptor)
        }
    }
}

extension SpawnAttributes {
    /// With whom a child stands when the terminal sends a signal.
    enum Company {
        /// With us.
        case ours
        /// With the children of its own.
        case ownGroup
        /// With nobody: the terminal is not its own.
        case ownSession
    }

    /// Those that this process may be ignoring; SIGHUP stays ignored, because that is what `nohup` asks for.
    static let resetSignals = [SIGINT, SIGQUIT, SIGPIPE, SIGTERM, SIGCHLD, SIGTSTP, SIGTTIN, SIGTTOU, SIGXFSZ]

    /// What the child does not inherit: ignored signals, blocked signals, and, when it is captured, our process group.
    init(_ company: Company) {
        self.init()
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&raw, &none)
        var reset = none
        for signal in SpawnAttributes.resetSignals { sigaddset(&reset, signal) }
        posix_spawnattr_setsigdefault(&raw, &reset)
        if company == .ownGroup { posix_spawnattr_setpgroup(&raw, 0) }
        let apart: [Company: Int32] = [.ownGroup: Int32(POSIX_SPAWN_SETPGROUP), .ownSession: SpawnAttributes.newSession]
        let flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF) | (apart[company] ?? 0)
        posix_spawnattr_setflags(&raw, Int16(flags))
    }
}
