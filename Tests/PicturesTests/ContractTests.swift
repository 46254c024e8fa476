import Foundation
import Kernel
import Pictures
import PicturesAdapters
import PicturesContract
import Programs
import TestBench
import XCTest

/// The contracts over everything that keeps them, and over things that do not.
final class ContractTests: XCTestCase {
    func testShelvesKeepTheirPromises() throws {
        let folder = try Home()
        let shelves: [() -> any BlobShelf<AlbumPath>] = [
            { MemoryShelf { .earliest } },
            { RehearsedShelf(over: MemoryShelf { .earliest }) { .earliest } },
            { FolderShelf(root: folder.path(UUID().uuidString + "/below")) },
        ]
        for shelf in shelves {
            for broken in BlobShelfContract.over(AlbumPath.some, shelf).brokenPromises() { XCTFail(broken.description) }
        }
    }

    func testARehearsedShelfLeavesTheRealOneAsItIs() throws {
        let real = MemoryShelf<AlbumPath> { .earliest }
        let path = try XCTUnwrap(AlbumPath("Photos/2026/11/a.png"))
        try real.keep([1], at: path)
        let rehearsed = RehearsedShelf(over: real) { .earliest }
        XCTAssertEqual(code { try rehearsed.keep([2], at: path) }, "exists")
        try rehearsed.remove(path)
        XCTAssertEqual(code { try rehearsed.bytes(at: path) }, "missing")
        try rehearsed.keep([2], at: path)
        try rehearsed.keep([3], at: XCTUnwrap(AlbumPath("Thumbnails/2026/11/a.jpg")))
        XCTAssertEqual(try rehearsed.contents().count, 2)
        XCTAssertEqual(try rehearsed.bytes(at: path), [2])
        XCTAssertEqual(try real.contents().map(\.path), [path])
        XCTAssertEqual(try real.bytes(at: path), [1])
    }

    func testTheContractNoticesAShelfThatOverwrites() {
        let broken = BlobShelfContract.over(AlbumPath.some) { Careless() }.brokenPromises()
        XCTAssertEqual(
            broken.map(\.promise),
            ["never overwrites", "agrees with a dictionary, whatever is kept and removed in whatever order"])
    }

    func testTheContractNoticesAShelfThatForgets() {
        XCTAssertGreaterThanOrEqual(BlobShelfContract.over(AlbumPath.some) { Forgetful() }.brokenPromises().count, 6)
    }

    func testTheContractNoticesAToolThatDoesNothing() {
        let blind = ImageTool(name: "blind", prepare: { photo, _ in photo.bytes }, thumbnail: { photo, _ in photo.bytes })
        XCTAssertGreaterThanOrEqual(ImageToolContract.over { blind }.brokenPromises().count, 4)
    }

    func testNoToolKeepsItsPromises() {
        for broken in ImageToolContract.over({ .none }).brokenPromises() { XCTFail(broken.description) }
    }

    func testVipsKeepsItsPromises() throws { try check("vipsthumbnail") { .vips(of: $0, workingIn: $1) } }

    func testImageMagickKeepsItsPromises() throws { try check("ImageMagick") { .magick(of: $0, workingIn: $1) } }

    func testTheBestToolKeepsItsPromises() throws { try check("the best tool") { .best(of: $0, workingIn: $1) } }

    /// vips by itself shifts the colours of photos without a profile by ten and more.
    func testColoursStayWhatTheyAre() throws {
        let programs = Programs(path: ProcessInfo.processInfo.environment["PATH"] ?? "")
        let folder = try Home()
        guard let vips = programs.find("vips") else { throw XCTSkip("vips is not installed here: apt-get install libvips-tools") }
        let tools = [
            ImageTool.vips(of: programs, workingIn: folder.path), .magick(of: programs, workingIn: folder.path),
        ].compactMap { $0 }
        for tool in tools {
            for color in [[47, 79, 58], [200, 40, 90], [245, 195, 124], [120]] as [[UInt8]] {
                let photo = try JudgedImage(PhotoMaker.flat(64, 48, color: color))
                let wish = PictureWish(format: .jpeg, longestSide: 2048, keepsLocation: false)
                let heic = try JudgedImage(
                    tool.prepare(photo, PictureWish(format: .heic, longestSide: 2048, smallFile: 0, keepsLocation: false)))
                for made in try [
                    tool.prepare(photo, wish), XCTUnwrap(tool.thumbnail(photo, 32)), XCTUnwrap(tool.thumbnail(heic, 32)),
                ] {
                    let file = folder.path("made.jpg")
                    try Data(made).write(to: URL(filePath: file))
                    let seen = try ProgramCall(vips, ["getpoint", file, "10", "10"]).run().succeeded().text
                        .split(separator: " ").compactMap { Double($0) }
                    for (now, before) in zip(seen, color) {
                        XCTAssertEqual(now, Double(before), accuracy: 3, "\(tool.name) \(color)")
                    }
                }
            }
        }
    }

