import Kernel

/// JSON from outside, opened within bounds.
enum CatalogueJSON {
    private static let deepest = 32

    /// The object in some bytes.
    ///
    /// - Throws: `catalogueUnreadable`.
    static func object(_ bytes: [UInt8], named file: String) throws -> JSONValue {
        guard bytes.count <= StoreKitReading.largestFile else { throw unreadable(file, "it is larger than 1 MiB") }
        guard depth(of: bytes) <= deepest else { throw unreadable(file, "it is nested more than \(deepest) levels deep") }
        guard let root = try? JSONValue(Data(bytes)), case .object = root else { throw unreadable(file, "it is no JSON object") }
        return root
    }

    private static func unreadable(_ file: String, _ why: String) -> Failure {
        Failure(.catalogueUnreadable, "\(file) cannot be read: \(why).", kind: .badData)
    }

    /// How deep brackets stand in each other, those in strings left aside.
    private static func depth(of bytes: [UInt8]) -> Int {
        var (depth, deepest, isText, isEscaped) = (0, 0, false, false)
        for byte in bytes {
            if isText {
                isText = isEscaped || byte != UInt8(ascii: "\"")
                isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isText = true
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            deepest = max(deepest, depth)
        }
        return deepest
    }
}

extension JSONValue {
    var text: String? { if case .string(let text) = self { text } else { nil } }
    var whole: Int? { if case .integer(let number) = self { number } else { nil } }
    var flag: Bool? { if case .bool(let flag) = self { flag } else { nil } }
    var list: [JSONValue]? { if case .array(let values) = self { values } else { nil } }
    var isObject: Bool { if case .object = self { true } else { false } }

    /// Text that may be shown, under the rule for text that people type: one line of so many characters; nil for anything else.
    func shownText(upTo limit: Int) -> String? { text.flatMap { try? TypedText(upTo: limit).judged($0) } }

    /// An identifier of a product, a group or a transaction: 1…200 characters of ASCII without spaces; nil for anything else.
    var identifierText: String? {
        text.flatMap { (1...200).contains($0.utf8.count) && $0.utf8.allSatisfy { (33...126).contains($0) } ? $0 : nil }
    }
}
