import Foundation
import Kernel
import Pictures
import PicturesAdapters
import PicturesTesting
import Programs
import TestSupport
import XCTest

/// The contracts, run with correct and with broken implementations.
final class ContractTests: XCTestCase {
    func testBlobStoresSatisfyContract() throws {
        let folder = try Home()
        let stores: [() -> any BlobStore<AlbumPath>] = [
            { MemoryBlobStore { .earliest } },
            { DryRunBlobStore(over: MemoryBlobStore { .earliest }) { .earliest } },
            { FolderBlobStore(root: folder.path(UUID().uuidString + "/below")) },
        ]
        for blobStore in stores {
            for broken in BlobStoreContract.over(AlbumPath.some, blobStore).brokenPromises() {
                XCTFail(broken.description)
            }
        }
    }

    func testDryRunLeavesRealStoreUnchanged() throws {
        let real = MemoryBlobStore<AlbumPath> { .earliest }
        let path = try XCTUnwrap(AlbumPath("Photos/2026/11/a.png"))
        try real.save([1], at: path)
        let dryRunCopy = DryRunBlobStore(over: real) { .earliest }
        XCTAssertEqual(code { try dryRunCopy.save([2], at: path) }, "exists")
        try dryRunCopy.remove(path)
        XCTAssertEqual(code { try dryRunCopy.bytes(at: path) }, "missing")
        try dryRunCopy.save([2], at: path)
        try dryRunCopy.save([3], at: XCTUnwrap(AlbumPath("Thumbnails/2026/11/a.jpg")))
        XCTAssertEqual(try dryRunCopy.contents().count, 2)
        XCTAssertEqual(try dryRunCopy.bytes(at: path), [2])
        XCTAssertEqual(try real.contents().map(\.path), [path])
        XCTAssertEqual(try real.bytes(at: path), [1])
    }

    func testContractDetectsOverwritingStore() {
        let broken = BlobStoreContract.over(AlbumPath.some) { Careless() }.brokenPromises()
        XCTAssertEqual(
            broken.map(\.promise),
            ["a write never overwrites a file", "the store agrees with a dictionary after any writes and removals"])
    }

    func testContractDetectsStoreThatKeepsNothing() {
        XCTAssertGreaterThanOrEqual(BlobStoreContract.over(AlbumPath.some) { Forgetful() }.brokenPromises().count, 6)
    }

    func testContractDetectsToolThatConvertsNothing() {
        let blind = ImageTool(
            name: "blind", prepare: { photo, _ in photo.bytes }, thumbnail: { photo, _ in photo.bytes })
        XCTAssertGreaterThanOrEqual(ImageToolContract.over { blind }.brokenPromises().count, 4)
    }

    func testEmptyToolSatisfiesContract() {
        for broken in ImageToolContract.over({ .none }).brokenPromises() { XCTFail(broken.description) }
    }

    func testVipsSatisfiesContract() throws { try check("vipsthumbnail") { .vips(of: $0, workingIn: $1) } }

    func testImageMagickSatisfiesContract() throws { try check("ImageMagick") { .magick(of: $0, workingIn: $1) } }

    func testBestToolSatisfiesContract() throws { try check("the best tool") { .best(of: $0, workingIn: $1) } }

    /// vips alone shifts the colors of photos without a profile by ten and more.
    func testConversionPreservesColors() throws {
        let programs = ProgramPath(path: ProcessInfo.processInfo.environment["PATH"] ?? "")
        let folder = try Home()
        guard let vips = programs.find("vips") else {
            throw XCTSkip("vips is not installed here: apt-get install libvips-tools")
        }
        let tools = [
            ImageTool.vips(of: programs, workingIn: folder.path), .magick(of: programs, workingIn: folder.path),
        ].compactMap { $0 }
        for tool in tools {
            for color in [[47, 79, 58], [200, 40, 90], [245, 195, 124], [120]] as [[UInt8]] {
                let photo = try ValidatedImage(PhotoMaker.flat(64, 48, color: color))
                let wish = PictureRequest(format: .jpeg, longestSide: 2048, keepsLocation: false)
                let heic = try ValidatedImage(
                    tool.prepare(
                        photo, PictureRequest(format: .heic, longestSide: 2048, smallFile: 0, keepsLocation: false)))
                for image in try [
                    tool.prepare(photo, wish), XCTUnwrap(tool.thumbnail(photo, 32)),
                    XCTUnwrap(tool.thumbnail(heic, 32)),
                ] {
                    let file = folder.path("made.jpg")
                    try Data(image).write(to: URL(filePath: file))
                    let pixel = try ProgramCall(vips, ["getpoint", file, "10", "10"]).run().succeeded().text
                        .split(separator: " ").compactMap { Double($0) }
                    for (now, before) in zip(pixel, color) {
                        XCTAssertEqual(now, Double(before), accuracy: 3, "\(tool.name) \(color)")
                    }
                }
            }
        }
    }

