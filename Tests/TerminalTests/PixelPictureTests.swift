import Kernel
import TestSupport
import XCTest

@testable import Terminal

/// Pictures as sequences of each protocol, decoded by a terminal of the test.
final class PixelPictureTests: XCTestCase {
    private static let cell = (width: 4, height: 8)

    private func terminal(_ graphics: ConsoleCompanions.Graphics, colors: Int = 256) -> PixelTerminal {
        PixelTerminal(graphics, cell: .init(width: Self.cell.width, height: Self.cell.height), colors: colors)
    }

    /// Returns four areas of one color each: red, green, blue and white.
    private func fields(_ width: Int, _ height: Int) throws -> PixelMap {
        let colors: [[UInt8]] = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255]]
        var bytes: [UInt8] = []
        for y in 0..<height { for x in 0..<width { bytes += colors[(y * 2 / height) * 2 + x * 2 / width] } }
        return try XCTUnwrap(PixelMap(width: width, height: height, bytes: bytes))
    }

    private func drawing(
        _ map: PixelMap, _ terminal: PixelTerminal, columns: Int, rows: Int, fills: Bool
    ) -> PixelScreen {
        var screen = PixelScreen(columns: 20, rows: 12, cell: Self.cell)
        let painted = PixelPainter(terminal: terminal).painted(map, columns: columns, rows: rows, fills: fills)
        screen.take("\u{1B}[3;4H\u{1B}7\(painted)\u{1B}8")
        XCTAssertEqual(screen.complaints, [])
        return screen
    }

    /// The picture covers exactly its area, and each corner has its color.
    func testPictureFillsItsAreaInEveryProtocol() throws {
        for graphics in [ConsoleCompanions.Graphics.kitty, .iterm, .sixels] {
            for (columns, rows, size) in [
                (6, 4, (48, 40)), (8, 2, (30, 50)), (2, 6, (90, 9)), (1, 1, (5, 5)), (10, 5, (3, 3)),
            ] {
                let screen = drawing(
                    try fields(size.0, size.1), terminal(graphics), columns: columns, rows: rows, fills: true)
                XCTAssertEqual(screen.covered, columns * rows, "\(graphics) \(columns) × \(rows)")
                guard columns > 1, rows > 1 else { continue }
                let corners = [(2, 3), (2, 3 + columns - 1), (2 + rows - 1, 3), (2 + rows - 1, 3 + columns - 1)]
                for (place, expected) in zip(corners, [0xFF0000, 0x00FF00, 0x0000FF, 0xFFFFFF] as [UInt32]) {
                    let got = try XCTUnwrap(screen.color(row: place.0, column: place.1))
                    let parts = [
                        (got.red, expected >> 16 & 255), (got.green, expected >> 8 & 255), (got.blue, expected & 255),
                    ]
                    // The border of two areas can cross the cell.
                    XCTAssertTrue(parts.allSatisfy { abs(Int($0.0) - Int($0.1)) < 100 }, "\(graphics) \(size): \(got)")
                }
            }
        }
    }

    /// The picture keeps its aspect ratio.
    func testFittedPictureStaysWithinItsArea() throws {
        for graphics in [ConsoleCompanions.Graphics.kitty, .iterm, .sixels] {
            for size in [(80, 10), (10, 80), (32, 32), (31, 17)] {
                let screen = drawing(try fields(size.0, size.1), terminal(graphics), columns: 8, rows: 4, fills: false)
                for row in 0..<12 {
                    for column in 0..<20 where !(2..<6 ~= row && 3..<11 ~= column) {
                        XCTAssertNil(screen.color(row: row, column: column), "\(graphics) \(size): \(row), \(column)")
                    }
                }
                let wide = screen.color(row: 2, column: 10) != nil, high = screen.color(row: 5, column: 3) != nil
                XCTAssertTrue(wide || high, "\(graphics) \(size) touches one edge")
                XCTAssertEqual(wide, size.0 >= size.1, "\(graphics) \(size)")
            }
        }
    }

    /// Colors are close to the original even with 16 colors, and every pixel is painted.
    func testSixelsUseTheirPaletteAndApproximateColors() throws {
        let width = 64
        let height = 50
        var bytes: [UInt8] = []
        for y in 0..<height { for x in 0..<width { bytes += [UInt8(x * 4), UInt8(y * 5), UInt8((x + y) * 2)] } }
        let map = try XCTUnwrap(PixelMap(width: width, height: height, bytes: bytes))
        for (colors, most) in [(16, 30.0), (64, 15), (256, 8)] {
            let text = SixelPicture(map, colors: colors).text
            XCTAssertTrue(text.hasPrefix("\u{1B}P0;1;0q\"1;1;64;50#0;2;") && text.hasSuffix("-\u{1B}\\"))
            let read = SixelReading(String(text.drop { $0 != "\"" }.dropLast(2)))
            XCTAssertEqual(read.complaints, [])
            XCTAssertLessThanOrEqual(read.colors.count, colors)
            XCTAssertFalse(read.pixels.contains(nil), "every pixel is painted")
            // The picture is dithered, so the test compares means of 64 pixels.
            var far = 0.0
            for y in stride(from: 0, to: 48, by: 8) {
                for x in stride(from: 0, to: width, by: 8) {
                    var got = SIMD3<Double>.zero
                    var expected = SIMD3<Double>.zero
                    for place in (0..<64).map({ (y + $0 / 8) * width + x + $0 % 8 }) {
                        let color = read.pixels[place] ?? 0
                        got += SIMD3(Double(color >> 16 & 255), Double(color >> 8 & 255), Double(color & 255))
                        expected += SIMD3(
                            Double(bytes[place * 3]), Double(bytes[place * 3 + 1]), Double(bytes[place * 3 + 2]))
                    }
                    let lack = (got - expected) / 64
                    far = max(far, (lack * lack).sum().squareRoot())
                }
            }
            XCTAssertLessThan(far, most, "\(colors) colours")
        }
        let plain = try XCTUnwrap(PixelMap(width: 9, height: 7, bytes: [UInt8](repeating: 128, count: 189)))
        XCTAssertEqual(
            SixelPicture(plain, colors: 256).text, "\u{1B}P0;1;0q\"1;1;9;7#0;2;50;50;50#0!9~-#0!9@-\u{1B}\\")
    }

    /// The output is deterministic, and every chunk is complete.
    func testKittyChunksAreCompleteAndBounded() throws {
        for side in [1, 31, 32, 33, 200] {
            let map = try XCTUnwrap(
                PixelMap(
                    width: side, height: side, bytes: (0..<side * side * 3).map { UInt8(truncatingIfNeeded: $0 &* 31) })
            )
            let text = KittyPicture.transmitSequence(map, "a=t,i=7")
            XCTAssertEqual(text, KittyPicture.transmitSequence(map, "a=t,i=7"))
            for piece in text.split(separator: "\u{1B}\\") { XCTAssertLessThanOrEqual(piece.utf8.count, 4096 + 60) }
            var screen = PixelScreen(columns: 4, rows: 4, cell: (4, 8))
            screen.take(text)
            XCTAssertEqual(screen.complaints, [], "\(side)")
            XCTAssertEqual(screen.remembered, 1)
        }
    }

    func testCroppingFittingAndScalingOfAPicture() throws {
        let map = try fields(20, 10)
        XCTAssertEqual([map.cropped(to: 1).width, map.cropped(to: 1).height], [10, 10])
        XCTAssertEqual([map.cropped(to: 4).width, map.cropped(to: 4).height], [20, 5])
        XCTAssertEqual(map.cropped(to: 2), map)
        XCTAssertEqual([map.fitted(width: 10, height: 50).width, map.fitted(width: 10, height: 50).height], [10, 5])
        XCTAssertEqual(
            [map.fitted(width: 400, height: 20).width, map.fitted(width: 400, height: 20).height], [40, 20])
        XCTAssertEqual(
            [map.scaled(width: 0, height: 9999).width, map.scaled(width: 0, height: 9999).height],
            [1, PixelMap.longestSide])
        let small = map.scaled(width: 2, height: 2)
        XCTAssertEqual(small.bytes, [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255])
        XCTAssertEqual(small.scaled(width: 20, height: 10), map, "fields stay fields")
    }
}
