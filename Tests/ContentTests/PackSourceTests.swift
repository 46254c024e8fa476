import Content
import ContentAdapters
import ContentTesting
import Foundation
import Kernel
import TestSupport
import XCTest

final class PackSourceTests: XCTestCase {
    private var home: Home!
    private var folder: String { home.path }

    override func setUpWithError() throws {
        home = try Home()
        try home.folder("pack/terms")
        for (path, bytes) in SampleContent.files { try home.file("pack/\(path)", bytes) }
    }

    override func tearDown() { home = nil }

    func testMemoryAndFolderKeepTheContract() throws {
        let files = SampleContent.files
        let path = folder + "/pack"
        let makers: [() throws -> PackSource] = [
            { .memory("sample", files: files) }, { try DiskPack.source(at: path) },
        ]
        for make in makers {
            for broken in PackSourceContract.over(files: files, make).brokenPromises() { XCTFail(broken.description) }
        }
    }

    func testTheContractCatchesFaultySources() {
        let files = SampleContent.files
        let honest = PackSource.memory("sample", files: files)
        let faulty: [String: PackSource] = [
            "cuts the last byte": PackSource(name: "f") { path in Array(try honest.read(path).dropLast()) },
            "forgets a file": PackSource(name: "f") { path in
                if path == "belts.json" { throw PackSource.missing(path, in: "f") }
                return try honest.read(path)
            },
            "answers every path": PackSource(name: "f") { path in (try? honest.read(path)) ?? [] },
            "calls everything bad": PackSource(name: "f") { path in
                guard let bytes = try? honest.read(path) else { throw Failure(.pathLeavesPack, "No.", kind: .badData) }
                return bytes
            },
        ]
        for (name, source) in faulty {
            XCTAssertFalse(PackSourceContract.over(files: files) { source }.brokenPromises().isEmpty, name)
        }
    }

    func testASingleFileIsAPack() throws {
        let path = folder + "/my pack.json"
        let text = #"{"format":"commonplace-pack","version":1,"id":"own","name":"Own","terms":[]}"#
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        let source = try DiskPack.source(at: path)
        XCTAssertEqual(try PackReading(source).pack.id, "own")
        XCTAssertThrowsError(try source.read("pack.json")) { XCTAssertEqual(($0 as? Failure)?.kind, .missingInput) }
    }

    func testIrregularFilesAreRejected() throws {
        let pack = folder + "/pack"
        XCTAssertEqual(mkfifo(pack + "/pipe.json", 0o600), 0)
        try home.folder("pack/folder.json")
        try home.file("outside.json", "{}")
        for (link, target) in [
            ("out", "../outside.json"), ("device", "/dev/zero"), ("inside", "belts.json"), ("dangling", "nowhere.json"),
        ] {
            try FileManager.default.createSymbolicLink(atPath: "\(pack)/\(link).json", withDestinationPath: target)
        }
        let source = try DiskPack.source(at: pack)
        let refusals = [
            ("pipe", "notAnOrdinaryFile"), ("folder", "notAnOrdinaryFile"), ("out", "pathLeavesPack"),
            ("device", "pathLeavesPack"), ("dangling", "missingPackFile"),
        ]
        for (name, code) in refusals {
            XCTAssertThrowsError(try source.read(name + ".json"), name) {
                XCTAssertEqual(($0 as? Failure)?.code.text, code, name)
            }
        }
        XCTAssertEqual(
            try source.read("inside.json"), SampleContent.files["belts.json"], "a link that stays inside is followed")
        for path in ["/dev/zero", pack + "/pipe.json"] {
            XCTAssertThrowsError(try DiskPack.source(at: path)) { XCTAssertEqual(($0 as? Failure)?.kind, .badData) }
        }
        XCTAssertThrowsError(try DiskPack.source(at: folder + "/nothing")) {
            XCTAssertEqual(($0 as? Failure)?.kind, .missingInput)
        }
    }

    func testOversizedFilesAreRejected() throws {
        let pack = folder + "/pack"
        XCTAssertTrue(FileManager.default.createFile(atPath: pack + "/big.json", contents: nil))
        XCTAssertEqual(truncate(pack + "/big.json", off_t(PackSource.sizeLimit) + 1), 0)
        XCTAssertThrowsError(try DiskPack.source(at: pack).read("big.json")) {
            XCTAssertEqual(($0 as? Failure)?.code, .fileTooLarge)
        }
        XCTAssertThrowsError(
            try PackReading(
                .memory("m", files: ["pack.json": [UInt8](repeating: 0x20, count: PackSource.sizeLimit + 1)]))
        ) {
            XCTAssertEqual(($0 as? Failure)?.code, .fileTooLarge)
        }
    }
}
