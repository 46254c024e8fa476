import Foundation
import PicturesTesting
import TestSupport
import XCTest

/// Runs the story of `Modules/Diary/MOVING.md`. Its journal was written by jrnl 4.6.
final class MovingTests: XCTestCase {
    private static let days = [
        "0104", "0211", "0309", "0420", "0517", "0621", "0713", "0802", "0914", "1005", "1116", "1231",
    ]

    func testMovingPageMatchesProgramOutput() throws {
        let home = try Home()
        let place = home.path("shared")
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        let page = DocumentedSession(
            path: "Modules/Diary/MOVING.md", fixed: ["--today", "2026-01-02"], arriving: Self.pack,
            meant: { $0.replacing("/shared", with: place) }, shown: { $0.replacing(place, with: "/shared") })
        XCTAssertEqual(try page.live(self), ["kim", "ines"])
    }

    /// Creates a journal and a folder of photos, one without a date.
    private static func pack(_ person: AppUser) throws {
        let golden = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
            "../Golden/jrnl-4.json")
        try person.write("jrnl.json", [UInt8](Data(contentsOf: golden)))
        try FileManager.default.createDirectory(atPath: person.home + "/Pictures", withIntermediateDirectories: true)
        for (number, day) in days.enumerated() {
            let photo = PhotoMaker.jpeg(320, 240, seed: UInt64(number + 1))
            try person.write("Pictures/IMG_2025\(day)_120000.jpg", photo)
        }
        try person.write("Pictures/scan.jpg", PhotoMaker.jpeg(64, 64, seed: 99))
    }
}
