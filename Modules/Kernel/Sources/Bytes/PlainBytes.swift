extension UnsafeRawBufferPointer {
    /// Whether the bytes stand in a JSON string as they are: no quote, no backslash, nothing below a blank. Eight at a time.
    package var isPlainJSON: Bool {
        holdsNone { word in
            let low = (word &- 0x2020_2020_2020_2020) & ~word
            return low | word.quoteMarks
        }
    }

    /// Whether they do, and are ASCII of which each can be seen, or is a blank.
    package var isPrintableJSON: Bool {
        holdsNone { word in
            let low = (word &- 0x2020_2020_2020_2020) & ~word
            let gone = word ^ 0x7F7F_7F7F_7F7F_7F7F
            return low | word.quoteMarks | word | ((gone &- 0x0101_0101_0101_0101) & ~gone)
        }
    }

    /// Whether no byte is below a blank.
    package var hasNoControls: Bool { holdsNone { ($0 &- 0x2020_2020_2020_2020) & ~$0 } }

    /// Whether every byte is below 128.
    var isASCII: Bool { holdsNone { $0 } }

    /// - Parameter marks: sets the highest bit of some byte exactly when a byte is met; blanks are not.
    @inline(__always)
    private func holdsNone(_ marks: (UInt64) -> UInt64) -> Bool {
        var place = 0
        var found: UInt64 = 0
        while place + 8 <= count {
            found |= marks(loadUnaligned(fromByteOffset: place, as: UInt64.self))
            place += 8
        }
        var rest: UInt64 = 0x2020_2020_2020_2020
        while place < count {
            rest = rest << 8 | UInt64(self[place])
            place += 1
        }
        return (found | marks(rest)) & 0x8080_8080_8080_8080 == 0
    }
}

extension UInt64 {
    /// Sets the highest bit of some byte exactly when a quote or a backslash is among the eight; other bits mean nothing. Mycroft's test for a
    /// zero byte, after each kind was made zero.
    @inlinable package var quoteMarks: UInt64 {
        let (quotes, slashes) = (self ^ 0x2222_2222_2222_2222, self ^ 0x5C5C_5C5C_5C5C_5C5C)
        return (quotes &- 0x0101_0101_0101_0101) & ~quotes | (slashes &- 0x0101_0101_0101_0101) & ~slashes
    }
}
