import Kernel

/// An iterator over the objects of a JSON list, or over objects on separate lines.
struct JSONEntries {
    private static let pieceSize = 1 << 16

    private var list: JSONMembers?
    private var lines: Lines
    /// The number of the current entry, from 1.
    private(set) var number = 0

    init(_ bytes: [UInt8]) {
        lines = Lines(bytes)
        guard bytes.first(where: { $0 > 32 && $0 < 128 }) == UInt8(ascii: "[") else { return }
        // The reader handles only objects that contain a list, so the list becomes the only member
        // of an object.
        var place = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var stage = 0
        list = JSONMembers(list: "list") {
            if stage == 0 {
                stage = 1
                return Array("{\"list\":".utf8)
            }
            if place < bytes.count {
                defer { place += JSONEntries.pieceSize }
                return Array(bytes[place..<min(place + JSONEntries.pieceSize, bytes.count)])
            }
            defer { stage = 2 }
            return stage == 1 ? [UInt8(ascii: "}")] : nil
        }
    }

    /// Returns the next entry, or `nil` at the end. An entry that is not an object is returned
    /// without members.
    ///
    /// - Throws: `formBroken` if nothing after the current position can be read.
    mutating func next() throws -> JSONValue? {
        number += 1
        guard let text = try nextText() else { return nil }
        do { return try JSONValue(Data(text)) } catch { throw brokenEntry }
    }

    private mutating func nextText() throws -> [UInt8]? {
        if list != nil {
            do {
                while let part = try list?.next() { if case .element(let text) = part { return text } }
                return nil
            } catch { throw brokenEntry }
        }
        while let line = lines.next() { if line.contains(where: { $0 > 32 }) { return Array(line) } }
        return nil
    }

    private var brokenEntry: Failure {
        Failure(
            .formBroken, "Entry \(number) is no JSON: the file is damaged or cut short.",
            advice: "Export it once more.", kind: .badData)
    }
}

extension JSONValue {
    /// The value as text, or `nil` for null, a list or an object.
    var text: String? {
        switch self {
        case .string(let text): text
        case .integer(let number): String(number)
        case .number(let number): String(number)
        case .bool(let value): value ? "true" : "false"
        default: nil
        }
    }

    /// The texts of a list. Older programs write a single text with commas.
    var texts: [String]? {
        switch self {
        case .array(let list): list.compactMap(\.text)
        case .string(let text): text.split(separator: ",").map { $0.trimmed() }
        default: nil
        }
    }

    var members: [String: JSONValue] { if case .object(let members) = self { members } else { [:] } }
}
