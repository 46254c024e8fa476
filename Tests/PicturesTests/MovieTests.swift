import Kernel
import Pictures
import PicturesTesting
import TestSupport
import XCTest

/// Limits of videos and animated pictures.
final class MovieTests: XCTestCase {
    private func judge(_ bytes: [UInt8]) -> PictureProperties? {
        try? PictureValidator.facts(of: ByteSource(name: "", bytes))
    }
    private func failureText(_ source: ByteSource) -> String {
        do {
            return "\(try PictureValidator.facts(of: source).format)"
        } catch { return (error as? Failure)?.message ?? "\(error)" }
    }

    // MARK: - GIF

    private func gif(
        _ version: String = "GIF89a", colors: Int? = 0, local: Int? = nil, delays: [Int] = [10, 10]
    ) -> [UInt8] {
        func flags(_ size: Int?) -> UInt8 { size.map { 0x80 | UInt8($0) } ?? 7 }
        func table(_ size: Int?) -> [UInt8] { [UInt8](repeating: 0xAA, count: size.map { 3 << ($0 + 1) } ?? 0) }
        var bytes = Array(version.utf8) + [4, 0, 3, 0, flags(colors), 0, 0] + table(colors)
        bytes += [0x21, 0xFE, 1, 1, 3, 1, 1, 1, 0]
        for delay in delays {
            bytes += [0x21, 0xF9, 4, 0] + little(delay, 2) + [0, 0]
            bytes += [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, flags(local)] + table(local)
            bytes += [2, 2, 0x4C, 1, 0]
        }
        return bytes + [0x3B]
    }

    func testColorTablesOfEachSizeAreSkipped() {
        for version in ["GIF87a", "GIF89a"] {
            for colors in [nil] + (0...7).map(Int?.some) {
                for local in [nil, 0, 7, colors] {
                    XCTAssertEqual(
                        judge(gif(version, colors: colors, local: local)),
                        PictureProperties(format: .gif, width: 4, height: 3, milliseconds: 200),
                        "\(colors ?? -1) \(local ?? -1)")
                }
            }
        }
        XCTAssertNil(judge(gif("GIF88a")))
    }

    func testGIFIsAnimatedWithTwoFramesAndDelay() {
        for (delays, milliseconds) in [
            ([10], nil), ([0, 0], nil), ([0, 1], 10), ([1, 1], 20), ([0x1234, 0], 0x1234 * 10), ([1, 2, 3], 60),
        ] as [([Int], Int?)] {
            XCTAssertEqual(judge(gif(delays: delays))?.milliseconds, milliseconds, "\(delays)")
        }
    }

    // MARK: - MP4 and MOV

    /// Returns a movie with bytes replaced at an offset from a marker.
    private func movie(_ mark: String, at place: Int, _ bytes: [UInt8], in movie: [UInt8] = MovieMaker.movie()) throws
        -> [UInt8]
    {
        let index = try XCTUnwrap(movie.indices.first { movie[$0...].starts(with: Array(mark.utf8)) })
        var movie = movie
        movie.replaceSubrange(index + place..<index + place + bytes.count, with: bytes)
        return movie
    }

    func testMovieDurationUsesItsTimeScale() throws {
        // After the name: version and flags, two times, time scale, duration.
        for (scale, units, milliseconds) in [
            (1000, 1, 1), (1, 2, 2000), (600, 900, 1500), (0, 900, nil), (1000, 0, nil), (1000, 0xFFFF_FFFF, nil),
            (1000, 0xFFFF_FFFE, 0xFFFF_FFFE),
        ] as [(Int, Int, Int?)] {
            let facts = judge(try movie("mvhd", at: 16, big(scale, 4) + big(units, 4)))
            XCTAssertEqual(facts?.milliseconds, milliseconds, "\(scale) \(units)")
            XCTAssertEqual(facts?.width, 640)
        }
        for units in [0xFFFF_FFFF, 1 << 32, 5_000_000_000] {
            XCTAssertEqual(judge(MovieMaker.movie(milliseconds: units, .long))?.milliseconds, units)
        }
    }

