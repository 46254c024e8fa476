/// What a child does not inherit: signals, process group, session.
package struct SpawnAttributes {
    #if canImport(Darwin)
        /// As `posix_spawn` takes them.
        package var raw: posix_spawnattr_t?
        /// The flag by which a child leads a session of its own.
        package static let newSession = Int32(POSIX_SPAWN_SETSID)
    #else
        /// As `posix_spawn` takes them.
        package var raw = posix_spawnattr_t()
        /// The flag by which a child leads a session of its own: `POSIX_SPAWN_SETSID`, which the headers of glibc and musl show to GNU programs alone.
        package static let newSession: Int32 = 0x80
    #endif

    /// Everything is inherited; to be destroyed in the end.
    package init() { posix_spawnattr_init(&raw) }

    /// They are of no use any more.
    package mutating func destroy() { posix_spawnattr_destroy(&raw) }
}
