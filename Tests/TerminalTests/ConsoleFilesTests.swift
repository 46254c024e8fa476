import Foundation
import Interface
import Kernel
import Terminal
import XCTest

@testable import struct Interface.ConsoleFiles

final class ConsoleFilesTests: XCTestCase {
    private func folder() throws -> String {
        let path = NSTemporaryDirectory() + "terminal-\(UInt64.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        addTeardownBlock { try? FileManager.default.removeItem(atPath: path) }
        return path
    }

    private func code(_ body: () throws -> Void) -> String? {
        do {
            try body()
            return nil
        } catch { return (error as? Failure)?.code.text ?? "\(error)" }
    }

    func testWritesAreAtomicAndReplaceOnlyOnRequest() throws {
        let folder = try folder()
        let files = TerminalConsole().files
        let path = folder + "/notes.txt"
        XCTAssertNil(code { try files.write(path, Array("one".utf8), false) })
        XCTAssertEqual(code { try files.write(path, [], false) }, "fileExists")
        XCTAssertEqual(try files.read(path, 3), Array("one".utf8))
        chmod(path, 0o640)
        symlink("notes.txt", folder + "/link")
        XCTAssertNil(code { try files.write(folder + "/link", Array("two!".utf8), true) })
        XCTAssertEqual(try files.read(path, 10), Array("two!".utf8))
        XCTAssertEqual(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int, 0o640)
        XCTAssertEqual(code { try files.write(folder, [], true) }, "cannotWrite")
        XCTAssertEqual(code { try files.write(folder + "/none/x", [], false) }, "cannotWrite")
        XCTAssertNil(code { try files.write("/dev/null", [1], false) })
        XCTAssertEqual(
            try FileManager.default.contentsOfDirectory(atPath: folder).sorted(), ["link", "notes.txt"],
            "no drafts stay")
    }

    func testUnreadableFilesAreErrors() throws {
        let folder = try folder()
        let files = TerminalConsole().files
        XCTAssertEqual(code { _ = try files.read(folder + "/none", 1) }, "fileNotFound")
        XCTAssertEqual(code { _ = try files.read(folder, 1) }, "notAFile")
        XCTAssertEqual(code { _ = try files.read("/dev/zero", 1000) }, "fileTooLarge")
        try files.write(folder + "/a", [1, 2, 3], false)
        XCTAssertEqual(code { _ = try files.read(folder + "/a", 2) }, "fileTooLarge")
        XCTAssertEqual(try files.read(folder + "/a", 3), [1, 2, 3])
    }

    /// A file that is written during the read has no defined content. A file that is replaced
    /// during the read is complete.
    func testAFileThatChangesWhileItIsReadIsRefused() throws {
        let folder = try folder()
        let files = TerminalConsole().files
        let path = folder + "/a"
        let before = [UInt8](repeating: 7, count: 200_000)
        func append(_ bytes: [UInt8], at place: UInt64? = nil) throws {
            let file = try XCTUnwrap(FileHandle(forUpdatingAtPath: path))
            if let place { try file.seek(toOffset: place) } else { try file.seekToEnd() }
            try file.write(contentsOf: bytes)
            try file.close()
        }
        let changes: [(what: String, change: () throws -> Void, code: String?)] = [
            ("nothing", {}, nil), ("grown", { try append([1]) }, "fileChanged"),
            ("grown by much", { try append(before) }, "fileChanged"),
            ("shrunk", { truncate(path, 100_000) }, "fileChanged"), ("emptied", { truncate(path, 0) }, "fileChanged"),
            ("written over", { try append([1, 2], at: 5) }, "fileChanged"),
            ("replaced", { try files.write(path, [1], true) }, nil), ("removed", { unlink(path) }, nil),
        ]
        for change in changes {
            try files.write(path, before, true)
            // The clock of a file system can have a coarse resolution, so the test sets an old
            // time.
            utimes(path, [timeval(tv_sec: 1000, tv_usec: 0), timeval(tv_sec: 1000, tv_usec: 0)])
            let next = try files.pieces.read(path)
            var bytes = try next() ?? []
            XCTAssertEqual(bytes.count, 65_536)
            try change.change()
            XCTAssertEqual(code { while let more = try next() { bytes += more } }, change.code, change.what)
            if change.code == nil { XCTAssertEqual(bytes, before, change.what) }
        }
        XCTAssertGreaterThan(
            try files.read("/proc/self/status", 100_000).count, 0, "files of /proc are read")
    }

