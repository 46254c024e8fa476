import Kernel

#if canImport(Darwin)
    typealias RawSpawnActions = posix_spawn_file_actions_t?
    typealias RawSpawnAttributes = posix_spawnattr_t?
#else
    typealias RawSpawnActions = posix_spawn_file_actions_t
    typealias RawSpawnAttributes = posix_spawnattr_t
#endif

/// What happens in the child between its birth and the program's first instruction.
struct SpawnActions {
    var raw: RawSpawnActions

    init() {
        #if canImport(Darwin)
            raw = nil
        #else
            raw = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&raw)
    }

    mutating func duplicate(_ descriptor: Int32, to standard: Int32) {
        posix_spawn_file_actions_adddup2(&raw, descriptor, standard)
    }

    mutating func openNothing(as standard: Int32, toWrite: Bool = false) {
        posix_spawn_file_actions_addopen(&raw, standard, "/dev/null", toWrite ? O_WRONLY : O_RDONLY, 0)
    }

    /// What this process was given open by whoever started it: a lock of a script, a pipe. It would stay open as long as the child lives.
    mutating func closeWhatWasGiven() {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd")) ?? [] {
            guard let descriptor = Int32(name), descriptor > 2, fcntl(descriptor, F_GETFD) & FD_CLOEXEC == 0 else { continue }
            posix_spawn_file_actions_addclose(&raw, descriptor)
        }
    }

    mutating func destroy() { posix_spawn_file_actions_destroy(&raw) }
}

/// What the child does not inherit: ignored signals, blocked signals, and, when it is captured, our process group.
struct SpawnAttributes {
    /// With whom a child stands when the terminal sends a signal.
    enum Company {
        /// With us.
        case ours
        /// With the children of its own.
        case ownGroup
        /// With nobody: the terminal is not its own.
        case ownSession
    }

    var raw: RawSpawnAttributes

    /// Those that this process may be ignoring; SIGHUP stays ignored, because that is what `nohup` asks for.
    static let resetSignals = [SIGINT, SIGQUIT, SIGPIPE, SIGTERM, SIGCHLD, SIGTSTP, SIGTTIN, SIGTTOU, SIGXFSZ]

    /// `POSIX_SPAWN_SETSID`, which the headers of glibc and musl show to GNU programs alone.
    #if canImport(Darwin)
        private static let newSession = Int32(POSIX_SPAWN_SETSID)
    #else
        private static let newSession: Int32 = 0x80
    #endif

    init(_ company: Company) {
        #if canImport(Darwin)
            raw = nil
        #else
            raw = posix_spawnattr_t()
        #endif
        posix_spawnattr_init(&raw)
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

    mutating func destroy() { posix_spawnattr_destroy(&raw) }
}
