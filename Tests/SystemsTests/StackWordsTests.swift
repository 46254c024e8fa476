import Kernel
import Systems
import XCTest

/// Arguments without `/proc` come from the stack. Here a list has the kernel's layout.
final class StackWordsTests: XCTestCase {
    func testArgumentsPrecedeTheEnvironmentOnTheStack() {
        var random = RandomSource(seed: 7)
        for count in [0, 1, 2, 3, 40] + (0..<30).map({ _ in Int.random(in: 0...200, using: &random) }) {
            let words = (0..<count).map { index in
                (0..<(index % 5)).map { _ in "a한 =\u{1B}".randomElement(using: &random) ?? "b" }
            }
            .map { String($0) }
            XCTAssertEqual(read(words, after: []), words)
            XCTAssertEqual(read(words, after: [count, 1, 0, count + 7]), words, "independent of the values below them")
        }
    }

    func testMissingCountGivesNoArguments() {
        let pointer = UnsafeMutablePointer<StackArguments.ArgumentPointer>.allocate(capacity: 2)
        defer { pointer.deallocate() }
        pointer.initialize(repeating: nil, count: 2)
        pointer[0] = UnsafeMutablePointer(bitPattern: 4096)
        XCTAssertNil(StackArguments.arguments(pointer + 1), "a pointer without a preceding end mark has no arguments")
    }

    /// Returns the arguments found before an environment, with other numbers below the count.
    private func read(_ words: [String], after below: [Int]) -> [String]? {
        let copies = words.map { strdup($0) }
        defer { copies.forEach { free($0) } }
        let numbers = (below + [words.count]).map { UnsafeMutablePointer<CChar>(bitPattern: $0) }
        let all: [StackArguments.ArgumentPointer] = numbers + copies + [nil, strdup("HOME=/"), nil]
        defer { free(all[all.count - 2]) }
        let list = UnsafeMutablePointer<StackArguments.ArgumentPointer>.allocate(capacity: all.count)
        defer { list.deallocate() }
        list.initialize(from: all, count: all.count)
        return StackArguments.arguments(list + all.count - 2).map { argument in
            argument.map { $0.map { String(cString: $0) } ?? "no word" }
        }
    }
}
