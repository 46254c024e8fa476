import DiskKit
import FileStore
import Foundation
import Kernel
import Synchronization
import TestSupport
import XCTest

/// Tests the files in a store's directory, and calls that the system refuses.
final class DirectoryTests: XCTestCase {
    private func open(
        _ directory: TemporaryDirectory, _ disk: any FileSystem = SystemCalls(), random: UInt64 = 1,
        access: StoreAccess = .owner
    ) throws -> FileStore {
        try FileStore(
            directory: "\(directory.path)/store", access: access, random: RandomSource(seed: random), system: disk
        ) { Instant(milliseconds: 1_763_661_909_120) }
    }

    // MARK: - Refused system calls

    func testSystemErrorsMapToFailures() throws {
        for (numbers, code, kind) in [
            ([ENOSPC, EDQUOT, EFBIG], Failure.Code.diskFull, Failure.Kind.temporary),
            ([EACCES, EROFS, EPERM], .readOnlyStore, .cannotCreate), ([EIO, ENOMEM], .diskTrouble, .temporary),
        ] {
            for number in numbers {
                for (call, word) in [
                    ("write", "write"), ("rename", "write"), ("tryLock", "lock"), ("truncate", "shorten"),
                    ("read", "read"),
                    ("remove", "remove"),
                ] {
                    let directory = try TemporaryDirectory(isQuick: true)
                    let disk = RefusingDisk()
                    let store = try open(directory, disk)
                    try store.write { try $0.put(Word("a", "t")) }
                    disk.refuse(call, number)
                    XCTAssertThrowsError(try store.engine.maintain(.compact), "\(call) \(number)") {
                        let failure = $0 as? Failure
                        XCTAssertEqual(failure?.code, code, "\(call) \(number)")
                        XCTAssertEqual(failure?.kind, kind, "\(call) \(number)")
                        let place = "\(directory.path)/store"
                        let isSaid = ["\(word) \(place)", "more in \(place)"].contains {
                            failure?.message.contains($0) == true
                        }
                        XCTAssertTrue(isSaid, "\($0)")
                    }
                    disk.refuse("", 0)
                    XCTAssertEqual(try open(directory).words(), ["a=t"], "\(call) \(number)")
                }
            }
        }
    }

    func testStoreWithoutLockingIsNotOpened() throws {
        for number in [ENOLCK, EIO] {
            let directory = try TemporaryDirectory(isQuick: true)
            let disk = RefusingDisk()
            disk.refuse("tryLock", number)
            assertFails(.diskTrouble) { _ = try open(directory, disk) }
        }
    }

