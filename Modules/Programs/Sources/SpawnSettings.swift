import Kernel

extension SpawnActions {
    /// Closes descriptors that this process inherited open, such as a script's lock or a pipe. A
    /// child would keep them open as long as it lives.
    mutating func closeInheritedDescriptors() {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd")) ?? [] {
            guard let descriptor = Int32(name), descriptor > 2, fcntl(descriptor, F_GETFD) & FD_CLOEXEC == 0 else {
                continue
            }
            close(descriptor)
        }
    }
}

extension SpawnAttributes {
    /// The process group or session in which a child receives terminal signals.
    enum ProcessGrouping {
        case inherited
        case ownGroup
        /// A session of its own, which has no terminal.
        case ownSession
    }

    /// Signals that this process may be ignoring. SIGHUP stays ignored, because `nohup` requires
    /// that.
    static let resetSignals = [SIGINT, SIGQUIT, SIGPIPE, SIGTERM, SIGCHLD, SIGTSTP, SIGTTIN, SIGTTOU, SIGXFSZ]

    /// Creates attributes without inherited state: ignored signals, blocked signals and, for a
    /// captured child, the process group.
    init(_ grouping: ProcessGrouping) {
        self.init()
        var noSignals = sigset_t()
        sigemptyset(&noSignals)
        posix_spawnattr_setsigmask(&raw, &noSignals)
        var signalsToReset = noSignals
        for signal in SpawnAttributes.resetSignals { sigaddset(&signalsToReset, signal) }
        posix_spawnattr_setsigdefault(&raw, &signalsToReset)
        if grouping == .ownGroup { posix_spawnattr_setpgroup(&raw, 0) }
        let groupingFlags: [ProcessGrouping: Int32] = [
            .ownGroup: Int32(POSIX_SPAWN_SETPGROUP), .ownSession: SpawnAttributes.newSession,
        ]
        let flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF) | (groupingFlags[grouping] ?? 0)
        posix_spawnattr_setflags(&raw, Int16(flags))
    }
}
