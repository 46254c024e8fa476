import Kernel
import XCTest

final class IndexKeyTests: XCTestCase {
    /// Asserts that keys have the order of their values.
    private func assertOrdered<Value: IndexKeyConvertible>(
        _ values: [Value], _ precedes: (Value, Value) -> Bool, line: UInt = #line
    ) {
        for left in values {
            for right in values {
                let word = left.indexKey
                let other = right.indexKey
                XCTAssertEqual(word < other, precedes(left, right), "\(left) \(right)", line: line)
                XCTAssertEqual(
                    word == other, !precedes(left, right) && !precedes(right, left), "\(left) \(right)", line: line)
            }
        }
    }

    func testIntegerKeysKeepOrder() {
        var random = RandomSource(seed: 30)
        let edges = [Int.min, .min + 1, -10, -9, -1, 0, 1, 9, 10, 99, 100, .max - 1, .max]
        let others = (0..<60).map { Int(truncatingIfNeeded: random.next()) >> ($0 % 60) }
        assertOrdered(edges + others, <)
        XCTAssertEqual(Set(edges.map(\.indexKey.text.utf8.count)), [20])
    }

    func testDayInstantAndBoolKeysKeepOrder() {
        var random = RandomSource(seed: 31)
        assertOrdered((0..<60).map { _ in Day(ordinal: .random(in: -719_162...2_932_896, using: &random)) }, <)
        let instants = (0..<60).map { _ in Instant(milliseconds: Int64(truncatingIfNeeded: random.next()) >> 16) }
        assertOrdered(instants + [.earliest, .latest], <)
        assertOrdered([false, true]) { !$0 && $1 }
    }

    func testTextKeysAreOrderedByNormalizedBytes() {
        let texts = ["", " ", "a", "a ", "ab", "b", "Z", "é", "태권도", "🥋", "\u{7F}", "a\u{2}"]
        assertOrdered(texts) { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        XCTAssertEqual("e\u{301}".indexKey.text.utf8.map { $0 }, "é".indexKey.text.utf8.map { $0 })
        XCTAssertEqual("a\u{0}b\u{1}c\u{10FFFF}".indexKey, "a b c ".indexKey)
        XCTAssertEqual(Identifier<Void>("x\u{1}y").indexKey, "x y".indexKey)
    }

    func testCompoundKeysAreOrderedByFirstDifferingPart() {
        var random = RandomSource(seed: 32)
        let texts = ["", "a", "a ", "ab", "b", "é"]
        let pairs = (0..<80).map { _ in
            (texts.randomElement(using: &random) ?? "", Int.random(in: -3...3, using: &random))
        }
        for left in pairs {
            for right in pairs {
                let expected =
                    left.0 == right.0 ? left.1 < right.1 : left.0.utf8.lexicographicallyPrecedes(right.0.utf8)
                XCTAssertEqual(IndexKey(left.0, left.1) < IndexKey(right.0, right.1), expected, "\(left) \(right)")
            }
        }
    }

    func testSuccessorPrecedesAllLongerKeys() {
        for text in ["", "a", "é", "\u{10FFFF}"] {
            let key = IndexKey(text: text)
            XCTAssertLessThan(key, key.successor)
            for behind in [" ", "\u{1}", "\u{0}a", "z"] {
                XCTAssertLessThan(key.successor, IndexKey(text: text + behind))
                XCTAssertLessThan(IndexKey(text: text + behind), key.endOfPrefix)
            }
        }
    }
}
