extension UnsafeRawBufferPointer {
    /// Whether the bytes stand in a JSON string as they are: no quote, no backslash, nothing below a blank. Eight at a time.
    package var isPlainJSON: Bool {
        holdsNone { $0.controlMarks | $0.quoteMarks }
    }

    /// Whether they do, and are ASCII of which each can be seen, or is a blank.
    package var isPrintableJSON: Bool {
        holdsNone { $0.controlMarks | $0.quoteMarks | $0 | $0.marks(of: 0x7F7F_7F7F_7F7F_7F7F) }
    }

    /// Whether no byte is below a blank.
    package var hasNoControls: Bool { holdsNone { $0.controlMarks } }

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
    /// Sets the highest bit of some byte exactly when a quote or a backslash is among the eight; other bits mean nothing.
    @inlinable package var quoteMarks: UInt64 { marks(of: 0x2222_2222_2222_2222) | marks(of: 0x5C5C_5C5C_5C5C_5C5C) }

    /// The same for one below a blank.
    var controlMarks: UInt64 { (self &- 0x2020_2020_2020_2020) & ~self }

    /// The same for a byte that is repeated eight times: Mycroft's test for a zero byte, after it was made zero.
    @inlinable package func marks(of eight: UInt64) -> UInt64 {
        let zeros = self ^ eight
        return (zeros &- 0x0101_0101_0101_0101) & ~zeros
    }
}