    func testCompactionYieldsToARunningCompaction() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        let disk = RefusingDisk()
        let store = try open(directory, disk)
        try store.write { try $0.put(Word("a", "t")) }
        disk.refuse("tryLock", EWOULDBLOCK)
        XCTAssertEqual(try store.engine.maintain(.compact), ["Another program is compacting the store."])
        XCTAssertEqual(directory.log, "log-1.jsonl")
    }

    /// A partial write that cannot be truncated leaves the end of the log unknown.
    func testFailedRollbackInvalidatesTheHandle() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        let disk = FailingDisk(.short, at: 0, of: ["write"])
        let store = try open(directory, RefusingDisk(over: disk, "truncate", EIO))
        try store.write { try $0.put(Word("a", "t")) }
        disk.fail(at: 1)
        assertFails(.outcomeUnknown) { try store.write { try $0.put(Word("b", "t")) } }
        assertFails(.storeNeedsReopening) { _ = try store.words() }
        XCTAssertEqual(try open(directory).words(), ["a=t"])
    }

    /// Of several reasons to refuse a write, damage is reported first.
    func testDamageFailureTakesPrecedence() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        for number in 1...3 { try open(directory).write { try $0.put(Word("a", "t\(number)")) } }
        let reader = RefusingDisk()
        reader.refuse("change", EROFS)
        assertFails(.readOnlyStore) { try open(directory, reader).write { try $0.put(Word("a", "t")) } }
        var log = try directory.bytes("log-1.jsonl")
        log[log.count / 2] ^= 1
        try directory.put(log, in: "log-1.jsonl")
        for disk in [reader, RefusingDisk()] {
            let store = try open(directory, disk)
            XCTAssertEqual(try store.damage().count, 1)
            assertFails(.storeDamaged) { try store.write { try $0.put(Word("a", "t")) } }
            XCTAssertEqual(try directory.bytes("log-1.jsonl"), log)
        }
    }

    func testParentDirectoriesAreCreatedAndErrorsMapped() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        try FileStore(directory: "\(directory.path)/a/b/store", access: .group) { Instant(milliseconds: 1) }.close()
        for (name, mode) in [("a", 0o700), ("a/b", 0o700), ("a/b/store", 0o2770)] {
            XCTAssertEqual(try status("\(directory.path)/\(name)").st_mode & 0o7777, mode_t(mode), name)
        }
        try open(directory).write { try $0.put(Word("a", "t")) }
        for (number, code) in [
            (EROFS, nil), (EEXIST, nil), (EACCES, Failure.Code.readOnlyStore), (ENOSPC, .diskFull),
            (ENOENT, .unsafeStore),
        ] {
            let disk = RefusingDisk()
            disk.refuse("makeDirectory", number)
            if let code {
                assertFails(code) { _ = try open(directory, disk) }
            } else {
                XCTAssertEqual(try open(directory, disk).words(), ["a=t"])
            }
        }
    }

    /// Existing directories and files keep the mode that the user gave them.
    func testExistingFilesKeepTheirMode() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        mkdir("\(directory.path)/store", 0o700)
        chmod("\(directory.path)/store", 0o750)
        try open(directory, access: .group).write { try $0.put(Word("a", "t")) }
        XCTAssertEqual(try status("\(directory.path)/store").st_mode & 0o7777, 0o750)
        chmod("\(directory.path)/store/CURRENT", 0o640)
        XCTAssertEqual(try open(directory, access: .group).words(), ["a=t"])
        XCTAssertEqual(try status("\(directory.path)/store/CURRENT").st_mode & 0o7777, 0o640)
        for (path, mode, code) in [
            ("", 0o752, Failure.Code.unsafeStore), ("/lock", 0o662, .unsafeStore), ("", 0o750, nil),
            ("/lock", 0o660, nil),
        ] {
            chmod("\(directory.path)/store\(path)", mode_t(mode))
            if let code, path.isEmpty { assertFails(code) { _ = try open(directory, access: .group) } }
            if code == nil { XCTAssertEqual(try open(directory, access: .group).words(), ["a=t"]) }
        }
    }

    // MARK: - Files

    func testNewStoreHasTheseFiles() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        let store = try open(directory)
        func text(_ file: String) throws -> String { String(decoding: try directory.bytes(file), as: UTF8.self) }
        let header = try text("log-1.jsonl").split(separator: " ", maxSplits: 3).map(String.init)
        XCTAssertEqual(header[1...2], ["\(header[3].utf8.count - 1)", "0"])
        let name = header[3].split(separator: "\"").first { $0.utf8.count == 16 && !$0.contains(" ") } ?? ""
        XCTAssertEqual(
            header[3],
            "{\"magic\":\"commonplace log\",\"format\":1,\"schema\":1,\"store\":\"\(name)\",\"generation\":1}\n")
        XCTAssertTrue(name.allSatisfy { "0123456789abcdefghjkmnpqrstvwxyz".contains($0) }, String(name))
        XCTAssertEqual(try text("CURRENT"), "0e98584f 21 1 {\"log\":\"log-1.jsonl\"}\n")
        let inode = try status("\(directory.path)/store/lock").st_ino
        let device = try store.engine.read { $0.device }
        XCTAssertEqual(device.utf8.count, 16)
        XCTAssertEqual(try text("device"), "\(device) \(SystemCalls().machine) \(inode)\n")
        XCTAssertNotEqual(device, String(name))
        for number in 1...3 {
            try store.write { try $0.put(Word("a", "t\(number)")) }
            let log = try text("log-1.jsonl").split(separator: "\n").map(String.init)
            let size = try directory.bytes("log-1.jsonl").count
            let line = try XCTUnwrap(log.last)
            let rest =
                "\"size\":\(size),\"line\":\(size - line.utf8.count - 1),\"sum\":\"\(line.prefix(8))\",\"latest\":\""
            let witness = try XCTUnwrap(try text("lock").split(separator: "\n").first)
            XCTAssertTrue(witness.contains(" \(number) {\"generation\":1,\(rest)"), String(witness))
            XCTAssertTrue(
                try text("log-1.jsonl").split(separator: "\n").last?.contains("{\"synced\":\(number - 1),") == true)
        }
        try store.close()
        try open(directory).write { try $0.put(Word("a", "t4")) }
        XCTAssertTrue(try text("log-1.jsonl").split(separator: "\n").last?.contains("{\"synced\":3,") == true)
    }

    /// A write syncs the log once; a handle syncs the directory once.
    func testEachWriteSyncsOnce() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        try open(directory).write { try $0.put(Word("a", "t")) }
        let disk = RefusingDisk()
        let store = try open(directory, disk)
        for number in 1...5 {
            try store.write { try $0.put(Word("a", "t\(number)")) }
            XCTAssertEqual(disk.calls("sync"), number + 1)
        }
        try store.write { _ in }
        XCTAssertEqual(disk.calls("sync"), 6)
    }

    func testDeviceNameBelongsToMachineAndInode() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        try open(directory).write { try $0.put(Word("a", "t")) }
        let machine = SystemCalls().machine
        let inode = "\(try status("\(directory.path)/store/lock").st_ino)"
        let ownLine = "mine \(machine) \(inode)"
        let others = ["one other 7", "two \(machine) 7", "three other \(inode)"]
        let many = (0..<501).map { "n\($0) other 7" }
        for (lines, name, remainingLines) in [
            ([ownLine], "mine", [ownLine]), (others + [ownLine], "mine", others + [ownLine]),
            ([ownLine] + others, "mine", [ownLine] + others),
            (others, nil, others), (["old"], "old", []), (["old", "older"], nil, []), ([], nil, []), (["a b"], nil, []),
            (["a b c d"] + others, nil, others), (["old"] + others, nil, others), (many, nil, Array(many.dropFirst())),
            ([ownLine + " more"], nil, []),
        ] as [([String], String?, [String])] {
            try directory.put(Data(lines.map { $0 + "\n" }.joined().utf8), in: "device")
            let reader = RefusingDisk()
            reader.refuse("change", EROFS)
            let output = try open(directory, reader).engine.read { $0.device }
            XCTAssertEqual(
                output, name ?? lines.last?.split(separator: " ").first.map(String.init) ?? "unnamed", "\(lines)")
            let device = try open(directory, random: 8).engine.read { $0.device }
            if let name {
                XCTAssertEqual(device, name)
            } else {
                XCTAssertFalse(lines.contains { $0.hasPrefix("\(device) ") })
            }
            let expected =
                remainingLines.contains(ownLine) ? remainingLines : remainingLines + ["\(device) \(machine) \(inode)"]
            XCTAssertEqual(
                String(decoding: try directory.bytes("device"), as: UTF8.self), expected.map { $0 + "\n" }.joined(),
                "\(lines)")
        }
    }

    private func status(_ path: String) throws -> stat {
        var status = stat()
        guard lstat(path, &status) == 0 else { throw Failure(.init("noFile"), path) }
        return status
    }
}

