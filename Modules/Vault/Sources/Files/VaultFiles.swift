import Kernel

/// The files beside the records, for whoever locks all of them: a port.
public protocol VaultFiles: Sendable {
    /// Every file of the folders that are locked, by its path below the app's directory. A folder that cannot be read is not an empty one.
    ///
    /// - Throws: `vaultNotKept`.
    func paths() throws -> [String]
    /// The first bytes of a file, or all of it; nil where it has gone.
    func bytes(of path: String, atMost count: Int?) throws -> [UInt8]?
    /// Puts other bytes, made of its own, in the place of a file: the old one or the new one stands there, whole, whatever happens.
    ///
    /// Nothing happens where it is still being written, and where it went, or another came in its place, while the new one was made.
    ///
    /// - Parameter make: gives nil for a file that is to stay as it is.
    func exchange(_ path: String, _ make: (_ bytes: [UInt8]) throws -> [UInt8]?) throws
    /// Texts that an editor left and that are nowhere else, by name.
    func drafts() throws -> [String]
    /// Removes what can be made again and may hold something in the clear: caches, work that was interrupted. What was kept aside goes too, if asked.
    func clear(aside: Bool) throws
    /// Removes what searches keep of words.
    func clearWords() throws
    /// Other files in the app's directory that may hold something in the clear, and that nobody here removes: by name.
    func others() throws -> [String]
    /// Holds what only one process at a time may do, for as long as the value is kept.
    ///
    /// - Throws: `vaultBusy`.
    func hold() throws -> any Sendable
}
