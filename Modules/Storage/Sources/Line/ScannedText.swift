import EngineKit
import Kernel

/// The text of a JSON string between its quotes, as it stands in a line. A view.
struct ScannedText {
    let raw: UnsafeRawBufferPointer
    let isEscaped: Bool

    var string: String { withBytes { String(decoding: $0, as: UTF8.self) } }

    /// The bytes of the text itself, escapes resolved.
    func withBytes<Value>(_ body: (UnsafeRawBufferPointer) throws -> Value) rethrows -> Value {
        isEscaped ? try unescaped().withUnsafeBytes(body) : try body(raw)
    }

    func equals(_ text: String) -> Bool {
        guard !isEscaped else { return string.utf8.elementsEqual(text.utf8) }
        var text = text
        return text.utf8.count == raw.count
            && text.withUTF8 { compare(raw, UnsafeRawBufferPointer($0)) == 0 }
    }

    /// What is no escape of ours is left as it stands.
    private func unescaped() -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(raw.count)
        var place = 0
        while place < raw.count {
            let next = place + 1 < raw.count ? raw[place + 1] : 0
            if raw[place] == 92, next == 34 || next == 92 {
                text.append(next)
                place += 2
            } else if raw[place] == 92, next == UInt8(ascii: "u"), place + 6 <= raw.count,
                let value = UInt8(String(decoding: raw[place + 2..<place + 6], as: UTF8.self), radix: 16)
            {
                text.append(value)
                place += 6
            } else {
                text.append(raw[place])
                place += 1
            }
        }
        return text
    }
}
