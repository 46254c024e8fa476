import DiskKit
import Foundation
import Synchronization

/// A file system in which the n-th modifying call fails.
///
/// With `dies`, every later call fails too, as if the process were killed at the n-th call.
final class FailingDisk: FileSystem {
    /// The result of a failing call.
    enum Fault: Equatable {
        case error(Int32)
        /// Half of the bytes are written, without an error number.
        case short
        /// Half of the bytes are written, and all later calls fail.
        case dies
        /// The call succeeds after a delay in milliseconds.
        case late(UInt32)
    }

    private let real = SystemCalls()
    private let state: Mutex<(calls: Int, at: Int, isDead: Bool)>
    private let fault: Fault
    static let all: Set<String> = ["write", "sync", "truncate", "rename", "remove", "open"]
    /// The kinds of calls that count, a subset of `all`.
    private let kinds: Set<String>

    /// Runs during the delayed call.
    private let meanwhile: (@Sendable () -> Void)?

    /// The answer of `isRemote`.
    private let remote: Bool

    init(
        _ fault: Fault, at call: Int, remote: Bool = false, of kinds: Set<String> = FailingDisk.all,
        meanwhile: (@Sendable () -> Void)? = nil
    ) {
        state = Mutex((0, call, false))
        self.fault = fault
        self.remote = remote
        self.kinds = kinds
        self.meanwhile = meanwhile
    }

    /// Makes the n-th call from now on fail; 0 means none.
    func fail(at call: Int) { state.withLock { $0 = (0, call, false) } }

    private func fails(_ kind: String) -> Bool {
        guard kinds.contains(kind) else { return state.withLock { $0.isDead } }
        let fails = state.withLock {
            $0.calls += 1
            if $0.calls == $0.at, fault == .dies { $0.isDead = true }
            return $0.calls == $0.at || $0.isDead
        }
        guard fails, case .late(let milliseconds) = fault else { return fails }
        usleep(milliseconds * 1000)
        meanwhile?()
        return false
    }

    private var number: Int {
        if case .error(let number) = fault { return -Int(number) }
        return -Int(EIO)
    }

    var machine: String { real.machine }

    func isRemote(_ directory: Int32) -> Bool { remote }

    func makeDirectory(_ path: String, mode: mode_t) -> Int { real.makeDirectory(path, mode: mode) }

    func open(_ name: String, in directory: Int32?, flags: Int32, mode: mode_t) -> Int {
        if flags & (O_RDWR | O_CREAT) != 0, fails("open") { return number }
        return real.open(name, in: directory, flags: flags, mode: mode)
    }

    func close(_ file: Int32) { real.close(file) }
    func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
        real.read(file, into: buffer, at: offset)
    }

    func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int {
        let wasDead = state.withLock { $0.isDead }
        guard fails("write") else { return real.write(file, bytes, at: offset) }
        guard fault == .short || fault == .dies, !wasDead else { return number }
        return real.write(file, UnsafeRawBufferPointer(rebasing: bytes[..<(bytes.count / 2)]), at: offset)
    }

    func sync(_ file: Int32) -> Int { fails("sync") ? number : real.sync(file) }
    func truncate(_ file: Int32, to size: Int) -> Int { fails("truncate") ? number : real.truncate(file, to: size) }
    func rename(_ name: String, to other: String, in directory: Int32) -> Int {
        fails("rename") ? number : real.rename(name, to: other, in: directory)
    }
    func remove(_ name: String, in directory: Int32) -> Int {
        fails("remove") ? number : real.remove(name, in: directory)
    }
    func tryLock(_ file: Int32) -> Int { real.tryLock(file) }
    func unlock(_ file: Int32) { real.unlock(file) }
}
