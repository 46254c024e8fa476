import Kernel

/// A bounded parser for JSON from outside.
enum CatalogJSON {
    private static let deepest = 32

    /// Returns the object in some bytes.
    ///
    /// - Throws: `catalogueUnreadable`.
    static func object(_ bytes: [UInt8], named file: String) throws -> JSONValue {
        guard bytes.count <= StoreKitCatalog.largestFile else { throw unreadable(file, "it is larger than 1 MiB") }
        guard depth(of: bytes) <= deepest else {
            throw unreadable(file, "it is nested more than \(deepest) levels deep")
        }
        guard let root = try? JSONValue(Data(bytes)), case .object = root else {
            throw unreadable(file, "it is no JSON object")
        }
        return root
    }

    private static func unreadable(_ file: String, _ why: String) -> Failure {
        Failure(.catalogueUnreadable, "\(file) cannot be read: \(why).", kind: .badData)
    }

    /// Returns the nesting depth of brackets outside strings.
    private static func depth(of bytes: [UInt8]) -> Int {
        var depth = 0
        var deepest = 0
        var isInString = false
        var isEscaped = false
        for byte in bytes {
            if isInString {
                isInString = isEscaped || byte != UInt8(ascii: "\"")
                isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
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
    var integer: Int? { if case .integer(let number) = self { number } else { nil } }
    var flag: Bool? { if case .bool(let flag) = self { flag } else { nil } }
    var list: [JSONValue]? { if case .array(let values) = self { values } else { nil } }
    var isObject: Bool { if case .object = self { true } else { false } }

    /// Returns one line of displayable text with at most `limit` characters, or nil for other text.
    func shownText(upTo limit: Int) -> String? { text.flatMap { try? InputTextRule(upTo: limit).normalized($0) } }

    /// An identifier of a product, group or transaction: 1…200 ASCII characters without spaces. It
    /// is nil for other text.
    var identifierText: String? {
        text.flatMap { (1...200).contains($0.utf8.count) && $0.utf8.allSatisfy { (33...126).contains($0) } ? $0 : nil }
    }
}
