import DiskKit
import Foundation
import Kernel
import Synchronization

/// A file system that records its calls, so that `PowerCutImage` can simulate a power cut.
///
/// Contents and names that were not synced may be present, lost, or partly present in any order.
final class PowerCutDisk: FileSystem {
    /// A system call in the order of its execution.
    enum Event {
        case create(file: Int, name: String, directory: String)
        case write(file: Int, offset: Int, bytes: [UInt8])
        case truncate(file: Int, size: Int)
        case sync(file: Int)
        case syncNames(directory: String)
        case rename(String, to: String, directory: String)
        case remove(String, directory: String)
        case makeDirectory(String)
        case acknowledged(String)
    }

    private struct State {
        var events: [Event] = []
        /// The paths of open directories, by descriptor.
        var directories: [Int32: String] = [:]
    }

    private let real = SystemCalls()
    private let state = Mutex(State())

    var machine: String { real.machine }
    var events: [Event] { state.withLock { $0.events } }

    func acknowledge(_ write: String) { note(.acknowledged(write)) }

    private func note(_ event: Event) { state.withLock { $0.events.append(event) } }

    private func inode(_ file: Int32) -> Int {
        var status = stat()
        fstat(file, &status)
        return Int(status.st_ino)
    }

    private func directory(_ file: Int32?) -> String? {
        file.flatMap { file in state.withLock { $0.directories[file] } }
    }

    func makeDirectory(_ path: String, mode: mode_t) -> Int {
        let result = real.makeDirectory(path, mode: mode)
        if result >= 0 { note(.makeDirectory(path)) }
        return result
    }

    func open(_ name: String, in directory: Int32?, flags: Int32, mode: mode_t) -> Int {
        var status = stat()
        let isNew = directory.map { fstatat($0, name, &status, AT_SYMLINK_NOFOLLOW) != 0 } ?? false
        let result = real.open(name, in: directory, flags: flags, mode: mode)
        guard result >= 0 else { return result }
        let file = Int32(result)
        if flags & O_DIRECTORY != 0 {
            state.withLock { $0.directories[file] = name }
        } else {
            state.withLock { $0.directories[file] = nil }
            if isNew, let directory = self.directory(directory) {
                note(.create(file: inode(file), name: name, directory: directory))
            }
            if !isNew, flags & O_TRUNC != 0 { note(.truncate(file: inode(file), size: 0)) }
        }
        return result
    }

    func close(_ file: Int32) { real.close(file) }

    func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
        real.read(file, into: buffer, at: offset)
    }

    func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int {
        note(.write(file: inode(file), offset: offset, bytes: Array(bytes)))
        return real.write(file, bytes, at: offset)
    }

    func sync(_ file: Int32) -> Int {
        // Record the call only; syncing the real disk would be slow.
        if let directory = directory(file) {
            note(.syncNames(directory: directory))
        } else {
            note(.sync(file: inode(file)))
        }
        return 0
    }

    func truncate(_ file: Int32, to size: Int) -> Int {
        note(.truncate(file: inode(file), size: size))
        return real.truncate(file, to: size)
    }

    func rename(_ name: String, to other: String, in directory: Int32) -> Int {
        let result = real.rename(name, to: other, in: directory)
        if result >= 0, let directory = self.directory(directory) {
            note(.rename(name, to: other, directory: directory))
        }
        return result
    }

    func remove(_ name: String, in directory: Int32) -> Int {
        let result = real.remove(name, in: directory)
        if result >= 0, let directory = self.directory(directory) { note(.remove(name, directory: directory)) }
        return result
    }

    func tryLock(_ file: Int32) -> Int { real.tryLock(file) }
    func unlock(_ file: Int32) { real.unlock(file) }
}

/// The contents of a disk when the power is cut after some of the calls.
struct PowerCutImage {
    private static let sector = 512

