import Kernel

/// The system calls that a file store makes. Results below zero are negated error numbers.
///
/// A seam: tests put a failing disk here.
package protocol FileSystem: Sendable {
    /// A name of the machine that no other has, without blanks.
    var machine: String { get }
    func makeDirectory(_ path: String, mode: mode_t) -> Int
    /// Opens within a directory, or anywhere for nil.
    func open(_ name: String, in directory: Int32?, flags: Int32, mode: mode_t) -> Int
    func close(_ file: Int32)
    func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int
    func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int
    /// Brings the contents to the medium.
    func sync(_ file: Int32) -> Int
    func truncate(_ file: Int32, to size: Int) -> Int
    func rename(_ name: String, to other: String, in directory: Int32) -> Int
    func remove(_ name: String, in directory: Int32) -> Int
    /// Takes the lock on an open file; `-EWOULDBLOCK` when somebody else has it. `flock`: held by the open file and not by the process, so it
    /// separates threads as well, and it is freed when its holder dies.
    func tryLock(_ file: Int32) -> Int
    /// The same, waiting for it for so many microseconds at most.
    func waitForLock(_ file: Int32, atMost limit: Int) -> Int
    /// Lets so many microseconds pass before something is tried again.
    func pause(_ microseconds: Int)
    func unlock(_ file: Int32)
    /// Whether nobody else has an open file open; false where that cannot be known.
    func isAlone(_ file: Int32) -> Bool
    /// Whether a directory lies on another machine, or behind a program, where locks and syncs may promise more than they keep.
    func isRemote(_ directory: Int32) -> Bool
}

extension FileSystem {
    package func isAlone(_ file: Int32) -> Bool { false }

    package func isRemote(_ directory: Int32) -> Bool { false }

    /// Tries it over and over.
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