/// A file system that refuses one kind of call and counts all calls by kind.
final class RefusingDisk: FileSystem {
    private let real: any FileSystem
    private let state: Mutex<(kind: String, number: Int32, calls: [String: Int])>

    init(over real: any FileSystem = SystemCalls(), _ kind: String = "", _ number: Int32 = 0) {
        self.real = real
        state = Mutex((kind, number, [:]))
    }

    /// Makes calls of `kind` fail with an error number from now on.
    ///
    /// The kind `change` is opening a file for writing.
    func refuse(_ kind: String, _ number: Int32) { state.withLock { ($0.kind, $0.number) = (kind, number) } }

    func calls(_ kind: String) -> Int { state.withLock { $0.calls[kind] ?? 0 } }

    private func answer(_ kind: String, _ body: () -> Int) -> Int {
        let number = state.withLock { state -> Int32? in
            state.calls[kind, default: 0] += 1
            return state.kind == kind ? state.number : nil
        }
        return number.map { -Int($0) } ?? body()
    }

    var machine: String { real.machine }
    func makeDirectory(_ path: String, mode: mode_t) -> Int {
        answer("makeDirectory") { real.makeDirectory(path, mode: mode) }
    }
    func open(_ name: String, in directory: Int32?, flags: Int32, mode: mode_t) -> Int {
        answer(flags & (O_RDWR | O_CREAT) == 0 ? "open" : "change") {
            real.open(name, in: directory, flags: flags, mode: mode)
        }
    }
    func close(_ file: Int32) { real.close(file) }
    func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
        answer("read") { real.read(file, into: buffer, at: offset) }
    }
    func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int {
        answer("write") { real.write(file, bytes, at: offset) }
    }
    func sync(_ file: Int32) -> Int { answer("sync") { real.sync(file) } }
    func truncate(_ file: Int32, to size: Int) -> Int { answer("truncate") { real.truncate(file, to: size) } }
    func rename(_ name: String, to other: String, in directory: Int32) -> Int {
        answer("rename") { real.rename(name, to: other, in: directory) }
    }
    func remove(_ name: String, in directory: Int32) -> Int { answer("remove") { real.remove(name, in: directory) } }
    func tryLock(_ file: Int32) -> Int { answer("tryLock") { real.tryLock(file) } }
    func unlock(_ file: Int32) { real.unlock(file) }
}
