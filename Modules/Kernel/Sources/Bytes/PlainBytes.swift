extension UnsafeRawBufferPointer {
    /// Whether a JSON string can contain the bytes unescaped: no quote, backslash or control
    /// character. Checks eight at a time.
    package var isPlainJSON: Bool { containsNone { $0.controlMarks | $0.quoteMarks } }

    /// Whether the bytes are plain JSON text and only printable ASCII or blanks.
    package var isPrintableJSON: Bool {
        containsNone { $0.controlMarks | $0.quoteMarks | $0 | $0.marks(of: 0x7F7F_7F7F_7F7F_7F7F) }
    }

    /// Whether no byte is below a blank.
    package var hasNoControls: Bool { containsNone { $0.controlMarks } }

    /// Whether every byte is below 128.
    var isASCII: Bool { containsNone { $0 } }

    /// Whether no byte matches.
    ///
    /// - Parameter marks: sets the highest bit of some byte exactly if any byte matches. Blanks
    ///   never match.
    @inline(__always) private func containsNone(_ marks: (UInt64) -> UInt64) -> Bool {
        var offset = 0
        var foundMarks: UInt64 = 0
        while offset + 8 <= count {
            foundMarks |= marks(loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            offset += 8
        }
        var lastBytes: UInt64 = 0x2020_2020_2020_2020
        while offset < count {
            lastBytes = lastBytes << 8 | UInt64(self[offset])
            offset += 1
        }
        return (foundMarks | marks(lastBytes)) & 0x8080_8080_8080_8080 == 0
    }
}

extension UInt64 {
    /// The marks of quotes and backslashes: the highest bit of some byte is set exactly if one is
    /// among the eight. Other bits have no meaning.
    @inlinable package var quoteMarks: UInt64 { marks(of: 0x2222_2222_2222_2222) | marks(of: 0x5C5C_5C5C_5C5C_5C5C) }

    var controlMarks: UInt64 { (self &- 0x2020_2020_2020_2020) & ~self }

    /// Returns the marks of a byte that is repeated eight times, by Mycroft's test for a zero byte.
    @inlinable package func marks(of eight: UInt64) -> UInt64 {
        let zeros = self ^ eight
        return (zeros &- 0x0101_0101_0101_0101) & ~zeros
    }
}