    func testMovieNeedsFileTypeDataAndSize() throws {
        let movie = MovieMaker.movie()
        let bare = PhotoMaker.box("ftyp", Array("isom".utf8) + big(512, 4))
        XCTAssertEqual(judge(bare + movie.dropFirst(20))?.format, .mp4)
        XCTAssertNil(judge(PhotoMaker.box("ftyp", Array("isom".utf8)) + movie.dropFirst(20)))
        XCTAssertNil(judge(Array(movie.dropLast(12))), "without data")
        XCTAssertNil(judge(movie.dropLast(12) + PhotoMaker.box("mdat", [])))
        XCTAssertNotNil(judge(movie.dropLast(12) + PhotoMaker.box("mdat", []) + PhotoMaker.box("mdat", [1])))
        XCTAssertTrue(failureText(ByteSource(name: "", MovieMaker.movie(height: 0))).contains("has no size"))
        XCTAssertTrue(
            failureText(ByteSource(name: "", PhotoMaker.box("mdat", [1, 2, 3, 4]))).contains("no video"), "twelve bytes"
        )
        for name in ["moov", "mdat", "wide", "free", "skip"] {
            XCTAssertEqual(
                judge(PhotoMaker.box(name, [1, 2, 3, 4]) + movie.dropFirst(20))?.format, name == "moov" ? nil : .mov,
                name)
        }
    }

    func testTooLargeFilesAreRejected() {
        func large(_ head: [UInt8], _ size: Int) -> ByteSource {
            ByteSource(name: "", size: size) { offset, count in
                (offset..<offset + count).map { $0 < head.count ? head[$0] : 0 }
            }
        }
        let video = Array(MovieMaker.movie().dropLast(12)) + big(0, 4) + Array("mdat".utf8)
        XCTAssertEqual(failureText(large(video, 500 << 20)), "mp4")
        XCTAssertTrue(failureText(large(video, (500 << 20) + 1)).contains("at most 500 MB"))
        // A segment of unknown size, as in live videos.
        let live = MovieMaker.webm(open: true)
        XCTAssertEqual(failureText(large(live, 65 << 20)), "webm")
        XCTAssertTrue(failureText(large(live, (500 << 20) + 1)).contains("at most 500 MB"))
        for picture in [MovieMaker.gif(), PhotoMaker.png(1, 1)] {
            XCTAssertTrue(failureText(large(picture, (64 << 20) + 1)).contains("at most 64 MB"))
        }
    }

    func testNameWithoutExtensionIsAccepted() {
        for (name, isHonest) in [(".jpg", true), ("a.jpg", false), ("a.", true)] {
            XCTAssertEqual(
                (try? PictureValidator.facts(of: ByteSource(name: name, PhotoMaker.png(1, 1)))) != nil, isHonest, name)
        }
    }

    // MARK: - WebM

    private func webm(
        info: [[UInt8]] = [], video: [[UInt8]]? = nil, clusters: [[UInt8]] = [[1]], type: [UInt8] = [1]
    ) -> [UInt8] {
        let element = { MovieMaker.element($0, $1) }
        let size = video ?? [element([0xB0], big(320, 2)), element([0xBA], big(240, 2))]
        let track = element([0xAE], element([0x83], type) + element([0xE0], size.flatMap(\.self)))
        return element([0x1A, 0x45, 0xDF, 0xA3], element([0x42, 0x82], Array("webm".utf8)))
            + element(
                [0x18, 0x53, 0x80, 0x67],
                element([0x15, 0x49, 0xA9, 0x66], info.flatMap(\.self)) + element([0x16, 0x54, 0xAE, 0x6B], track)
                    + clusters.flatMap { element([0x1F, 0x43, 0xB6, 0x75], $0) })
    }

    func testWebMDurationIsAFloatInItsTimeScale() {
        func time(_ value: Double, isShort: Bool = false) -> [UInt8] {
            let bits =
                isShort
                ? big(Int(Float(value).bitPattern), 4)
                : (0..<8).map { UInt8(truncatingIfNeeded: value.bitPattern >> (56 - 8 * $0)) }
            return MovieMaker.element([0x44, 0x89], bits)
        }
        func scale(_ number: Int) -> [UInt8] { MovieMaker.element([0x2A, 0xD7, 0xB1], big(number, 4)) }
        for (info, milliseconds) in [
            ([], nil), ([time(1500)], 1500), ([time(1500, isShort: true)], 1500), ([scale(500_000), time(1500)], 750),
            ([time(1500), scale(2_000_000)], 3000), ([time(1)], 1), ([time(0)], nil), ([time(-5)], nil),
            ([time(.nan)], nil),
            ([time(.infinity)], nil), ([time(-.infinity)], nil), ([time(1e12)], nil),
            ([time(999_999_999_999)], 999_999_999_999),
            ([MovieMaker.element([0x44, 0x89], [1, 2, 3])], nil),
            ([MovieMaker.element([0x44, 0x89], [UInt8](repeating: 0x40, count: 9))], nil),
        ] as [([[UInt8]], Int?)] {
            XCTAssertEqual(
                judge(webm(info: info)),
                PictureProperties(format: .webm, width: 320, height: 240, milliseconds: milliseconds),
                "\(info)")
        }
    }