    func testVipsMakesSeveralAtOneGoUnlessOneIsDamaged() throws {
        let programs = Programs(path: ProcessInfo.processInfo.environment["PATH"] ?? "")
        let folder = try Home()
        guard let tool = ImageTool.vips(of: programs, workingIn: folder.path) else { throw XCTSkip("vips is not installed here") }
        let whole = PhotoMaker.jpeg(640, 480)
        let cut = Array(whole.prefix(whole.count * 3 / 4)) + [0xFF, 0xD9]
        let (good, bad) = (try JudgedImage(whole), try JudgedImage(cut))
        XCTAssertEqual(tool.thumbnails([good, good, good], 100).compactMap(\.self).count, 3)
        XCTAssertEqual(tool.thumbnails([good, bad, good], 100).compactMap(\.self).count, 0, "who is damaged is asked one by one")
        XCTAssertEqual(tool.thumbnails([good], 100), [nil])
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: folder.path), [], "working files are left behind")
    }

    /// A JPEG that was cut in the middle and closed again passes by its structure; the programs say so and end as if all were well.
    func testWhatIsCutAndClosedAgainIsRefused() throws {
        let programs = Programs(path: ProcessInfo.processInfo.environment["PATH"] ?? "")
        let folder = try Home()
        let tools = [
            ImageTool.vips(of: programs, workingIn: folder.path), .magick(of: programs, workingIn: folder.path),
        ].compactMap { $0 }
        guard !tools.isEmpty else { throw XCTSkip("no image tool is installed here") }
        let whole = PhotoMaker.jpeg(640, 480)
        let cut = try JudgedImage(Array(whole.prefix(whole.count * 3 / 4)) + [0xFF, 0xD9])
        for tool in tools {
            for format in [PictureFormat.jpeg, .heic] {
                let wish = PictureWish(format: format, longestSide: 2048, keepsLocation: false)
                XCTAssertEqual(code { try tool.prepare(cut, wish) }, "conversionFailed", "\(tool.name) \(format)")
            }
        }
    }

    private func check(_ name: String, _ make: @escaping (Programs, String) -> ImageTool?) throws {
        let programs = Programs(path: ProcessInfo.processInfo.environment["PATH"] ?? "")
        let folder = try Home()
        guard let tool = make(programs, folder.path) else { throw XCTSkip("\(name) is not installed here") }
        for broken in ImageToolContract.over({ tool }).brokenPromises() { XCTFail(broken.description) }
        let heic = try tool.prepare(
            JudgedImage(ImageToolContract.turned), PictureWish(format: .heic, longestSide: 64, keepsLocation: false))
        if try ImageHeader(heic).type == .heic {
            let jpeg = try ImageHeader(
                tool.prepare(JudgedImage(heic), PictureWish(format: .jpeg, longestSide: 2048, keepsLocation: false)))
            XCTAssertEqual([jpeg.width, jpeg.height], [32, 64], "what it makes it can read, or a decoder can")
        }
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: folder.path), [], "working files are left behind")
    }
}

/// A shelf that takes the last for the right one.
private struct Careless: BlobShelf {
    let kept = MemoryShelf<AlbumPath> { .earliest }

    func keep(_ path: AlbumPath, fill: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws {
        var whole: [UInt8] = []
        try fill { whole += $0 }
        try kept.remove(path)
        try kept.keep(whole, at: path)
    }
    func source(at path: AlbumPath) throws -> ByteSource { try kept.source(at: path) }
    func remove(_ path: AlbumPath) throws { try kept.remove(path) }
    func contents() throws -> [Blob<AlbumPath>] { try kept.contents() }
    func file(at path: AlbumPath) -> String? { kept.file(at: path) }
}

/// A shelf that keeps nothing.
private struct Forgetful: BlobShelf {
    func keep(_ path: AlbumPath, fill: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws {}
    func source(at path: AlbumPath) throws -> ByteSource { throw path.failure(.missing) }
    func remove(_ path: AlbumPath) throws {}
    func contents() throws -> [Blob<AlbumPath>] { [] }
    func file(at path: AlbumPath) -> String? { nil }
}
