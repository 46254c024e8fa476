import Kernel
import XCTest

final class DigestTests: XCTestCase {
    /// Uses the vectors of RFC 4231.
    func testHMACMatchesRFC4231() {
        let long = [UInt8](repeating: 0xAA, count: 131)
        for (key, message, code) in [
            (
                [UInt8](repeating: 0x0B, count: 20), "Hi There",
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
            ),
            (
                Array("Jefe".utf8), "what do ya want for nothing?",
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
            ),
            (
                long, "Test Using Larger Than Block-Size Key - Hash Key First",
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
            ),
        ] {
            let keyed = KeyedDigest(key: key)
            XCTAssertEqual(keyed.code(of: Array(message.utf8)).hexadecimal, code)
            XCTAssertEqual(keyed.code(of: Array(message.utf8)).hexadecimal, code, "a key serves many messages")
        }
    }

    /// Uses the vectors of the authors of FNV.
    func testFingerprintsMatchPublishedHashes() {
        for (text, hash) in [
            ("", 0xCBF2_9CE4_8422_2325), ("a", 0xAF63_DC4C_8601_EC8C), ("foobar", 0x8594_4171_F739_67E8),
        ] as [(String, UInt64)] {
            XCTAssertEqual(Fingerprint(text.utf8).value, hash, text)
        }
        var (pair, whole) = (Fingerprint(), Fingerprint())
        pair.add("ab")
        pair.add("c")
        whole.add("abc")
        XCTAssertNotEqual(pair.value, whole.value, "the end of a text counts")
        var (number, bytes) = (Fingerprint(), Fingerprint())
        number.add(0x0102)
        bytes.add([2, 1, 0, 0, 0, 0, 0, 0])
        XCTAssertEqual(number.value, bytes.value, "eight bytes, little-endian")
    }

    func testBytesAsLettersAndHexadecimal() {
        XCTAssertEqual([0, 9, 10, 31, 32, 255].letters, "09az0z")
        XCTAssertEqual([0, 15, 16, 255].hexadecimal, "000f10ff")
        XCTAssertEqual([UInt8]().hexadecimal, "")
    }

    func testIndexedChanceMatchesSequentialSource() {
        for seed in [0, 1, 0xDEAD_BEEF, .max] as [UInt64] {
            var random = RandomSource(seed: seed)
            let chance = IndexedRandom(seed: seed)
            let numbers = (1...200).map { _ in random.next() }
            XCTAssertEqual((1...200).map { chance.bits($0) }, numbers)
            XCTAssertEqual(numbers.map { $0 >> 11 }, (1...200).map { UInt64(chance.fraction($0) * 0x1p53) })
            var shares = RandomSource(seed: seed)
            XCTAssertEqual((1...200).map { chance.fraction($0) }, (1...200).map { _ in shares.nextFraction() })
        }
    }

    func testLanesYieldDistinctValues() {
        let sequences = (0..<20).map { lane in (0..<50).map { IndexedRandom(seed: 7, lane: lane).bits($0) } }
        XCTAssertEqual(Set(sequences.flatMap(\.self)).count, 1000)
        let places = (0..<40).flatMap { x in (0..<40).map { IndexedRandom(seed: 7, lane: 0).bits(x, $0) } }
        XCTAssertEqual(Set(places).count, 1600)
        let ones = places.reduce(0) { $0 + $1.nonzeroBitCount }
        XCTAssertEqual(Double(ones) / Double(places.count * 64), 0.5, accuracy: 0.01)
    }
}
