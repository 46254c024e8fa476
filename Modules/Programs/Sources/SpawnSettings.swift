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

    mutating func openNothing(as standard: Int32) {
        posix_spawn_file_actions_addopen(&raw, standard, "/dev/null", O_RDONLY, 0)
    }

    mutating func destroy() { posix_spawn_file_actions_destroy(&raw) }
}

/// What the child does not inherit: ignored signals, blocked signals, and, when it is captured, our process group.
struct SpawnAttributes {
    var raw: RawSpawnAttributes

    /// Those that this process may be ignoring; SIGHUP stays ignored, because that is what `nohup` asks for.
    static let resetSignals = [SIGINT, SIGQUIT, SIGPIPE, SIGTERM, SIGCHLD, SIGTSTP, SIGTTIN, SIGTTOU, SIGXFSZ]

    init(ownGroup: Bool) {
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
        if ownGroup { posix_spawnattr_setpgroup(&raw, 0) }
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | (ownGroup ? POSIX_SPAWN_SETPGROUP : 0)
        posix_spawnattr_setflags(&raw, Int16(flags))
    }

    mutating func destroy() { posix_spawnattr_destroy(&raw) }
}
