import DiskKit
import Foundation
import Kernel
import Synchronization

/// A disk on which every change fails from a given call until it is repaired. The first failing
/// write stores half of its bytes.
final class FaultyDisk: FileSystem, Sendable {
    private let base = SystemCalls()
    private let state: Mutex<(left: Int, isRepaired: Bool, hasFailed: Bool)>
    private let number: Int32

    /// - Parameter call: The first call that fails, counted from 1.
    init(failing number: Int32, from call: Int) {
        self.number = number
        state = Mutex((call, false, false))
    }

    var hasFailed: Bool { state.withLock { $0.hasFailed } }

    func repair() { state.withLock { $0.isRepaired = true } }

    /// The result of a failing call; nil when the call works.
    private var failure: (result: Int, isFirst: Bool)? {
        state.withLock { state in
            state.left -= 1
            guard state.left <= 0, !state.isRepaired else { return nil }
            defer { state.hasFailed = true }
            return (-Int(number), !state.hasFailed)
        }
    }

    var machine: String { base.machine }

    func makeDirectory(_ path: String, mode: mode_t) -> Int { failure?.result ?? base.makeDirectory(path, mode: mode) }

    func open(_ name: String, in directory: Int32?, flags: Int32, mode: mode_t) -> Int {
        let changes = flags & (O_CREAT | O_RDWR | O_WRONLY) != 0
        return (changes ? failure?.result : nil) ?? base.open(name, in: directory, flags: flags, mode: mode)
    }

    func close(_ file: Int32) { base.close(file) }

    func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
        base.read(file, into: buffer, at: offset)
    }

    func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int {
        guard let failure else { return base.write(file, bytes, at: offset) }
        if failure.isFirst {
            _ = base.write(file, UnsafeRawBufferPointer(rebasing: bytes[..<(bytes.count / 2)]), at: offset)
        }
        return failure.result
    }

    func sync(_ file: Int32) -> Int { failure?.result ?? base.sync(file) }

    func truncate(_ file: Int32, to size: Int) -> Int { failure?.result ?? base.truncate(file, to: size) }

    func rename(_ name: String, to other: String, in directory: Int32) -> Int {
        failure?.result ?? base.rename(name, to: other, in: directory)
    }

    func remove(_ name: String, in directory: Int32) -> Int { failure?.result ?? base.remove(name, in: directory) }
    func tryLock(_ file: Int32) -> Int { base.tryLock(file) }
    func unlock(_ file: Int32) { base.unlock(file) }
    func isRemote(_ directory: Int32) -> Bool { base.isRemote(directory) }
}
