import Community
import CommunityAdapters
import DiskKit
import Foundation
import Kernel
import Storage

/// Processes that tests start and kill: members of a community and its developers, each with files
/// of their own and one shared directory.
///
/// The home holds `identity` and the person's store `own`. The developers' key is `developer-key`
/// next to the shared directory.
struct CommunityProcesses {
    let home: String
    let town: String
    let system: any FileSystem

    init(home: String, town: String, system: any FileSystem = SystemCalls()) {
        self.home = home
        self.town = town
        self.system = system
    }

    func access() throws -> BoardAccess {
        let store = try FileStore(directory: town, access: .group, system: system, now: now)
        let box = FileBallotBox(town, system: system, now: now)
        return BoardAccess(
            name: town, open: { _ in StoredCommunityBoard(store, box: box) },
            compact: { _ in
                _ = try store.engine.maintain(.compact)
                return true
            })
    }

    func person(_ access: BoardAccess) throws -> CommunityClient {
        let path = "\(home)/identity"
        let ids = IDSource.timeOrdered(now: now, random: .system())
        return CommunityClient(
            store: try FileStore(directory: "\(home)/own", system: system, now: now), access: access,
            identities: .file { path },
            device: DeviceInfo(app: "dojang", appVersion: "1", system: "Linux", machine: "x86_64"),
            usage: { UsageData() }, ids: ids, time: TimeSource(calendar: .utc, now: now))
    }

    func developer(_ access: BoardAccess) -> CommunityAdmin {
        let path = "\(town)-developer-key"
        return CommunityAdmin(
            access: access, keys: .file { path }, ids: .timeOrdered(now: now, random: .system()),
            time: TimeSource(calendar: .utc, now: now))
    }

    /// Runs `--community-act HOME TOWN CALL KIND WORDS…`, which performs one action and prints
    /// `done` and its identifier once it is acknowledged.
    ///
    /// At the `CALL`-th system call that changes something the process kills itself, in the middle
    /// of a write. 0 means never.
    static func act(_ words: [String]) throws {
        guard words.count >= 4, let call = Int(words[2]) else {
            throw BenchmarkError("--community-act HOME TOWN CALL KIND …")
        }
        let processes = CommunityProcesses(home: words[0], town: words[1], system: LethalDisk(at: call))
        let result = try processes.act(words[3], Array(words.dropFirst(4)))
        FileHandle.standardOutput.write(Data("done \(result)\n".utf8))
    }

    private func act(_ kind: String, _ words: [String]) throws -> String {
        let access = try access()
        let first = words.first ?? ""
        switch kind {
        case "feedback": return try "\(person(access).sendFeedback(.bug, first).state)"
        case "vote": return try "\(person(access).vote(for: Identifier(first)).state)"
        case "unvote": return try "\(person(access).unvote(Identifier(first)).state)"
        case "suggest": return try "\(person(access).suggest(first, first).state)"
        case "upvote": return try "\(person(access).upvote(Identifier(first)).state)"
        case "respond": return try developer(access).respond(to: Identifier(first), words[1]).id.rawValue
        case "merge": return try "\(developer(access).merge(Identifier(first), into: Identifier(words[1])).carried)"
        case "release": return try developer(access).release(Identifier(first)).id.rawValue
        case "forget-me": return try "\(person(access).forgetMe().records)"
        default: throw BenchmarkError("there is no “\(kind)”")
        }
    }
}

/// A file system that kills the process at a chosen call: halfway through a write, and before any
/// other call.
final class LethalDisk: FileSystem, @unchecked Sendable {
    // Unchecked: these processes have one thread.
    private let base = SystemCalls()
    private var left: Int

    init(at call: Int) { left = call }

    var machine: String { base.machine }

    private var isLast: Bool {
        left -= 1
        return left == 0
    }

    private func die() { kill(getpid(), SIGKILL) }

    private func burn() { if isLast { die() } }

    func makeDirectory(_ path: String, mode: mode_t) -> Int {
        burn()
        return base.makeDirectory(path, mode: mode)
    }

    func open(_ name: String, in directory: Int32?, flags: Int32, mode: mode_t) -> Int {
        if flags & O_CREAT != 0 { burn() }
        return base.open(name, in: directory, flags: flags, mode: mode)
    }

    func close(_ file: Int32) { base.close(file) }

    func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
        base.read(file, into: buffer, at: offset)
    }

    func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int {
        if isLast {
            _ = base.write(file, UnsafeRawBufferPointer(rebasing: bytes[..<(bytes.count / 2)]), at: offset)
            die()
        }
        return base.write(file, bytes, at: offset)
    }

    func sync(_ file: Int32) -> Int {
        burn()
        return base.sync(file)
    }

    func truncate(_ file: Int32, to size: Int) -> Int {
        burn()
        return base.truncate(file, to: size)
    }

    func rename(_ name: String, to other: String, in directory: Int32) -> Int {
        burn()
        return base.rename(name, to: other, in: directory)
    }

    func remove(_ name: String, in directory: Int32) -> Int {
        burn()
        return base.remove(name, in: directory)
    }

    func tryLock(_ file: Int32) -> Int { base.tryLock(file) }
    func unlock(_ file: Int32) { base.unlock(file) }
    func isRemote(_ directory: Int32) -> Bool { base.isRemote(directory) }
}