    func testNamedPipeIsReadAndOneWithoutWriterDoesNotBlock() throws {
        let folder = try folder()
        let files = TerminalConsole().files
        let fifo = folder + "/fifo"
        XCTAssertEqual(mkfifo(fifo, 0o600), 0)
        XCTAssertEqual(code { _ = try files.read(fifo, 10) }, "nobodyWrites")
        let writer = Thread {
            let file = open(fifo, O_WRONLY)
            for part in ["first ", "second"] {
                _ = write(file, part, part.utf8.count)
                usleep(50_000)
            }
            close(file)
        }
        writer.start()
        XCTAssertEqual(try files.read(fifo, 100), Array("first second".utf8))
    }

    func testDashMeansTheStandardStreams() throws {
        let input = Pipe()
        let output = Pipe()
        let console = TerminalConsole(
            input: input.fileHandleForReading.fileDescriptor, output: output.fileHandleForWriting.fileDescriptor)
        input.fileHandleForWriting.write(Data("first\nrest".utf8))
        try input.fileHandleForWriting.close()
        XCTAssertEqual(console.readLine(), "first")
        XCTAssertEqual(try console.files.read("-", 100), Array("rest".utf8))
        try console.files.write("-", [65, 0, 255], false)
        XCTAssertEqual(Array(output.fileHandleForReading.availableData), [65, 0, 255])
    }

    private func message(_ body: () throws -> Void) -> String? {
        do { try body() } catch { return (error as? Failure)?.message }
        return nil
    }

    func testFileSizeLimitIsInclusive() throws {
        let folder = try folder()
        let files = TerminalConsole().files
        let path = folder + "/large"
        try files.write(path, [UInt8](repeating: 7, count: 1 << 20), false)
        XCTAssertEqual(try files.read(path, 1 << 20).count, 1 << 20)
        XCTAssertEqual(message { _ = try files.read(path, (1 << 20) - 1) }, "“\(path)” is larger than 1048575 bytes.")
        try files.write(path, [UInt8](repeating: 7, count: (2 << 20) + 1), true)
        XCTAssertEqual(message { _ = try files.read(path, 2 << 20) }, "“\(path)” is larger than 2 MiB.")
        XCTAssertEqual(message { _ = try files.read(path, 1 << 20) }, "“\(path)” is larger than 1 MiB.")
        try files.write(folder + "/empty", [], false)
        XCTAssertEqual(try files.read(folder + "/empty", 0), [])
    }

    func testFileKeepsItsModeAndNewFilesAreOwnerOnly() throws {
        let folder = try folder()
        let files = TerminalConsole().files
        let mask = umask(0o022)
        defer { umask(mask) }
        func permissions(_ name: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")[.posixPermissions] as? Int
        }
        try files.write(folder + "/new", [1], false)
        try files.write(folder + "/other", [1], true)
        XCTAssertEqual(
            [try permissions("new"), try permissions("other")], [0o600, 0o600], "only the owner can read an export")
        for mode in [0o600, 0o755, 0o444] {
            chmod(folder + "/new", mode_t(mode))
            try files.write(folder + "/new", [2], true)
            XCTAssertEqual(try permissions("new"), mode)
        }
    }

    func testDanglingLinksAndMissingFoldersAreErrors() throws {
        let folder = try folder()
        let files = TerminalConsole().files
        symlink("gone", folder + "/link")
        XCTAssertEqual(code { try files.write(folder + "/link", [1], false) }, "fileExists")
        XCTAssertEqual(code { _ = try files.read(folder + "/link", 1) }, "fileNotFound")
        try files.write(folder + "/a", [1], false)
        XCTAssertEqual(code { _ = try files.read(folder + "/a/b", 1) }, "fileNotFound", "a file is not a folder")
        XCTAssertEqual(code { try files.write(folder + "/a/b", [1], false) }, "cannotWrite")
        XCTAssertEqual(message { try files.write(folder, [1], true) }, "“\(folder)” cannot be written: Is a directory.")
        let name = String(repeating: "n", count: 255)
        XCTAssertNil(code { try files.write("\(folder)/\(name)", [1], false) }, "its draft has a shorter name")
        XCTAssertEqual(code { _ = try files.read("\(folder)/\(name)n", 1) }, "fileUnreadable")
        XCTAssertEqual(code { try files.write("\(folder)/\(name)n", [1], false) }, "cannotWrite")
        XCTAssertEqual(
            Set(try FileManager.default.contentsOfDirectory(atPath: folder)), ["link", "a", name], "no drafts stay")
    }

    func testRelativeFileNameUsesTheCurrentFolder() throws {
        let folder = try folder()
        let files = TerminalConsole().files
        let before = FileManager.default.currentDirectoryPath
        defer { _ = FileManager.default.changeCurrentDirectoryPath(before) }
        _ = FileManager.default.changeCurrentDirectoryPath(folder)
        try files.write("here", [1], false)
        try files.write("here", [2], true)
        XCTAssertEqual(try files.read("here", 1), [2])
        XCTAssertEqual(code { try files.write("here", [3], false) }, "fileExists")
    }

