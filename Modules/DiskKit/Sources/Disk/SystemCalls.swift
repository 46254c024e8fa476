import Dispatch
import EngineKit
import Kernel

/// The system calls of the current machine.
package struct SystemCalls: FileSystem {
    package init() {}

    package var machine: String {
        let identifier = (Machine.identifier ?? "").filter { $0.isLetter || $0.isNumber }
        return identifier.isEmpty ? "machine" : CRC32C.text(of: Data(identifier.utf8))
    }

    package func makeDirectory(_ path: String, mode: mode_t) -> Int { result(Int(mkdir(path, mode))) }

    package func open(_ name: String, in directory: Int32?, flags: Int32, mode: mode_t) -> Int {
        result(Int(openat(directory ?? AT_FDCWD, name, flags, mode)))
    }

    package func isAlone(_ file: Int32) -> Bool { OpenFile.isExclusivelyOpen(file) }

    /// Closes a file, in the background if it is a long file without a name.
    ///
    /// The system frees such a file, for example a replaced generation, with its last holder. That
    /// takes time in proportion to its length.
    package func close(_ file: Int32) {
        var status = stat()
        if fstat(file, &status) == 0, status.st_nlink == 0, status.st_size > SystemCalls.longSize {
            DispatchQueue.global(qos: .utility).async { _ = Kernel.close(file) }
        } else {
            _ = Kernel.close(file)
        }
    }

    /// The size from which a file is closed in the background.
    private static let longSize = 1 << 24

    package func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
        repeating { pread(file, buffer.baseAddress, buffer.count, off_t(offset)) }
    }

    package func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int {
        repeating { pwrite(file, bytes.baseAddress, bytes.count, off_t(offset)) }
    }

    package func sync(_ file: Int32) -> Int { result(Int(OpenFile.sync(file))) }

    package func truncate(_ file: Int32, to size: Int) -> Int { result(Int(ftruncate(file, off_t(size)))) }

    package func rename(_ name: String, to other: String, in directory: Int32) -> Int {
        result(Int(renameat(directory, name, directory, other)))
    }

    package func remove(_ name: String, in directory: Int32) -> Int { result(Int(unlinkat(directory, name, 0))) }

    package func tryLock(_ file: Int32) -> Int { repeating { Int(flock(file, LOCK_EX | LOCK_NB)) } }

    package func waitForLock(_ file: Int32, atMost limit: Int) -> Int { LockWatch.shared.lock(file, atMost: limit) }

    package func unlock(_ file: Int32) { _ = flock(file, LOCK_UN) }

    package func isRemote(_ directory: Int32) -> Bool { RemoteFolder.isRemote(directory) }

    /// Returns a value, or the negated error number for a negative one.
    private func result(_ value: Int) -> Int { value < 0 ? -Int(errno) : value }

    /// Repeats a call that a signal interrupted.
    private func repeating(_ call: () -> Int) -> Int {
        while true {
            let value = result(call())
            if value != -Int(EINTR) { return value }
        }
    }
}
