import Kernel

/// The system calls of a file store.
///
/// Results below zero are negated error numbers. Tests substitute a failing disk.
package protocol FileSystem: Sendable {
    /// The unique name of the machine, without blanks.
    var machine: String { get }
    func makeDirectory(_ path: String, mode: mode_t) -> Int
    /// Opens a file relative to a directory, or by its full path if the directory is nil.
    func open(_ name: String, in directory: Int32?, flags: Int32, mode: mode_t) -> Int
    func close(_ file: Int32)
    func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int
    func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int
    /// Syncs the contents to the disk.
    func sync(_ file: Int32) -> Int
    func truncate(_ file: Int32, to size: Int) -> Int
    func rename(_ name: String, to other: String, in directory: Int32) -> Int
    func remove(_ name: String, in directory: Int32) -> Int
    /// Tries to take the lock of an open file, and returns `-EWOULDBLOCK` if it is taken.
    ///
    /// The lock is a `flock`. It belongs to the open file instead of the process. It therefore also
    /// separates threads and ends with its holder.
    func tryLock(_ file: Int32) -> Int
    /// Waits for the lock up to a number of microseconds.
    func waitForLock(_ file: Int32, atMost limit: Int) -> Int
    /// Pauses for a number of microseconds before a retry.
    func pause(_ microseconds: Int)
    func unlock(_ file: Int32)
    /// Whether no other process has the file open. False if that is unknown.
    func isAlone(_ file: Int32) -> Bool
    /// Whether a directory is on another machine or served by a program, where locks and syncs may
    /// be unreliable.
    func isRemote(_ directory: Int32) -> Bool
}

extension FileSystem {
    package func isAlone(_ file: Int32) -> Bool { false }

    package func isRemote(_ directory: Int32) -> Bool { false }

    /// Retries until the limit.
    package func waitForLock(_ file: Int32, atMost limit: Int) -> Int {
        for _ in 0..<(limit / 1000) {
            pause(1000)
            let result = tryLock(file)
            if result != -Int(EWOULDBLOCK) { return result }
        }
        return -Int(EWOULDBLOCK)
    }

    package func pause(_ microseconds: Int) { usleep(UInt32(clamping: microseconds)) }
}
