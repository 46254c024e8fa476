/// The attributes that a child does not inherit: signals, process group, session.
package struct SpawnAttributes {
    #if canImport(Darwin)
        /// The value to pass to `posix_spawn`.
        package var raw: posix_spawnattr_t?
        /// The flag that makes a child the leader of its own session.
        package static let newSession = Int32(POSIX_SPAWN_SETSID)
    #else
        package var raw = posix_spawnattr_t()
        /// The flag that makes a child the leader of its own session: `POSIX_SPAWN_SETSID`, which
        /// the headers of glibc and musl show only to GNU programs.
        package static let newSession: Int32 = 0x80
    #endif

    package init() { posix_spawnattr_init(&raw) }

    /// Frees the attributes, which must not be used afterwards.
    package mutating func destroy() { posix_spawnattr_destroy(&raw) }
}
