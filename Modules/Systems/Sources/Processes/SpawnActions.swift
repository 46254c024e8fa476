/// What happens with descriptors in a child between its birth and its program's first instruction.
package struct SpawnActions {
    #if canImport(Darwin)
        /// As `posix_spawn` takes them.
        package var raw: posix_spawn_file_actions_t?
    #else
        /// As `posix_spawn` takes them.
        package var raw = posix_spawn_file_actions_t()
    #endif

    /// Nothing; to be destroyed in the end.
    package init() { posix_spawn_file_actions_init(&raw) }

    /// The child has a descriptor of ours under another number too.
    package mutating func duplicate(_ descriptor: Int32, to standard: Int32) {
        posix_spawn_file_actions_adddup2(&raw, descriptor, standard)
    }

    /// The child has nothing under a number: it reads no byte, or whatever it writes is gone.
    package mutating func openNothing(as standard: Int32, toWrite: Bool = false) {
        posix_spawn_file_actions_addopen(&raw, standard, "/dev/null", toWrite ? O_WRONLY : O_RDONLY, 0)
    }

    /// The child does not have a descriptor of ours.
    package mutating func close(_ descriptor: Int32) { posix_spawn_file_actions_addclose(&raw, descriptor) }

    /// They are of no use any more.
    package mutating func destroy() { posix_spawn_file_actions_destroy(&raw) }
}
