import Kernel
import Systems
import XCTest

/// A process without `/proc` finds its words on the stack; here the stack is a list that lies as the kernel lays it.
final class StackWordsTests: XCTestCase {
    func testWordsAreThoseBeforeTheEnvironment() {
        var chance = RandomSource(seed: 7)
        for count in [0, 1, 2, 3, 40] + (0..<30).map({ _ in Int.random(in: 0...200, using: &chance) }) {
            let words = (0..<count).map { place in
                (0..<(place % 5)).map { _ in "a한 =\u{1B}".randomElement(using: &chance) ?? "b" }
            }
            .map { String($0) }
            XCTAssertEqual(read(words, after: []), words)
            XCTAssertEqual(read(words, after: [count, 1, 0, count + 7]), words, "whatever lies below them")
        }
    }

    func testWhereNoCountStandsThereAreNoWords() {
        let place = UnsafeMutablePointer<StackWords.Place>.allocate(capacity: 2)
        defer { place.deallocate() }
        place.initialize(repeating: nil, count: 2)
        place[0] = UnsafeMutablePointer(bitPattern: 4096)
        XCTAssertNil(StackWords.before(place + 1), "what is not behind an end is no environment of a new process")
    }

    /// The words as they are found before an environment, with other numbers below the count.
    private func read(_ words: [String], after below: [Int]) -> [String]? {
        let copies = words.map { strdup($0) }
        defer { copies.forEach { free($0) } }
        let numbers = (below + [words.count]).map { UnsafeMutablePointer<CChar>(bitPattern: $0) }
        let all: [StackWords.Place] = numbers + copies + [nil, strdup("HOME=/"), nil]
        defer { free(all[all.count - 2]) }
        let list = UnsafeMutablePointer<StackWords.Place>.allocate(capacity: all.count)
        defer { list.deallocate() }
        list.initialize(from: all, count: all.count)
        return StackWords.before(list + all.count - 2).map { found in
            found.map { $0.map { String(cString: $0) } ?? "no word" }
        }
    }
}