    /// The contents of files, by inode.
    private var durable: [Int: [UInt8]] = [:]
    private var pending: [Int: [PowerCutDisk.Event]] = [:]
    /// The inodes of files by directory and name.
    private var names: [String: [String: Int]] = [:]
    private var pendingNames: [String: [PowerCutDisk.Event]] = [:]
    private let forgets: Bool
    private(set) var acknowledged: [String] = []

    /// - Parameter forgets: Whether syncing a file does nothing.
    init(after events: ArraySlice<PowerCutDisk.Event>, _ random: inout RandomSource, forgets: Bool = false) {
        self.forgets = forgets
        for event in events { note(event) }
        for (file, events) in pending {
            for event in events where Bool.random(using: &random) { apply(event, to: file, &random) }
        }
        // A journal keeps name changes in order: some first part of the unsynced ones is present.
        for (directory, events) in pendingNames {
            for event in events.prefix(Int.random(in: 0...events.count, using: &random)) {
                rename(event, in: directory)
            }
        }
    }

    /// Writes the files to the directory `path`, which replaces `original` in the events.
    func write(to path: String, replacing original: String) throws {
        for (directory, files) in names {
            let folder = path + directory.dropFirst(original.count)
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            for (name, file) in files {
                let isMade = FileManager.default.createFile(
                    atPath: "\(folder)/\(name)", contents: Data(durable[file] ?? []),
                    attributes: [.posixPermissions: 0o600])
                guard isMade else { throw Failure(.init("noFile"), name) }
            }
        }
    }

    private mutating func note(_ event: PowerCutDisk.Event) {
        switch event {
        case .create(let file, _, let directory):
            // The system may reuse the inode of a deleted file.
            (durable[file], pending[file]) = ([], [])
            pendingNames[directory, default: []].append(event)
        case .write(let file, _, _), .truncate(let file, _): pending[file, default: []].append(event)
        case .sync where forgets: break
        case .sync(let file):
            var none = RandomSource(seed: 0)
            for event in pending[file] ?? [] { apply(event, to: file, &none, whole: true) }
            pending[file] = []
        case .syncNames(let directory):
            for event in pendingNames[directory] ?? [] { rename(event, in: directory) }
            pendingNames[directory] = []
        case .rename(_, _, let directory), .remove(_, let directory): pendingNames[directory, default: []].append(event)
        case .makeDirectory(let path): names[path] = [:]
        case .acknowledged(let what): acknowledged.append(what)
        }
    }

    private mutating func apply(
        _ event: PowerCutDisk.Event, to file: Int, _ random: inout RandomSource, whole: Bool = false
    ) {
        var content = durable[file] ?? []
        switch event {
        case .truncate(_, let size):
            content = Array((content + [UInt8](repeating: 0, count: max(0, size - content.count)))[..<size])
        case .write(_, let offset, let bytes):
            let end = offset + bytes.count
            if content.count < end { content += [UInt8](repeating: 0, count: end - content.count) }
            for (place, byte) in bytes.enumerated()
            where whole || isKept((offset + place) / PowerCutImage.sector, &random) {
                content[offset + place] = byte
            }
        default: break
        }
        durable[file] = content
    }

    private var kept: [Int: Bool] = [:]

    /// Decides at random whether a sector is written. A sector is written completely or not at all.
    private mutating func isKept(_ sector: Int, _ random: inout RandomSource) -> Bool {
        if let known = kept[sector] { return known }
        let isKept = Bool.random(using: &random)
        kept[sector] = isKept
        return isKept
    }

    private mutating func rename(_ event: PowerCutDisk.Event, in directory: String) {
        switch event {
        case .create(let file, let name, _): names[directory, default: [:]][name] = file
        case .rename(let name, let other, _):
            let file = names[directory]?.removeValue(forKey: name)
            names[directory]?[other] = file
        case .remove(let name, _): names[directory]?[name] = nil
        default: break
        }
    }
}
