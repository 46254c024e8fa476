import Kernel

/// The word encoding of a key: ten bits a word, 256 bits of key and 14 bits of checksum.
enum KeyPhrase {
    static let count = 27
    private static let bits = 10

    static func words(_ key: [UInt8]) -> [String] {
        let numbers = (key + checksum(key)).reduce(into: (buffer: 0, bits: 0, found: [Int]())) { state, byte in
            state.buffer = (state.buffer << 8 | Int(byte)) & 0xF_FFFF
            state.bits += 8
            if state.bits >= bits {
                state.bits -= bits
                state.found.append(state.buffer >> state.bits & 1023)
            }
        }
        // 34 bytes are 272 bits. The last two bits of the checksum are not encoded.
        return numbers.found.map { KeyWords.all[$0] }
    }

    private static func checksum(_ key: [UInt8]) -> [UInt8] {
        var sum = Array(SHA256.digest(Array("commonplace words".utf8) + key).prefix(2))
        sum[1] &= 0xFC
        return sum
    }

    /// Parses the words of a key.
    ///
    /// - Throws: `syncKeyInvalid`.
    static func bytes(_ text: String) throws -> [UInt8] {
        let words = folded(text)
        guard !words.isEmpty else { throw invalid("No key was given.") }
        let numbers = try words.enumerated().map { place, word in
            guard let number = KeyWords.number(of: word) else { throw unknown(word, at: place + 1) }
            return number
        }
        guard numbers.count == count else {
            throw invalid("A key has \(count) words, and here \(numbers.count == 1 ? "is 1" : "are \(numbers.count)").")
        }
        var buffer = 0
        var bitCount = 0
        var bytes = [UInt8]()
        for number in numbers {
            buffer = (buffer << bits | number) & 0xF_FFFF
            bitCount += bits
            while bitCount >= 8 {
                bitCount -= 8
                bytes.append(UInt8(buffer >> bitCount & 0xFF))
            }
        }
        let lastByte = UInt8(buffer << (8 - bitCount) & 0xFF)
        let key = Array(bytes.prefix(AccountKey.length))
        guard Array(bytes.dropFirst(AccountKey.length)) + [lastByte] == checksum(key) else {
            throw invalid(
                "All of these are words of keys, but not of one: one was exchanged, or two have changed places.")
        }
        return key
    }

    /// Returns the words in lowercase, without separators and numbers.
    private static func folded(_ text: String) -> [String] {
        Folding.words(text).filter { word in !word.allSatisfy { $0.isASCII && $0.isNumber } }
    }

    private static func unknown(_ word: String, at wordNumber: Int) -> Failure {
        let shortenedWord = word.count <= 20 ? word : word.prefix(20) + "…"
        let suggestions = KeyWords.nearest(to: word)
        return Failure(
            .syncKeyInvalid, "Word \(wordNumber), “\(shortenedWord)”, is no word of a key.",
            advice: suggestions.isEmpty ? "Look at that word again." : "Perhaps it is \(listed(suggestions, .or)).",
            kind: .badData
        )
    }

    static func invalid(_ what: String) -> Failure {
        Failure(.syncKeyInvalid, what, advice: "Look at the words again, in their order.", kind: .badData)
    }
}
