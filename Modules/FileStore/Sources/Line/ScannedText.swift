import EngineKit
import Kernel

/// The text between the quotes of a JSON string in a line. It is a view.
struct ScannedText {
    let raw: UnsafeRawBufferPointer
    let isEscaped: Bool

    var string: String { withBytes { String(decoding: $0, as: UTF8.self) } }

    /// Calls a function with the unescaped bytes of the text.
    func withBytes<Value>(_ body: (UnsafeRawBufferPointer) throws -> Value) rethrows -> Value {
        isEscaped ? try unescaped().withUnsafeBytes(body) : try body(raw)
    }

    func equals(_ text: String) -> Bool {
        guard !isEscaped else { return string.utf8.elementsEqual(text.utf8) }
        var text = text
        return text.utf8.count == raw.count
            && text.withUTF8 { compare(raw, UnsafeRawBufferPointer($0)) == 0 }
    }

    /// Returns the bytes with escapes resolved. Unknown escapes stay unchanged.
    private func unescaped() -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(raw.count)
        var position = 0
        while position < raw.count {
            let next = position + 1 < raw.count ? raw[position + 1] : 0
            if raw[position] == 92, next == 34 || next == 92 {
                text.append(next)
                position += 2
            } else if raw[position] == 92, next == UInt8(ascii: "u"), position + 6 <= raw.count,
                let value = UInt8(String(decoding: raw[position + 2..<position + 6], as: UTF8.self), radix: 16)
            {
                text.append(value)
                position += 6
            } else {
                text.append(raw[position])
                position += 1
            }
        }
        return text
    }
}
