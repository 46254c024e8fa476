import Synchronization
import XCTest

@testable import Kernel

/// Compares byte checks of eight bytes at a time and parallel work with their sequential results.
final class ByteTests: XCTestCase {
    func testByteChecksExamineEveryPosition() {
        for length in 0...18 {
            for place in 0..<max(length, 1) {
                for byte in UInt8.min...UInt8.max {
                    var bytes = [UInt8](repeating: UInt8(ascii: "x"), count: length)
                    if length > 0 { bytes[place] = byte }
                    let (isPlain, hasNone) = bytes.withUnsafeBytes { ($0.isPlainJSON, $0.hasNoControls) }
                    guard isPlain == bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }),
                        hasNone == bytes.allSatisfy({ $0 >= 0x20 })
                    else {
                        return XCTFail("\(byte) at \(place) of \(length): \(isPlain) \(hasNone)")
                    }
                }
            }
        }
    }

    func testHexadecimalHasTwoLowercaseDigitsPerByte() {
        XCTAssertEqual(([0, 9, 10, 16, 171, 255] as [UInt8]).hexadecimal, "00090a10abff")
        XCTAssertEqual(Data([1, 0xE1]).prefix(1).hexadecimal, "01")
        XCTAssertEqual([UInt8]().hexadecimal, "")
    }

    func testSlicesCoverTheRangeInOrderWithMinimumSize() {
        for count in [0, 1, 9, 10, 19, 20, 21, 39, 40, 57, 1000] {
            for least in [-1, 0, 1, 10, 50] {
                let slices = ParallelWork.map(count, minimumSize: least) { $0 }
                XCTAssertEqual(slices.flatMap(Array.init), Array(0..<count), "\(count) \(least)")
                XCTAssertTrue((1...4).contains(slices.count), "\(count) \(least): \(slices)")
                if slices.count > 1 { XCTAssertTrue(slices.allSatisfy { $0.count >= least }, "\(slices)") }
            }
        }
    }

    func testPrefetchedPartsKeepTheirOrder() {
        for count in [0, 1, 7, 8, 9, 64, 1_000, 10_007] {
            for least in [1, 8, 300] {
                let ahead = ParallelPrefetch(count, minimumSize: least) { part in part.map { $0 * 2 } }
                let parts = ahead.parts(of: 0..<count)
                XCTAssertEqual(parts.flatMap(Array.init), Array(0..<count))
                XCTAssertLessThanOrEqual(parts.count, 8)
                for part in parts { XCTAssertEqual(ahead.result(of: part), part.map { $0 * 2 }) }
                // A request for half of a part does not run the part again.
                if let last = parts.last {
                    XCTAssertEqual(ahead.result(of: last.upperBound - 1..<last.upperBound), last.map { $0 * 2 })
                }
                ahead.stop()
            }
        }
    }

    func testStopEndsPrefetchWork() throws {
        let done = Mutex(0)
        for _ in 0..<20 {
            let ahead = ParallelPrefetch(800, minimumSize: 100) { part in
                done.withLock { $0 += 1 }
                usleep(1_000)
                return part.count
            }
            XCTAssertEqual(ahead.result(of: 0..<100), 100)
            ahead.stop()
        }
        usleep(50_000)
        let count = done.withLock { $0 }
        XCTAssertLessThan(count, 20 * 8, "no part starts after the stop")
        usleep(20_000)
        XCTAssertEqual(done.withLock { $0 }, count)
    }

    func testBufferKeepsContentsWhileGrowing() {
        var random = RandomSource(seed: 72)
        for capacity in [0, 1, 64, 65, 1000] {
            var buffer = TextBuffer(capacity: capacity)
            defer { buffer.free() }
            var expected: [UInt8] = []
            for _ in 0..<400 {
                switch Int.random(in: 0..<8, using: &random) {
                case 0:
                    buffer.append(UInt8(ascii: "y"))
                    expected.append(UInt8(ascii: "y"))
                case 1:
                    let text = String(repeating: "é", count: Int.random(in: 0...70, using: &random))
                    buffer.append(text)
                    expected += Array(text.utf8)
                case 2:
                    let number = random.next() >> UInt64.random(in: 0..<64, using: &random)
                    buffer.append(number: number)
                    expected += Array(String(number).utf8)
                case 3 where !expected.isEmpty:
                    let start = Int.random(in: 0..<expected.count, using: &random)
                    let range = start..<min(expected.count, start + 40)
                    buffer.append(copyOf: range)
                    expected += expected[range]
                case 4:
                    let less = Int.random(in: 0...20, using: &random)
                    buffer.removeLast(less)
                    expected.removeLast(min(less, expected.count))
                case 5 where expected.count > 90:
                    buffer.replace(from: expected.count - 9, with: [1, 2, 3])
                    expected = expected.dropLast(9) + [1, 2, 3]
                case 6:
                    buffer.append("static")
                    expected += Array("static".utf8)
                default:
                    let number = Int(truncatingIfNeeded: random.next()) >> Int.random(in: 0..<64, using: &random)
                    buffer.append(integer: number)
                    expected += Array(String(number).utf8)
                }
                XCTAssertEqual(buffer.count, expected.count)
                guard buffer.contents.elementsEqual(expected) else {
                    return XCTFail("\(buffer.count) of \(expected.count)")
                }
            }
        }
        for number in [0, 9, 10, 11, 99, 100, UInt64.max] {
            var buffer = TextBuffer(capacity: 0)
            defer { buffer.free() }
            buffer.append(number: number)
            XCTAssertEqual(String(decoding: buffer.contents, as: UTF8.self), String(number))
        }
    }

    func testFullBufferGrowsBeforeWriting() {
        for used in 40...64 {
            for more in 20...30 {
                var buffer = TextBuffer(capacity: 64)
                defer { buffer.free() }
                buffer.append(String(repeating: "x", count: used))
                buffer.append(String(repeating: "y", count: more))
                XCTAssertEqual(
                    String(decoding: buffer.contents, as: UTF8.self),
                    String(repeating: "x", count: used) + String(repeating: "y", count: more))
            }
        }
    }

    func testTakeDataReturnsShortAndLongContents() {
        for length in [0, 1, 1 << 14, (1 << 14) + 1, 1 << 16] {
            var buffer = TextBuffer(capacity: 0)
            defer { buffer.free() }
            buffer.append(String(repeating: "x", count: length))
            XCTAssertEqual(buffer.takeData(), Data(repeating: UInt8(ascii: "x"), count: length))
        }
    }

    func testDescribedNumbersLoseAZeroFraction() {
        for (described, written) in [
            ("1.0", "1"), ("1.5", "1.5"), ("10.0", "10"), ("0.0", "0"), ("1e+20", "1e+20"), ("1.05", "1.05"),
        ] {
            var buffer = TextBuffer(capacity: 0)
            defer { buffer.free() }
            buffer.append(described: described)
            XCTAssertEqual(String(decoding: buffer.contents, as: UTF8.self), written)
        }
    }
}
