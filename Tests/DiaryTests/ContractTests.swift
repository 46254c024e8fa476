import Diary
import DiaryAdapters
import DiaryContract
import Foundation
import Kernel
import Programs
import Storage
import XCTest

final class ContractTests: XCTestCase {
    func testStoredEntriesKeepTheirPromises() throws {
        let folder = try TestFolder()
        for broken in DiaryRepositoryContract.over({ StoredDiaryRepository(MemoryStore()) }).brokenPromises() {
            XCTFail(broken.description)
        }
        for broken in DiaryRepositoryContract.over({
            StoredDiaryRepository(MemoryStore().scoped(to: Partition(rawValue: "profile:a")))
        }).brokenPromises() { XCTFail(broken.description) }
        for broken in DiaryRepositoryContract.over({
            StoredDiaryRepository(
                try FileStore(directory: folder.path(UUID().uuidString), random: .system(), now: { Bench.noon }))
        }).brokenPromises() { XCTFail(broken.description) }
    }

    func testPhotosInMemoryAndInAFolderKeepTheirPromises() throws {
        let folder = try TestFolder()
        let libraries: [() -> any PhotoLibrary] = [
            { MemoryPhotoLibrary { Bench.noon } },
            { RehearsedPhotoLibrary(over: MemoryPhotoLibrary { Bench.noon }) { Bench.noon } },
            { FolderPhotoLibrary(root: folder.path(UUID().uuidString + "/below")) },
        ]
        for library in libraries {
            for broken in PhotoLibraryContract.over(library).brokenPromises() { XCTFail(broken.description) }
        }
    }

    func testContractsNoticeWhoBreaksThem() {
        struct Forgetful: PhotoLibrary {
            func keep(_ bytes: [UInt8], at path: PhotoPath) throws {}
            func bytes(at path: PhotoPath) throws -> [UInt8] { throw Failure.photoMissing(path) }
            func remove(_ path: PhotoPath) throws {}
            func contents() throws -> [KeptPhoto] { [] }
            func file(at path: PhotoPath) -> String? { nil }
        }
        XCTAssertGreaterThanOrEqual(PhotoLibraryContract.over { Forgetful() }.brokenPromises().count, 5)
        let blind = ImageTool(name: "blind", prepare: { photo, _ in photo.bytes }, thumbnail: { photo, _ in photo.bytes })
        XCTAssertGreaterThanOrEqual(ImageToolContract.over(ContractTests.photos) { blind }.brokenPromises().count, 4)
        let crowded = DiaryRepositoryContract.over {
            DyingRepository(real: StoredDiaryRepository(MemoryStore()), afterwards: true)
        }
        XCTAssertGreaterThanOrEqual(crowded.brokenPromises().count, 5)
    }

    static let photos = SamplePhotos(
        turned: PhotoMaker.jpeg(
            600, 300, exif: PhotoMaker.Exif(taken: "2026:11:20 10:00:00", orientation: 6, hasLocation: true).block),
        large: PhotoMaker.jpeg(2600, 1300), small: PhotoMaker.png(3, 2))

    func testNoToolKeepsItsPromises() {
        for broken in ImageToolContract.over(ContractTests.photos, { .none }).brokenPromises() { XCTFail(broken.description) }
    }

    func testVipsKeepsItsPromises() throws { try check("vipsthumbnail") { .vips(of: $0, workingIn: $1) } }

    func testImageMagickKeepsItsPromises() throws { try check("ImageMagick") { .magick(of: $0, workingIn: $1) } }

    func testTheBestToolKeepsItsPromises() throws { try check("the best tool") { .best(of: $0, workingIn: $1) } }

    /// vips by itself shifts the colours of photos without a profile by ten and more.
    func testColoursStayWhatTheyAre() throws {
        let programs = Programs(path: ProcessInfo.processInfo.environment["PATH"] ?? "")
        let folder = try TestFolder()
        guard let vips = programs.find("vips") else { throw XCTSkip("vips is not installed here: apt-get install libvips-tools") }
        let tools = [
            ImageTool.vips(of: programs, workingIn: folder.root), .magick(of: programs, workingIn: folder.root),
        ].compactMap { $0 }
        for tool in tools {
            for color in [[47, 79, 58], [200, 40, 90], [245, 195, 124], [120]] as [[UInt8]] {
                let photo = try JudgedImage(PhotoMaker.flat(64, 48, color: color))
                let wish = PhotoWish(format: .jpeg, longestSide: 2048, keepsLocation: false)
                for made in try [tool.prepare(photo, wish), XCTUnwrap(tool.thumbnail(photo, 32))] {
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

    private func check(_ name: String, _ make: @escaping (Programs, String) -> ImageTool?) throws {
        let programs = Programs(path: ProcessInfo.processInfo.environment["PATH"] ?? "")
        let folder = try TestFolder()
        guard let tool = make(programs, folder.root) else { throw XCTSkip("\(name) is not installed here") }
        for broken in ImageToolContract.over(ContractTests.photos, { tool }).brokenPromises() { XCTFail(broken.description) }
        let heic = try tool.prepare(
            JudgedImage(ContractTests.photos.turned), PhotoWish(format: .heic, longestSide: 64, keepsLocation: false))
        if try ImageHeader(heic).type == .heic {
            let jpeg = try ImageHeader(
                tool.prepare(JudgedImage(heic), PhotoWish(format: .jpeg, longestSide: 2048, keepsLocation: false)))
            XCTAssertEqual([jpeg.width, jpeg.height], [32, 64], "what it makes it can read, or a decoder can")
        }
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: folder.root), [], "working files are left behind")
    }
}

/// A folder that goes with the test.
final class TestFolder {
    let root: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "diary-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        root = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    func path(_ name: String) -> String { "\(root)/\(name)" }

    /// A program in this folder that is a shell script.
    func script(_ name: String, _ body: String) throws {
        try "#!/bin/sh\n\(body)\n".write(toFile: path(name), atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path(name))
    }
}
