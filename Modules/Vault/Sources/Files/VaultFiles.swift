import Kernel

/// The files beside the records, for whoever locks all of them: a port.
public protocol VaultFiles: Sendable {
    /// Every file of the folders that are locked, by its path below the app's directory.
    func paths() throws -> [String]
    /// The first bytes of a file, or all of it; nil where it has gone.
    func bytes(of path: String, atMost count: Int?) throws -> [UInt8]?
    /// Puts bytes in the place of a file: the old one or the new one stands there, whole, whatever happens.
    func replace(_ path: String, with bytes: [UInt8]) throws
    /// Texts that an editor left and that are nowhere else, by name.
    func drafts() throws -> [String]
    /// Removes what can be made again and may hold something in the clear: caches, work that was interrupted. What was kept aside goes too, if asked.
    func clear(aside: Bool) throws
    /// Other files in the app's directory that may hold something in the clear, and that nobody here removes: by name.
    func others() throws -> [String]
    /// Holds what only one process at a time may do, for as long as the value is kept.
    ///
    /// - Throws: `vaultBusy`.
    func hold() throws -> any Sendable
}
