import Kernel
import Pictures
import PicturesTesting
import XCTest

/// The directories of camera notes, entry by entry.
final class CameraNotesTests: XCTestCase {
    private struct Entry {
        let tag: Int
        var type = 2
        var count: Int?
        let value: [UInt8]

        static func text(_ tag: Int, _ text: String, count: Int? = nil) -> Entry {
            Entry(tag: tag, count: count, value: Array(text.utf8))
        }
        static func orientation(_ number: Int, type: Int = 3, count: Int = 1) -> Entry {
            Entry(tag: 0x0112, type: type, count: count, value: type == 3 ? big(number, 2) + [0, 0] : big(number, 4))
        }
    }

    /// Returns the notes of two directories. The entry `pointer` of the main directory refers to
    /// the camera's.
    private func camera(
        _ main: [Entry] = [], _ camera: [Entry] = [], pointer: (type: Int, count: Int) = (4, 1), more: Int = 0
    ) throws -> CameraNotes {
        let filler = (0..<more).map { Entry(tag: 0x1000 + $0, type: 3, count: 1, value: [0, 0, 0, 0]) }
        func directory(_ entries: [Entry], at start: Int) -> [UInt8] {
            var (rows, beyond): ([UInt8], [UInt8]) = ([], [])
            let end = start + 2 + entries.count * 12 + 4
            for entry in entries {
                rows += big(entry.tag, 2) + big(entry.type, 2) + big(entry.count ?? entry.value.count, 4)
                if entry.value.count <= 4 {
                    rows += entry.value + [UInt8](repeating: 0, count: 4 - entry.value.count)
                } else {
                    rows += big(end + beyond.count, 4)
                    beyond += entry.value
                }
            }
            return big(entries.count, 2) + rows + big(0, 4) + beyond
        }
        func first(_ place: Int) -> [UInt8] {
            directory(
                main + filler + [Entry(tag: 0x8769, type: pointer.type, count: pointer.count, value: big(place, 4))],
                at: 8)
        }
        let place = 8 + first(0).count
        let block = Array("MM\0*".utf8) + big(8, 4) + first(place) + directory(camera, at: place)
        return try ImageHeader(PhotoMaker.jpeg(8, 8, exif: block + [0, 0, 0, 0])).camera
    }

    private let date = "2026:11:20 10:00:00"

    func testPointerIsOneLongOrOneDirectory() throws {
        for (type, count, isFollowed) in [
            (4, 1, true), (13, 1, true), (3, 1, false), (5, 1, false), (12, 1, false), (14, 1, false), (4, 2, false),
            (4, 0, false),
        ] {
            let notes = try camera([], [.text(0x9003, date)], pointer: (type, count))
            XCTAssertEqual(notes.taken != nil, isFollowed, "\(type) \(count)")
        }
    }

    func testNumberIsOneShortOrOneLong() throws {
        for (type, count, isRead) in [
            (3, 1, true), (4, 1, true), (2, 1, false), (5, 1, false), (3, 2, false), (4, 0, false),
        ] {
            XCTAssertEqual(
                try camera([.orientation(6, type: type, count: count)]).orientation, isRead ? 6 : 1, "\(type) \(count)")
        }
        XCTAssertEqual(try camera([.orientation(6), .orientation(3)]).orientation, 6, "the first counts")
        XCTAssertEqual(CameraNotes(), CameraNotes(taken: nil, orientation: 1, hasLocation: false))
    }

    func testTextHasAtMostSixtyFourASCIICharacters() throws {
        for (text, count, isRead) in [
            (date, nil, true), (date + "\0", nil, true), (date + "Z", nil, true), (date + "+01:00", nil, true),
            (date + String(repeating: " ", count: 45), nil, true),
            (date + String(repeating: " ", count: 46), nil, false),
            (date + "~", nil, true), (date + "\u{7F}", nil, false), (date + "\u{1F}", nil, false),
            (date + "\0\u{7F}", nil, true),
            (date, 18, false), (date, 0, false),
        ] as [(String, Int?, Bool)] {
            let notes = try camera([], [.text(0x9003, text, count: count)])
            XCTAssertEqual(
                notes.taken?.day.description, isRead ? "2026-11-20" : nil, "\(text.debugDescription) \(count ?? -1)")
        }
        XCTAssertNil(try camera([], [Entry(tag: 0x9003, type: 7, value: Array(date.utf8))]).taken)
    }

    /// A text of up to four bytes is stored in its entry, a longer one elsewhere.
    func testShortTextIsStoredInItsEntry() throws {
        for (zone, offset) in [
            ("+9:0", 32_400 as Int?), ("+9:0\0", 32_400), ("+09:00", 32_400), ("+9:", nil), ("+09::00", nil),
            ("+:09:00", nil),
        ] {
            let notes = try camera([], [.text(0x9003, date), .text(0x9011, zone)])
            XCTAssertEqual(try XCTUnwrap(notes.taken).offset, offset, zone)
        }
    }

    func testDirectoryHasAtMostThousandEntries() throws {
        for (more, isRead) in [(998, true), (999, false)] {
            XCTAssertEqual(try camera([.orientation(6)], more: more).orientation, isRead ? 6 : 1, "\(more)")
        }
    }
}
