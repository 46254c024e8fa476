/// The changes to a child's descriptors between its creation and the first instruction of its
/// program.
package struct SpawnActions {
    #if canImport(Darwin)
        /// The value to pass to `posix_spawn`.
        package var raw: posix_spawn_file_actions_t?
    #else
        package var raw = posix_spawn_file_actions_t()
    #endif

    package init() { posix_spawn_file_actions_init(&raw) }

    /// Duplicates a descriptor of this process to another number in the child.
    package mutating func duplicate(_ descriptor: Int32, to childDescriptor: Int32) {
        posix_spawn_file_actions_adddup2(&raw, descriptor, childDescriptor)
    }

    /// Opens `/dev/null` under a number in the child: reads return no bytes, and writes are
    /// discarded.
    package mutating func openNothing(as childDescriptor: Int32, toWrite: Bool = false) {
        posix_spawn_file_actions_addopen(&raw, childDescriptor, "/dev/null", toWrite ? O_WRONLY : O_RDONLY, 0)
    }

    /// Closes a descriptor of this process in the child.
    package mutating func close(_ descriptor: Int32) { posix_spawn_file_actions_addclose(&raw, descriptor) }

    /// Frees the actions, which must not be used afterwards.
    package mutating func destroy() { posix_spawn_file_actions_destroy(&raw) }
}
