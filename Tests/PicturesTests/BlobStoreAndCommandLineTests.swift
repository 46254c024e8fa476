import Foundation
import Kernel
import Pictures
import PicturesAdapters
import PicturesTesting
import Programs
import TestSupport
import XCTest

/// Names, sizes and folders of blob stores, and the command lines of image programs.
final class BlobStoreAndCommandLineTests: XCTestCase {
    func testNameHasUpToSixtyFourLowercaseCharacters() {
        for scalar in 0..<0x80 as Range<UInt8> {
            let character = Character(Unicode.Scalar(scalar))
            let isSafe = character.isLowercase || character.isNumber
            XCTAssertEqual(AlbumPath.isSafe(String(character)), isSafe, "\(scalar)")
            XCTAssertEqual(AlbumPath.isSafe("a\(character)"), isSafe || character == "-", "\(scalar)")
        }
        for (count, isSafe) in [(0, false), (1, true), (64, true), (65, false)] {
            XCTAssertEqual(AlbumPath.isSafe(String(repeating: "a", count: count)), isSafe, "\(count)")
        }
    }

    func testPictureIsReadUpToSizeLimit() throws {
        let path = try XCTUnwrap(AlbumPath("Photos/2026/11/a.png"))
        for (size, failure) in [(0, nil), (64 << 20, nil), ((64 << 20) + 1, "unreadable")] {
            XCTAssertEqual(code { try Sized(size: size).bytes(at: path) }, failure, "\(size)")
        }
    }

    func testDryRunKeepsOnlyTheSizeOfTooLargeBlobs() throws {
        let path = try XCTUnwrap(AlbumPath("Photos/2026/11/a.png"))
        for (more, failure) in [([], nil), ([1], "unreadable"), ([1, 2], "unreadable")] as [([UInt8], String?)] {
            let blobStore = DryRunBlobStore(over: MemoryBlobStore<AlbumPath> { .earliest }) { .earliest }
            try blobStore.save(path) { write in
                try write([UInt8](repeating: 1, count: 64 << 20))
                for byte in more { try write([byte]) }
            }
            XCTAssertEqual(try blobStore.contents().map(\.bytes), [(64 << 20) + more.count])
            XCTAssertEqual(code { try blobStore.source(at: path) }, failure)
        }
    }

    func testDryRunHasNoFileForChangedBlobs() throws {
        let home = try Home()
        let names = ["a", "b", "c"].compactMap { AlbumPath("Photos/2026/11/\($0).png") }
        let real = FolderBlobStore<AlbumPath>(root: home.path)
        for path in names.prefix(2) { try real.save([1], at: path) }
        let blobStore = DryRunBlobStore(over: real) { .earliest }
        try blobStore.remove(names[1])
        try blobStore.save([2], at: names[2])
        XCTAssertEqual(names.map { blobStore.file(at: $0) }, [home.path("\(names[0])"), nil, nil])
        try blobStore.save([3], at: names[1])
        XCTAssertNil(blobStore.file(at: names[1]))
    }

