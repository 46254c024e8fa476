import Foundation
import Kernel
import Pictures
import PicturesAdapters
import PicturesContract
import Programs
import TestBench
import XCTest

/// Names, sizes and folders of shelves, and what programs are told.
final class ShelfTests: XCTestCase {
    func testANameHasSixtyFourSmallLettersFiguresAndDashes() {
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

    func testAPictureIsReadWholeUpToItsLimit() throws {
        let path = try XCTUnwrap(AlbumPath("Photos/2026/11/a.png"))
        for (size, failure) in [(0, nil), (64 << 20, nil), ((64 << 20) + 1, "unreadable")] {
            XCTAssertEqual(code { try Sized(size: size).bytes(at: path) }, failure, "\(size)")
        }
    }

    func testARehearsalRemembersWhatIsAPictureAndOfMoreOnlyTheSize() throws {
        let path = try XCTUnwrap(AlbumPath("Photos/2026/11/a.png"))
        for (more, failure) in [([], nil), ([1], "unreadable"), ([1, 2], "unreadable")] as [([UInt8], String?)] {
            let shelf = RehearsedShelf(over: MemoryShelf<AlbumPath> { .earliest }) { .earliest }
            try shelf.keep(path) { write in
                try write([UInt8](repeating: 1, count: 64 << 20))
                for byte in more { try write([byte]) }
            }
            XCTAssertEqual(try shelf.contents().map(\.bytes), [(64 << 20) + more.count])
            XCTAssertEqual(code { try shelf.source(at: path) }, failure)
        }
    }

    func testARehearsalNamesNoFileOfWhatItChanged() throws {
        let home = try Home()
        let names = ["a", "b", "c"].compactMap { AlbumPath("Photos/2026/11/\($0).png") }
        let real = FolderShelf<AlbumPath>(root: home.path)
        for path in names.prefix(2) { try real.keep([1], at: path) }
        let shelf = RehearsedShelf(over: real) { .earliest }
        try shelf.remove(names[1])
        try shelf.keep([2], at: names[2])
        XCTAssertEqual(names.map { shelf.file(at: $0) }, [home.path("\(names[0])"), nil, nil])
        try shelf.keep([3], at: names[1])
        XCTAssertNil(shelf.file(at: names[1]))
    }

    func testLookingMakesNoFolder() throws {
        let (home, path) = (try Home(), try XCTUnwrap(AlbumPath("Photos/2026/11/a.png")))
        let shelf = FolderShelf<AlbumPath>(root: home.path("shelf"))
        XCTAssertEqual(try shelf.contents(), [])
        XCTAssertEqual(code { try shelf.bytes(at: path) }, "missing")
        try shelf.remove(path)
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: home.path), [])
    }

    // MARK: - Programs

    func testAWishIsFiveMegabytesUnlessItSaysMore() {
        XCTAssertEqual(PictureWish(format: .jpeg, longestSide: 1, keepsLocation: false).largestFile, 5_000_000)
        XCTAssertFalse(ImageTool.none.converts)
        XCTAssertTrue(ImageTool(name: "", prepare: { photo, _ in photo.bytes }, thumbnail: { _, _ in nil }).converts)
    }

    /// Runs a stand-in for a program, which notes its command line and makes a JPEG.
    private func commands(
        _ program: String, of make: (Programs, String) -> ImageTool?, _ body: (ImageTool) throws -> Void
    ) throws -> [String] {
        let (bin, work) = (try Home(), try Home())
        try bin.file("made.jpg", PhotoMaker.jpeg(16, 8))
        try bin.program("identify", "exit 1")
        try bin.program(
            program,
            "echo \"$@\" >> \(bin.path("log"))\nfor last; do :; done\nlast=${last#*:}; cp \(bin.path("made.jpg")) \"${last%%\\[*}\""
        )
        try body(XCTUnwrap(make(Programs(path: "\(bin.path):/bin:/usr/bin"), work.path)))
        return bin.text("log").split(separator: "\n").map {
            String($0).replacing(work.path, with: "").replacing(#/photo-[^\/]+/#, with: "photo")
        }
    }

    func testWhatImageMagickIsTold() throws {
        let jpeg = try JudgedImage(PhotoMaker.jpeg(16, 8))
        let limits = "-limit memory 512MiB -limit map 1GiB"
        let end = "-background white -alpha remove -quality 80"
        let lines = try commands("magick", of: { .magick(of: $0, workingIn: $1) }) { tool in
            for side in [8, 7] { _ = try tool.prepare(jpeg, PictureWish(format: .jpeg, longestSide: side, keepsLocation: true)) }
            _ = try tool.prepare(
                JudgedImage(PhotoMaker.png(16, 8)), PictureWish(format: .jpeg, longestSide: 7, keepsLocation: false))
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

    func testWhatVipsIsTold() throws {
        let lines = try commands("vipsthumbnail", of: { .vips(of: $0, workingIn: $1) }) { tool in
            let colours = try JudgedImage(PhotoMaker.flat(2, 2, color: [1, 2, 3]))
            let made = PhotoMaker.jpeg(16, 8).count
            _ = try tool.prepare(colours, PictureWish(format: .jpeg, longestSide: 9, largestFile: made, keepsLocation: true))
            _ = try tool.thumbnail(JudgedImage(PhotoMaker.png(2, 2)), 100)
        }
        XCTAssertEqual(
            lines,
            [
                "/photo/in.png --size 9x9> --import-profile srgb --export-profile srgb -o /photo/upright.jpg[Q=80,strip]",
                "/photo/in.png --size 100x100> -o /photo/upright.jpg[Q=80,strip]",
            ], "a file of just the greatest size is small enough")
    }

    func testAProgramThatMakesAnEmptyFileMadeNone() throws {
        let (bin, work) = (try Home(), try Home())
        try bin.program("vipsthumbnail", "for last; do :; done; : > \"${last%%\\[*}\"")
        let tool = try XCTUnwrap(ImageTool.vips(of: Programs(path: "\(bin.path):/bin:/usr/bin"), workingIn: work.path))
        XCTAssertThrowsError(try tool.thumbnail(JudgedImage(PhotoMaker.jpeg(8, 8)), 8)) {
            XCTAssertTrue("\($0)".contains("made no file"), "\($0)")
        }
    }
}

/// A shelf of a file of so many bytes, none of which is looked at.
private struct Sized: BlobShelf {
    let size: Int

    func keep(_ path: AlbumPath, fill: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws {}
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
