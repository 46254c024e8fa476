/// The values of a parsed payload.
extension RecordText {
    /// Returns a text with its escapes resolved. The result is nil for another kind of value, half
    /// a surrogate pair or invalid UTF-8.
    func string(_ node: Node) -> String? {
        switch node.kind {
        case .plain: String(decoding: raw(node), as: UTF8.self)
        case .text: RecordText.valid(raw(node))
        case .escaped: RecordText.unescaped(raw(node)).flatMap { $0.withUnsafeBufferPointer(RecordText.valid) }
        default: nil
        }
    }

    /// Returns the bytes as a string, or nil if they are not UTF-8. Decoding repairs invalid bytes,
    /// so the result then differs from the input. (The validation of the standard library takes ten
    /// times as long.)
    private static func valid(_ raw: UnsafeBufferPointer<UInt8>) -> String? {
        guard let start = raw.baseAddress else { return "" }
        var text = String(decoding: raw, as: UTF8.self)
        let isSame = text.withUTF8 { utf8 in
            utf8.count == raw.count && utf8.baseAddress.map { memcmp($0, start, raw.count) == 0 } ?? true
        }
        return isSame ? text : nil
    }

    private static func unescaped(_ raw: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var text: [UInt8] = []
        text.reserveCapacity(raw.count)
        var offset = 0
        while offset < raw.count {
            guard raw[offset] == UInt8(ascii: "\\") else {
                text.append(raw[offset])
                offset += 1
                continue
            }
            guard offset + 1 < raw.count else { return nil }
            switch raw[offset + 1] {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(raw[offset + 1])
            case UInt8(ascii: "b"): text.append(8)
            case UInt8(ascii: "f"): text.append(12)
            case UInt8(ascii: "n"): text.append(10)
            case UInt8(ascii: "r"): text.append(13)
            case UInt8(ascii: "t"): text.append(9)
            case UInt8(ascii: "u"):
                guard let scalar = scalar(raw[min(offset + 2, raw.count)..<min(offset + 6, raw.count)]) else {
                    return nil
                }
                text += String(scalar).utf8
                offset += 4
            default: return nil
            }
            offset += 2
        }
        return text
    }

    /// Returns the scalar of a number with four digits.
    private static func scalar(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Unicode.Scalar? {
        let text = String(decoding: digits, as: UTF8.self)
        guard text.utf8.count == 4, text.first != "+", text.first != "-" else { return nil }
        return UInt32(text, radix: 16).flatMap(Unicode.Scalar.init)
    }

    /// Returns an integer, or nil for another value, a number that is too large, or `-0`.
    func integer(_ node: Node) -> Int? {
        guard node.kind == .integer else { return nil }
        let isNegative = bytes[Int(node.start)] == UInt8(ascii: "-")
        var value = 0
        for byte in raw(node).dropFirst(isNegative ? 1 : 0) {
            let (shifted, isOver) = value.multipliedReportingOverflow(by: 10)
            let (newValue, isOverToo) = shifted.subtractingReportingOverflow(Int(byte &- 48))
            guard !isOver, !isOverToo else { return nil }
            value = newValue
        }
        guard isNegative || value != .min, !isNegative || value != 0 else { return nil }
        return isNegative ? value : -value
    }

    /// Returns any number, or nil for another kind of value.
    func double(_ node: Node) -> Double? {
        guard node.kind == .integer || node.kind == .decimal else { return nil }
        return Double(String(decoding: raw(node), as: UTF8.self))
    }

    /// Returns the position of a member's value, or nil if the object has no member of this name.
    func member(_ name: String, of object: Int) -> Int? {
        var name = name
        return name.withUTF8 { name in
            var index = object + 1
            let firstByte = name.first ?? UInt8(ascii: "\"")
            for _ in 0..<nodes[object].count {
                let key = nodes[index]
                // The first byte of an empty key is its closing quote. Most keys differ in their
                // first letter.
                if bytes[Int(key.start)] == firstByte, Int(key.end &- key.start) == name.count,
                    name.baseAddress.map({ memcmp(bytes + Int(key.start), $0, name.count) == 0 }) ?? true
                {
                    return index + 1
                }
                index = Int(nodes[index + 1].next)
            }
            return nil
        }
    }
}