    /// Otherwise `report --to DATA/log-2.jsonl --replace` would overwrite records.
    func testWritingIntoAStoreFolderIsRefused() throws {
        let folder = try folder()
        let provider = StoreProvider(
            "shelf", place: "on a shelf", isPersistent: true, hasStore: { access($0 + "/shelf", F_OK) == 0 }
        ) { _ in throw CocoaError(.featureUnsupported) }
        let files = TerminalConsole(stores: [provider]).files
        for name in ["shelf", "device", "lock", "log-1.jsonl"] {
            try Data("mine".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
        }
        symlink(folder, folder + "-link")
        addTeardownBlock { unlink(folder + "-link") }
        for place in [folder, folder + "-link", folder + "/../" + folder.split(separator: "/").last!] {
            for name in ["log-1.jsonl", "log-2.jsonl", "lock", "report.html"] {
                XCTAssertEqual(
                    code { try files.write("\(place)/\(name)", [1], true) }, "cannotWrite", "\(place)/\(name)")
            }
        }
        XCTAssertEqual(try files.read("\(folder)/log-1.jsonl", 9), Array("mine".utf8))
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: folder).count, 4)
        try FileManager.default.createDirectory(atPath: folder + "/pages", withIntermediateDirectories: false)
        XCTAssertNil(code { try files.write(folder + "/pages/report.html", [1], false) })
    }

    func testFoldersAreErrorsAndDevicesAreWrittenDirectly() throws {
        let folder = try folder()
        let files = TerminalConsole().files
        let fifo = folder + "/fifo"
        XCTAssertEqual(mkfifo(fifo, 0o600), 0)
        let reader = open(fifo, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        try files.write(fifo, Array("through".utf8), false)
        var bytes = [UInt8](repeating: 0, count: 20)
        XCTAssertEqual(read(reader, &bytes, 20), 7)
        XCTAssertEqual(try files.read("/dev/null", 1), [])
        XCTAssertEqual(code { _ = try files.read("/", 1) }, "notAFile")
    }

    func testNonBlockingStreamsAreWrittenAndReadCompletely() throws {
        let there = Pipe()
        let outputPipe = Pipe()
        let ends = [
            there.fileHandleForReading, there.fileHandleForWriting, outputPipe.fileHandleForReading,
            outputPipe.fileHandleForWriting,
        ]
        let descriptors = ends.map(\.fileDescriptor)
        for descriptor in [descriptors[0], descriptors[1], descriptors[2]] {
            XCTAssertEqual(fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK), 0)
        }
        let text = String(repeating: "0123456789abcdef", count: 40_000)
        // Reads the output of the console and sends it back as its input.
        let echo = Thread {
            var bytes: [UInt8] = []
            while bytes.count < text.utf8.count {
                var some = [UInt8](repeating: 0, count: 8192)
                let count = read(descriptors[0], &some, some.count)
                if count > 0 { bytes += some.prefix(count) } else { usleep(100) }
            }
            outputPipe.fileHandleForWriting.write(Data(bytes))
            try? outputPipe.fileHandleForWriting.close()
        }
        echo.start()
        let console = TerminalConsole(input: descriptors[2], output: descriptors[1])
        try console.write(text)
        XCTAssertEqual(try console.files.read("-", text.utf8.count), Array(text.utf8))
        withExtendedLifetime(ends) {}
    }

    func testWriteErrorsTellClosedFromFailedOutput() {
        XCTAssertEqual(code { try TerminalConsole(output: -1).write("x") }, "outputClosed")
        let full = open("/dev/full", O_WRONLY)
        defer { close(full) }
        XCTAssertEqual(code { try TerminalConsole(output: full).write("x") }, "outputFailed")
        XCTAssertEqual(code { try TerminalConsole(output: full).write(bytes: [1]) }, "outputFailed")
        TerminalConsole(error: full).writeError("not written")
        XCTAssertNil(code { try TerminalConsole(output: full).write("") }, "an empty write succeeds")
    }

    func testStandardInputHasASizeLimit() throws {
        for (limit, expected) in [(4, nil), (3, "fileTooLarge"), (0, "fileTooLarge")] {
            let input = Pipe()
            input.fileHandleForWriting.write(Data("word".utf8))
            try input.fileHandleForWriting.close()
            let console = TerminalConsole(input: input.fileHandleForReading.fileDescriptor)
            var bytes: [UInt8] = []
            XCTAssertEqual(code { bytes = try console.files.read("-", limit) }, expected, "\(limit)")
            XCTAssertEqual(bytes, expected == nil ? Array("word".utf8) : [])
        }
        XCTAssertEqual(try TerminalConsole(input: -1).files.read("-", 1), [], "a closed input is empty")
        XCTAssertNil(TerminalConsole(input: -1).readLine())
    }
}
