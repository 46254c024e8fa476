import Foundation
import Kernel
import Media
import Pictures
import PicturesAdapters
import PicturesTesting
import Storage
import XCTest

/// The contracts over each implementation, and over broken ones.
final class ContractTests: XCTestCase {
    private var root = ""

    override func setUp() { root = NSTemporaryDirectory() + "media-\(UUID().uuidString)" }
    override func tearDown() { try? FileManager.default.removeItem(atPath: root) }

    func testBlobStoresFulfillTheContract() {
        var count = 0
        let shelves: [() -> any BlobStore<MediaPath>] = [
            { MemoryBlobStore { .earliest } },
            {
                count += 1
                return FolderBlobStore(root: "\(self.root)/\(count)/deep")
            },
        ]
        let places = ["b.jpg", "a.jpg", "a.mp4", "c.png", "d.webm"].compactMap { MediaPath($0) }
        for blobStore in shelves {
            for broken in BlobStoreContract.over(places, blobStore).brokenPromises() { XCTFail(broken.description) }
        }
        XCTAssertGreaterThan(count, 5)
    }

    func testOnlyGeneratedNamesAreMediaPlaces() {
        for text in ["a.jpg", "01k2x-3.webm"] {
            XCTAssertEqual(MediaPath(text)?.description, text)
            XCTAssertEqual(MediaPath(components: ["Media", text])?.components, ["Media", text])
        }
        for text in ["", "a", ".jpg", "a..jpg", "a.jpg.", ".a.jpg", "a.jpeg", "A.jpg", "../a.jpg", "a.b.jpg"] {
            XCTAssertNil(MediaPath(text), text)
        }
        for components in [["a.jpg"], ["Photos", "a.jpg"], ["Media", "x", "a.jpg"]] {
            XCTAssertNil(MediaPath(components: components), "\(components)")
        }
    }

    func testFolderIsPrivateAndLinksAreNotFollowed() throws {
        let place = try XCTUnwrap(MediaPath("a.png"))
        let blobStore = FolderBlobStore<MediaPath>(root: root)
        try blobStore.save(place) { try $0([1]) }
        for (name, mode) in [("Media", 0o700), ("Media/a.png", 0o600)] {
            let found =
                try FileManager.default.attributesOfItem(atPath: "\(root)/\(name)")[.posixPermissions] as? NSNumber
            XCTAssertEqual(found?.intValue, mode, name)
        }
        let elsewhere = "\(root)/elsewhere"
        try FileManager.default.moveItem(atPath: "\(root)/Media", toPath: elsewhere)
        try FileManager.default.createSymbolicLink(atPath: "\(root)/Media", withDestinationPath: elsewhere)
        XCTAssertThrowsError(try blobStore.source(at: place))
        XCTAssertThrowsError(try blobStore.save(XCTUnwrap(MediaPath("b.png"))) { try $0([1]) })
        XCTAssertEqual(try blobStore.contents(), [])
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: elsewhere), ["a.png"])
    }

    func testOnlyRegularFilesAreRead() throws {
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