    func testWebMNeedsSizeVideoTrackAndData() {
        let width = MovieMaker.element([0xB0], big(320, 2))
        let height = MovieMaker.element([0xBA], big(240, 2))
        for length in 1...9 {
            let wide = webm(video: [MovieMaker.element([0xB0], [UInt8](repeating: 0, count: length - 1) + [7]), height])
            XCTAssertEqual(judge(wide)?.width, length <= 7 ? 7 : nil, "\(length)")
        }
        for video in [[width], [height], []] {
            XCTAssertTrue(failureText(ByteSource(name: "", webm(video: video))).contains("has no size"))
        }
        for (clusters, isRead) in [([[1]], true), ([[], [1]], true), ([[]], false), ([], false)] as [([[UInt8]], Bool)]
        {
            XCTAssertEqual(judge(webm(clusters: clusters)) != nil, isRead, "\(clusters)")
        }
        for (type, isRead) in [([1], true), ([0, 1], true), ([2], false), ([0], false), ([], false)]
            as [([UInt8], Bool)]
        {
            XCTAssertEqual(judge(webm(type: type)) != nil, isRead, "\(type)")
        }
    }

    /// A size field of all ones means unknown. Such an element extends to the end.
    func testElementOfUnknownSizeExtendsToEnd() {
        let rest: [UInt8] = [7, 7, 7]
        for length in 1...8 {
            let unknown =
                [UInt8(truncatingIfNeeded: (1 << (9 - length)) - 1)] + [UInt8](repeating: 0xFF, count: length - 1)
            XCTAssertNotNil(judge(webm() + [0xEC] + unknown + rest), "\(length)")
            for place in unknown.indices {
                var known = unknown
                known[place] ^= 1
                // One byte means a size of 126, which exceeds the file.
                guard length > 1 || place == 0 else { continue }
                XCTAssertNil(judge(webm() + [0xEC] + known + rest), "\(length) \(place)")
            }
        }
        for length in 2...8 {
            let size = big(300, length)
            let element =
                [0xEC, size[0] | 1 << UInt8(8 - length)] + size.dropFirst() + [UInt8](repeating: 7, count: 300)
            XCTAssertNotNil(judge(webm() + element), "\(length)")
            XCTAssertNil(judge(webm() + element.dropLast()), "\(length)")
        }
    }

    func testIdentifierHasAtMostFourBytes() {
        for length in 1...5 {
            let id = [1 << UInt8(8 - length)] + [UInt8](repeating: 1, count: length - 1)
            XCTAssertEqual(judge(webm() + id + [0x80]) != nil, length <= 4, "\(length)")
        }
    }

    // MARK: - Formats

    func testFormatProperties() {
        let table: [(PictureFormat, Bool, Bool, String)] = [
            (.jpeg, false, true, "jpg"), (.png, false, true, "png"), (.webp, false, true, "webp"),
            (.heic, false, true, "heic"),
            (.gif, false, false, "gif"), (.mp4, true, false, "mp4"), (.mov, true, false, "mov"),
            (.webm, true, false, "webm"),
            (.wav, false, false, "wav"), (.ogg, false, false, "ogg"), (.mp3, false, false, "mp3"),
            (.m4a, false, false, "m4a"),
        ]
        XCTAssertEqual(table.map(\.0), PictureFormat.allCases)
        for (format, isVideo, isPhoto, ending) in table {
            XCTAssertEqual([format.isVideo, format.isPhoto], [isVideo, isPhoto], ending)
            XCTAssertEqual(format.isSound, ["wav", "ogg", "mp3", "m4a"].contains(ending))
            XCTAssertEqual(format.fileExtension, ending)
            XCTAssertEqual(PictureFormat(fileExtension: ending), format)
            XCTAssertNil(PictureFormat(fileExtension: ending.uppercased()))
        }
    }
}
