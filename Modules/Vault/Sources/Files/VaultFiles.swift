import Kernel

/// A port: the files that are encrypted together with the records.
package protocol VaultFiles: Sendable {
    /// Returns every file of the locked folders, by its path below the app's directory. An
    /// unreadable folder is an error.
    ///
    /// - Throws: `vaultNotKept`.
    func paths() throws -> [String]
    /// Returns the first bytes of a file or all of them, or nil if it is missing.
    func bytes(of path: String, atMost count: Int?) throws -> [UInt8]?
    /// Replaces a file by bytes made from its own. After a crash the old or the new file is
    /// complete.
    ///
    /// The file stays unchanged while another process writes it, and if it was removed or replaced
    /// in the meantime.
    ///
    /// - Parameter make: Returns the new content, or nil to keep the file as it is.
    func replaceContents(_ path: String, _ make: (_ bytes: [UInt8]) throws -> [UInt8]?) throws
    /// Returns the names of editor drafts that exist nowhere else.
    func drafts() throws -> [String]
    /// Removes caches and interrupted work that may contain plain text. On request it also removes
    /// files kept aside.
    func removePlainTextFiles(aside: Bool) throws
    /// Removes the search indexes.
    func removeSearchIndexes() throws
    /// Returns the names of other files in the app's directory that may contain plain text. Locking
    /// does not encrypt them.
    func otherFiles() throws -> [String]
    /// Holds an exclusive lock among processes for the life of the returned value.
    ///
    /// - Throws: `vaultBusy`.
    func acquireLock() throws -> any Sendable
}
