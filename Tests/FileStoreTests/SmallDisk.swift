import DiskKit
import Foundation
import Synchronization

/// A file system with a limited number of free bytes.
final class SmallDisk: FileSystem {
    private let real = SystemCalls()
    private let state: Mutex<Int>
    /// Whether a write that does not fit writes a part, as most file systems do.
    private let isPartial: Bool

    init(free: Int, isPartial: Bool) {
        state = Mutex(free)
        self.isPartial = isPartial
    }

    var free: Int { state.withLock { $0 } }

    /// Frees bytes.
    func add(_ bytes: Int) { state.withLock { $0 += bytes } }

    private func size(_ file: Int32) -> Int {
        var status = stat()
        return fstat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : 0
    }

    private func size(_ name: String, _ directory: Int32) -> Int {
        var status = stat()
        return fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && status.st_mode & S_IFMT == S_IFREG
            ? Int(status.st_size) : 0
    }

    var machine: String { real.machine }
    func makeDirectory(_ path: String, mode: mode_t) -> Int { real.makeDirectory(path, mode: mode) }
    func open(_ name: String, in directory: Int32?, flags: Int32, mode: mode_t) -> Int {
        let before = flags & O_TRUNC != 0 ? directory.map { size(name, $0) } ?? 0 : 0
        let file = real.open(name, in: directory, flags: flags, mode: mode)
        if file >= 0 { add(before) }
        return file
    }
    func close(_ file: Int32) { real.close(file) }
    func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
        real.read(file, into: buffer, at: offset)
    }
    func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int {
        state.withLock { free in
            let before = size(file)
            let more = max(0, offset + bytes.count - before)
            let fits = more <= free ? bytes.count : bytes.count - (more - free)
            guard fits == bytes.count || isPartial && fits > 0 else { return -Int(ENOSPC) }
            let written = real.write(file, UnsafeRawBufferPointer(rebasing: bytes[..<fits]), at: offset)
            free -= max(0, size(file) - before)
            return written
        }
    }
    func sync(_ file: Int32) -> Int { 0 }
    func truncate(_ file: Int32, to size: Int) -> Int {
        let before = self.size(file)
        let result = real.truncate(file, to: size)
        if result >= 0 { add(before - size) }
        return result
    }
    func rename(_ name: String, to other: String, in directory: Int32) -> Int {
        let covered = size(other, directory)
        let result = real.rename(name, to: other, in: directory)
        if result >= 0 { add(covered) }
        return result
    }
    func remove(_ name: String, in directory: Int32) -> Int {
        let freed = size(name, directory)
        let result = real.remove(name, in: directory)
        if result >= 0 { add(freed) }
        return result
    }
    func tryLock(_ file: Int32) -> Int { real.tryLock(file) }
    func unlock(_ file: Int32) { real.unlock(file) }
}