    func testReadingCreatesNoFolder() throws {
        let home = try Home()
        let path = try XCTUnwrap(AlbumPath("Photos/2026/11/a.png"))
        let blobStore = FolderBlobStore<AlbumPath>(root: home.path("shelf"))
        XCTAssertEqual(try blobStore.contents(), [])
        XCTAssertEqual(code { try blobStore.bytes(at: path) }, "missing")
        try blobStore.remove(path)
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: home.path), [])
    }

    // MARK: - Programs

    func testRequestAllowsFiveMegabytesByDefault() {
        XCTAssertEqual(PictureRequest(format: .jpeg, longestSide: 1, keepsLocation: false).largestFile, 5_000_000)
        XCTAssertFalse(ImageTool.none.converts)
        XCTAssertTrue(ImageTool(name: "", prepare: { photo, _ in photo.bytes }, thumbnail: { _, _ in nil }).converts)
    }

    /// Runs a script as `program`. It logs its arguments and creates a JPEG.
    private func commands(
        _ program: String, of make: (ProgramPath, String) -> ImageTool?, _ body: (ImageTool) throws -> Void
    ) throws -> [String] {
        let bin = try Home()
        let work = try Home()
        try bin.file("made.jpg", PhotoMaker.jpeg(16, 8))
        try bin.program("identify", "exit 1")
        try bin.program(
            program,
            "echo \"$@\" >> \(bin.path("log"))\nfor last; do :; done\nlast=${last#*:}; cp \(bin.path("made.jpg")) \"${last%%\\[*}\""
        )
        try body(XCTUnwrap(make(ProgramPath(path: "\(bin.path):/bin:/usr/bin"), work.path)))
        return bin.text("log").split(separator: "\n").map {
            String($0).replacing(work.path, with: "").replacing(#/photo-[^\/]+/#, with: "photo")
        }
    }

    func testImageMagickCommandLines() throws {
        let jpeg = try ValidatedImage(PhotoMaker.jpeg(16, 8))
        let limits = "-limit memory 512MiB -limit map 1GiB"
        let end = "-background white -alpha remove -quality 80"
        let lines = try commands("magick", of: { .magick(of: $0, workingIn: $1) }) { tool in
            for side in [8, 7] {
                _ = try tool.prepare(jpeg, PictureRequest(format: .jpeg, longestSide: side, keepsLocation: true))
            }
            _ = try tool.prepare(
                ValidatedImage(PhotoMaker.png(16, 8)),
                PictureRequest(format: .jpeg, longestSide: 7, keepsLocation: false))
            _ = try tool.thumbnail(jpeg, 100)
        }
        XCTAssertEqual(
            lines,
            [
                "\(limits) jpeg:/photo/in.jpg[0] -auto-orient -resize 8x8> -colorspace sRGB \(end) +profile !icc,* "
                    + "jpeg:/photo/upright.jpg",
                "\(limits) -define jpeg:size=14x14 jpeg:/photo/in.jpg[0] -auto-orient -resize 7x7> -colorspace sRGB \(end) "
                    + "+profile !icc,* jpeg:/photo/upright.jpg",
                "\(limits) png:/photo/in.png[0] -auto-orient -resize 7x7> -colorspace sRGB \(end) +profile !icc,* "
                    + "jpeg:/photo/upright.jpg",
                "\(limits) jpeg:/photo/in.jpg[0] -auto-orient -resize 100x100> -colorspace sRGB \(end) +profile !icc,* "
                    + "jpeg:/photo/upright.jpg",
            ])
    }

    func testVipsCommandLines() throws {
        let lines = try commands("vipsthumbnail", of: { .vips(of: $0, workingIn: $1) }) { tool in
            let photo = try ValidatedImage(PhotoMaker.flat(2, 2, color: [1, 2, 3]))
            let size = PhotoMaker.jpeg(16, 8).count
            _ = try tool.prepare(
                photo, PictureRequest(format: .jpeg, longestSide: 9, largestFile: size, keepsLocation: true))
            _ = try tool.thumbnail(ValidatedImage(PhotoMaker.png(2, 2)), 100)
        }
        XCTAssertEqual(
            lines,
            [
                "/photo/in.png --size 9x9> --import-profile srgb --export-profile srgb -o /photo/upright.jpg[Q=80,strip]",
                "/photo/in.png --size 100x100> -o /photo/upright.jpg[Q=80,strip]",
            ], "a file of exactly the limit is accepted")
    }

    func testEmptyOutputFileIsAnError() throws {
        let bin = try Home()
        let work = try Home()
        try bin.program("vipsthumbnail", "for last; do :; done; : > \"${last%%\\[*}\"")
        let tool = try XCTUnwrap(
            ImageTool.vips(of: ProgramPath(path: "\(bin.path):/bin:/usr/bin"), workingIn: work.path))
        XCTAssertThrowsError(try tool.thumbnail(ValidatedImage(PhotoMaker.jpeg(8, 8)), 8)) {
            XCTAssertTrue("\($0)".contains("made no file"), "\($0)")
        }
    }
}

/// A blob store with one file of a given size and no readable content.
private struct Sized: BlobStore {
    let size: Int

    func save(_ path: AlbumPath, fill: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws {}
    func source(at path: AlbumPath) throws -> ByteSource {
        ByteSource(name: "", size: size) { [size] offset, count in
            guard offset == 0, count == size else { throw Failure(.init("otherPart"), "\(offset) \(count)") }
            return []
        }
    }
    func remove(_ path: AlbumPath) throws {}
    func contents() throws -> [Blob<AlbumPath>] { [] }
    func file(at path: AlbumPath) -> String? { nil }
}
