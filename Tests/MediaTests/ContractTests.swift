import Foundation
import Kernel
import Media
import Pictures
import PicturesAdapters
import PicturesContract
import Storage
import XCTest

/// The contracts over everything that keeps them, and over things that do not.
final class ContractTests: XCTestCase {
    private var root = ""

    override func setUp() { root = NSTemporaryDirectory() + "media-\(UUID().uuidString)" }
    override func tearDown() { try? FileManager.default.removeItem(atPath: root) }

    func testFilesKeepThePromisesOfAShelf() {
        var count = 0
        let shelves: [() -> any BlobShelf<MediaPlace>] = [
            { MemoryShelf { .earliest } },
            {
                count += 1
                return FolderShelf(root: "\(self.root)/\(count)/deep")
            },
        ]
        let places = ["b.jpg", "a.jpg", "a.mp4", "c.png", "d.webm"].compactMap { MediaPlace($0) }
        for shelf in shelves {
            for broken in BlobShelfContract.over(places, shelf).brokenPromises() { XCTFail(broken.description) }
        }
        XCTAssertGreaterThan(count, 5)
    }

    func testOnlyNamesThatWeMakeArePlaces() {
        for text in ["a.jpg", "01k2x-3.webm"] {
            XCTAssertEqual(MediaPlace(text)?.description, text)
            XCTAssertEqual(MediaPlace(components: ["Media", text])?.components, ["Media", text])
        }
        for text in ["", "a", ".jpg", "a..jpg", "a.jpg.", ".a.jpg", "a.jpeg", "A.jpg", "../a.jpg", "a.b.jpg"] {
            XCTAssertNil(MediaPlace(text), text)
        }
        for components in [["a.jpg"], ["Photos", "a.jpg"], ["Media", "x", "a.jpg"]] {
            XCTAssertNil(MediaPlace(components: components), "\(components)")
        }
    }

    func testTheFolderIsForItsOwnerOnlyAndLinksLeadNowhere() throws {
        let place = try XCTUnwrap(MediaPlace("a.png"))
        let shelf = FolderShelf<MediaPlace>(root: root)
        try shelf.keep(place) { try $0([1]) }
        for (name, mode) in [("Media", 0o700), ("Media/a.png", 0o600)] {
            let found = try FileManager.default.attributesOfItem(atPath: "\(root)/\(name)")[.posixPermissions] as? NSNumber
            XCTAssertEqual(found?.intValue, mode, name)
        }
        let elsewhere = "\(root)/elsewhere"
        try FileManager.default.moveItem(atPath: "\(root)/Media", toPath: elsewhere)
        try FileManager.default.createSymbolicLink(atPath: "\(root)/Media", withDestinationPath: elsewhere)
        XCTAssertThrowsError(try shelf.source(at: place))
        XCTAssertThrowsError(try shelf.keep(XCTUnwrap(MediaPlace("b.png"))) { try $0([1]) })
        XCTAssertEqual(try shelf.contents(), [])
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: elsewhere), ["a.png"])
    }

    func testFilesThatAreNoFilesAreRefused() throws {
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        let real = "\(root)/-real.png"
        try Data(PhotoMaker.png(3, 4)).write(to: URL(fileURLWithPath: real))
        XCTAssertEqual(try ByteSource.disk(real).name, "-real.png")
        try FileManager.default.createSymbolicLink(atPath: "\(root)/link.png", withDestinationPath: real)
        XCTAssertEqual(mkfifo("\(root)/pipe.png", 0o600), 0)
        for name in ["link.png", "pipe.png", ".", "nothing.png", "-real.png/x"] {
            XCTAssertThrowsError(try ByteSource.disk("\(root)/\(name)"), name) {
                XCTAssertEqual(($0 as? Failure)?.kind, .missingInput, name)
            }
        }
        XCTAssertThrowsError(try ByteSource.disk("/dev/zero"))
    }
}
