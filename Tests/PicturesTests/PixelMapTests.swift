import Kernel
import Pictures
import PicturesTesting
import XCTest

/// Small pictures as pixels: program output, the stored PNG and the mean color.
final class PixelMapTests: XCTestCase {
    private func map(_ width: Int, _ height: Int, seed: UInt64) throws -> PixelMap {
        var random = RandomSource(seed: seed)
        let bytes = (0..<width * height * 3).map { _ in UInt8.random(in: 0...255, using: &random) }
        return try XCTUnwrap(PixelMap(width: width, height: height, bytes: bytes))
    }

    func testStoredPixelsAreAValidPNG() throws {
        for (width, height) in [(1, 1), (48, 36), (36, 48), (1, 512), (512, 1), (300, 200)] {
            let map = try map(width, height, seed: UInt64(width))
            XCTAssertEqual(PixelMap(png: map.png), map)
            let header = try ImageHeader(map.png)
            XCTAssertEqual([header.width, header.height], [width, height])
            XCTAssertEqual(header.type, .png)
        }
    }

    func testDamagedPNGIsRejected() throws {
        let file = try map(7, 5, seed: 3).png
        for length in 0..<file.count { XCTAssertNil(PixelMap(png: Array(file.prefix(length))), "cut at \(length)") }
        for place in 0..<file.count - 12 {
            var broken = file
            broken[place] ^= 0x10
            XCTAssertNil(PixelMap(png: broken), "changed at \(place)")
        }
        XCTAssertNil(PixelMap(png: PhotoMaker.png(3, 2)), "another PNG")
    }

    func testPortablePixmapsAreRead() throws {
        let pixels: [UInt8] = [255, 0, 0, 0, 0, 255]
        XCTAssertEqual(
            PixelMap(portable: Array("P6\n# by vips\n2 1\n255\n".utf8) + pixels),
            PixelMap(width: 2, height: 1, bytes: pixels))
        XCTAssertEqual(
            PixelMap(portable: Array("P5 1 2 255 ".utf8) + [9, 200])?.bytes, [9, 9, 9, 200, 200, 200],
            "grey counts as a color")
        for wrong in [
            "", "P6", "P6 2 1 255", "P6 2 1 65535 ", "P3 1 1 255 ", "P6 0 1 255 ", "P6 99999 99999 255 ",
            "P6 -1 1 255 ",
        ] {
            XCTAssertNil(PixelMap(portable: Array(wrong.utf8) + pixels), wrong)
        }
        XCTAssertNil(PixelMap(portable: Array("P6 2 1 255 ".utf8) + pixels.dropLast()), "one byte is missing")
    }

    /// Half black and half white is as bright as the eye sees it from afar, not the mean of the
    /// numbers.
    func testMeanColorIsComputedInLinearLight() throws {
        let flat = try XCTUnwrap(
            PixelMap(width: 2, height: 2, bytes: Array(repeating: [200, 100, 50], count: 4).flatMap { $0 }))
        XCTAssertEqual(flat.mean, RGBColor(0xC86432))
        let halves = try XCTUnwrap(PixelMap(width: 2, height: 1, bytes: [0, 0, 0, 255, 255, 255]))
        XCTAssertEqual(halves.mean, RGBColor(red: 180, green: 180, blue: 180))
        XCTAssertEqual(halves.color(across: 0...0.5), .black)
        XCTAssertEqual(halves.color(across: 0.5...1), .white)
        XCTAssertEqual(halves.color(across: 0.999...1, down: 0.999...1), .white, "the smallest part is a pixel")
    }
}
