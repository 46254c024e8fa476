import Kernel
import XCTest

@testable import Sync

final class KeyTests: XCTestCase {
    private let key = AccountKey.sample()

    private func failure(_ text: String) -> Failure? {
        do {
            _ = try AccountKey(parsing: text)
            return nil
        } catch { return error as? Failure }
    }

    // MARK: - Words

    func testKeyWordsAreDistinctAndShort() {
        let words = KeyWords.all
        XCTAssertEqual(words.count, 1_024)
        XCTAssertEqual(words, words.sorted())
        XCTAssertTrue(words.allSatisfy { (3...7).contains($0.count) && $0.allSatisfy { $0.isASCII && $0.isLowercase } })
        XCTAssertEqual(Set(words.map { $0.prefix(4) }).count, 1_024)
        for (word, next) in zip(words, words.dropFirst()) {
            XCTAssertFalse(next.hasPrefix(word), "\(word) begins \(next)")
        }
        // No change of one letter turns a word into another.
        var patterns: [String: String] = [:]
        for word in words {
            XCTAssertEqual(KeyWords.number(of: word).map { words[$0] }, word)
            for place in word.indices {
                XCTAssertNil(KeyWords.number(of: String(word[..<place] + word[word.index(after: place)...])), word)
                let pattern = word.replacingCharacters(in: place...place, with: "·")
                XCTAssertNil(patterns[pattern], "\(word) and \(patterns[pattern] ?? "")")
                patterns[pattern] = word
            }
        }
    }

    func testKeyIsParsedFromWordsInAnyNotation() throws {
        for number in 0..<200 {
            let key = AccountKey.sample(number)
            XCTAssertEqual(key.words.count, 27)
            XCTAssertEqual(try AccountKey(parsing: key.words.joined(separator: " ")), key)
        }
        let words = key.words
        let numbered = words.enumerated().map { "\($0 + 1). \($1)" }.joined(separator: "\r\n")
        let texts = [
            words.joined(separator: "-"), "  " + words.joined(separator: "   ").uppercased() + "\n", numbered,
            words.map(\.capitalized).joined(separator: ", "), "“\(words.joined(separator: " – "))”", key.secret,
            key.secret.lowercased(), " \(key.secret)\n",
        ]
        for text in texts { XCTAssertEqual(try AccountKey(parsing: text), key, text) }
    }

    func testWrongWordErrorSuggestsNearestWord() throws {
        var words = key.words
        words[4] = "aplhabet"
        XCTAssertEqual(failure(words.joined(separator: " "))?.message, "Word 5, “aplhabet”, is no word of a key.")
        words[4] = "meodow"
        XCTAssertEqual(failure(words.joined(separator: " "))?.advice, "Perhaps it is meadow.")
        words[4] = String(repeating: "x", count: 400)
        XCTAssertEqual(failure(words.joined(separator: " "))?.advice, "Look at that word again.")
        words[4] = "\u{1B}[31mevil\u{202E}"
        let output = try XCTUnwrap(failure(words.joined(separator: " "))).description
        XCTAssertTrue(
            output.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control && $0.value != 0x202E }, output
        )
    }

    func testMissingAndExchangedWordsAreReported() {
        let words = key.words
        XCTAssertEqual(
            failure(words.dropLast().joined(separator: " "))?.message, "A key has 27 words, and here are 26.")
        XCTAssertEqual(failure("acorn")?.message, "A key has 27 words, and here is 1.")
        XCTAssertEqual(failure("")?.message, "No key was given.")
        XCTAssertEqual(failure(String(repeating: "acorn ", count: 900))?.message, "This is too long for a key.")
        var noticed = 0
        for place in 0..<26 where words[place] != words[place + 1] {
            var swapped = words
            swapped.swapAt(place, place + 1)
            noticed += failure(swapped.joined(separator: " "))?.code == .syncKeyInvalid ? 1 : 0
        }
        XCTAssertGreaterThanOrEqual(noticed, 25)
        XCTAssertEqual(failure(key.secret.replacingOccurrences(of: "KEY-1", with: "KEY-1Q"))?.code, .syncKeyInvalid)
        XCTAssertEqual(
            failure(String(key.secret.dropLast()))?.message,
            "This key is not whole: something in it is missing or was changed.")
    }

    /// Of 20,000 exchanged words about one in 16,384 is not detected.
    func testChecksumDetectsExchangedWords() {
        var random = RandomSource(seed: 3)
        var missed = 0
        for _ in 0..<4_000 {
            var words = key.words
            let place = Int.random(in: 0..<27, using: &random)
            let other = KeyWords.all[Int.random(in: 0..<1_024, using: &random)]
            guard other != words[place] else { continue }
            words[place] = other
            if failure(words.joined(separator: " ")) == nil { missed += 1 }
        }
        XCTAssertLessThanOrEqual(missed, 3)
    }

    func testKeyIsNeverPrintedByAccident() {
        var dumped = ""
        dump(key, to: &dumped)
        for text in ["\(key)", String(reflecting: key), "\([key])", "\(Optional(key) as Any)", dumped] {
            XCTAssertFalse(text.contains(key.secret.prefix(30)), text)
            XCTAssertFalse(text.contains(key.words[0]), text)
            XCTAssertFalse(text.contains("\(key.bytes[0]), \(key.bytes[1])"), text)
        }
        XCTAssertEqual(key.account.count, 16)
        XCTAssertEqual(Set((0..<100).map { AccountKey.sample($0).account }).count, 100)
    }

    // MARK: - Standards

    /// Test vectors of BIP 173.
    func testBech32Vectors() {
        XCTAssertEqual(Bech32.bytes("A12UEL5L", named: "a"), [])
        XCTAssertEqual(Bech32.text([], named: "a"), "a12uel5l")
        let all = "abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw"
        XCTAssertEqual(
            Bech32.bytes(all, named: "abcdef").map { Bech32.text($0, named: "abcdef") }, all,
            "five bits each, twenty bytes")
        for wrong in ["A12uEL5L", "a12uel5m", "b12uel5l", "a1", "", "a12uel5b"] {
            XCTAssertNil(Bech32.bytes(wrong, named: "a"), wrong)
        }
    }

    func testPaddingAddsAtMostAnEighth() {
        XCTAssertEqual([0, 1, 1_000, 1_024].map(SealedForm.padded), [1_024, 1_024, 1_024, 1_024])
        var last = 1_024
        var sizes = Set<Int>()
        for length in 1_025..<70_000 {
            let padded = SealedForm.padded(length)
            XCTAssertTrue(padded >= length && padded >= last && padded * 100 <= length * 112, "\(length) → \(padded)")
            (last, _) = (padded, sizes.insert(padded))
        }
        XCTAssertLessThan(sizes.count, 120)
        XCTAssertLessThan(Double(SealedForm.padded(40 << 20 + 1)), Double(40 << 20) * 1.04)
    }
}