    func testVipsCreatesSeveralThumbnailsUnlessOneIsDamaged() throws {
        let programs = ProgramPath(path: ProcessInfo.processInfo.environment["PATH"] ?? "")
        let folder = try Home()
        guard let tool = ImageTool.vips(of: programs, workingIn: folder.path) else {
            throw XCTSkip("vips is not installed here")
        }
        let photo = PhotoMaker.jpeg(640, 480)
        let truncated = Array(photo.prefix(photo.count * 3 / 4)) + [0xFF, 0xD9]
        let good = try ValidatedImage(photo)
        let bad = try ValidatedImage(truncated)
        XCTAssertEqual(tool.thumbnails([good, good, good], 100).compactMap(\.self).count, 3)
        XCTAssertEqual(
            tool.thumbnails([good, bad, good], 100).compactMap(\.self).count, 0,
            "a batch with a damaged photo falls back to single calls")
        XCTAssertEqual(tool.thumbnails([good], 100), [nil])
        XCTAssertEqual(
            try FileManager.default.contentsOfDirectory(atPath: folder.path), [], "working files are left behind")
    }

    /// A JPEG that was cut and closed again has a valid structure. The programs report an error and
    /// exit with zero.
    func testTruncatedAndClosedJPEGIsRejected() throws {
        let programs = ProgramPath(path: ProcessInfo.processInfo.environment["PATH"] ?? "")
        let folder = try Home()
        let tools = [
            ImageTool.vips(of: programs, workingIn: folder.path), .magick(of: programs, workingIn: folder.path),
        ].compactMap { $0 }
        guard !tools.isEmpty else { throw XCTSkip("no image tool is installed here") }
        let photo = PhotoMaker.jpeg(640, 480)
        let truncated = try ValidatedImage(Array(photo.prefix(photo.count * 3 / 4)) + [0xFF, 0xD9])
        for tool in tools {
            for format in [PictureFormat.jpeg, .heic] {
                let wish = PictureRequest(format: format, longestSide: 2048, keepsLocation: false)
                XCTAssertEqual(code { try tool.prepare(truncated, wish) }, "conversionFailed", "\(tool.name) \(format)")
            }
        }
    }

    private func check(_ name: String, _ make: @escaping (ProgramPath, String) -> ImageTool?) throws {
        let programs = ProgramPath(path: ProcessInfo.processInfo.environment["PATH"] ?? "")
        let folder = try Home()
        guard let tool = make(programs, folder.path) else { throw XCTSkip("\(name) is not installed here") }
        for broken in ImageToolContract.over({ tool }).brokenPromises() { XCTFail(broken.description) }
        let heic = try tool.prepare(
            ValidatedImage(ImageToolContract.rotatedPhoto),
            PictureRequest(format: .heic, longestSide: 64, keepsLocation: false))
        if try ImageHeader(heic).type == .heic {
            let jpeg = try ImageHeader(
                tool.prepare(
                    ValidatedImage(heic), PictureRequest(format: .jpeg, longestSide: 2048, keepsLocation: false)))
            XCTAssertEqual([jpeg.width, jpeg.height], [32, 64], "the tool or a decoder reads its own output")
        }
        XCTAssertEqual(
            try FileManager.default.contentsOfDirectory(atPath: folder.path), [], "working files are left behind")
    }
}

/// A blob store that overwrites existing files.
private struct Careless: BlobStore {
    let kept = MemoryBlobStore<AlbumPath> { .earliest }

    func save(_ path: AlbumPath, fill: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws {
        var expected: [UInt8] = []
        try fill { expected += $0 }
        try kept.remove(path)
        try kept.save(expected, at: path)
    }
    func source(at path: AlbumPath) throws -> ByteSource { try kept.source(at: path) }
    func remove(_ path: AlbumPath) throws { try kept.remove(path) }
    func contents() throws -> [Blob<AlbumPath>] { try kept.contents() }
    func file(at path: AlbumPath) -> String? { kept.file(at: path) }
}

/// A blob store that stores nothing.
private struct Forgetful: BlobStore {
    func save(_ path: AlbumPath, fill: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws {}
    func source(at path: AlbumPath) throws -> ByteSource { throw path.failure(.missing) }
    func remove(_ path: AlbumPath) throws {}
    func contents() throws -> [Blob<AlbumPath>] { [] }
    func file(at path: AlbumPath) -> String? { nil }
}
