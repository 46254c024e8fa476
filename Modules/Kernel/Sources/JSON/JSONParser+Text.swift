extension JSONParser {
    /// Reads a text from its opening quote to its closing one.
    mutating func string() throws -> String {
        at += 1
        let start = at
        let quote = UInt8(ascii: "\"")
        let backslash = UInt8(ascii: "\\")
        var position = at
        var seenBits = UInt8(0)
        while position < count {
            let byte = base[position]
            if byte == quote || byte == backslash || byte < 0x20 { break }
            seenBits |= byte
            position += 1
        }
        at = position
        if next == quote {
            at += 1
            let plainBytes = bytes(from: start, to: at - 1)
            // ASCII needs no validation, and most text is ASCII.
            return try seenBits < 0x80 ? String(decoding: plainBytes, as: UTF8.self) : text(plainBytes)
        }
        var units = Array(bytes(from: start, to: at))
        while let byte = next, byte != quote {
            guard byte >= 0x20 else { throw fault("text contains a line break or control character") }
            at += 1
            if byte == backslash { units += String(try escaped()).utf8 } else { units.append(byte) }
        }
        guard consume(quote) else { throw fault("text is not closed with a quote") }
        return try text(units)
    }

    private func text(_ units: some Collection<UInt8>) throws -> String {
        guard let text = String(validating: units, as: UTF8.self) else { throw fault("text is not valid UTF-8") }
        return text
    }

    private mutating func escaped() throws -> Unicode.Scalar {
        guard let byte = next else { throw fault("text is not closed with a quote") }
        at += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try unicode()
        default: throw fault("an unknown escape follows the backslash")
        }
    }

    /// Reads `XXXX`, or two of them as a surrogate pair. Half a pair is an error.
    private mutating func unicode() throws -> Unicode.Scalar {
        let firstUnit = try hexadecimal()
        if let scalar = Unicode.Scalar(firstUnit) { return scalar }
        guard (0xD800..<0xDC00).contains(firstUnit), consume(UInt8(ascii: "\\")), consume(UInt8(ascii: "u")) else {
            throw fault("half of a surrogate pair is alone")
        }
        let secondUnit = try hexadecimal()
        guard (0xDC00..<0xE000).contains(secondUnit),
            let scalar = Unicode.Scalar(0x10000 + (firstUnit - 0xD800) << 10 + (secondUnit - 0xDC00))
        else { throw fault("half of a surrogate pair is alone") }
        return scalar
    }

    private mutating func hexadecimal() throws -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw fault("four hexadecimal figures are expected after \\u")
            }
            value = value * 16 + UInt32(digit)
            at += 1
        }
        return value
    }
}
