/// A JSON value that keeps the order of its members.
///
/// It reads texts that people write, such as packs, because its errors name their place.
package enum OrderedJSON: Hashable, Sendable {
    /// A member of an object.
    package struct Member: Hashable, Sendable {
        package let name: String
        package let value: OrderedJSON

        package init(name: String, value: OrderedJSON) {
            self.name = name
            self.value = value
        }
    }

    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([OrderedJSON])
    case object([Member])

    /// Reads one JSON value, with or without a byte order mark.
    ///
    /// - Throws: `JSONFault`.
    package init(_ bytes: [UInt8]) throws {
        let markLength = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        self = try bytes.withUnsafeBytes {
            try JSONParser<OrderedJSON>.value(UnsafeRawBufferPointer(rebasing: $0.dropFirst(markLength)))
        }
    }
}

extension OrderedJSON: ParsedJSON {
    /// Members in order, with a set of their names once they are many.
    struct Members {
        var list: [Member] = []
        var names: Set<String> = []
    }

    static var deepest: Int { 32 }

    static var noMembers: Members {
        var members = Members()
        members.list.reserveCapacity(8)
        return members
    }

    static func object(of members: Members) -> OrderedJSON { .object(members.list) }

    /// Compares few names one by one, because hashing is faster only for many.
    static func admits(_ name: String, to members: inout Members) -> Bool {
        guard members.list.count >= 16 else { return !members.list.contains { $0.name == name } }
        if members.names.isEmpty { members.names = Set(members.list.map(\.name)) }
        return members.names.insert(name).inserted
    }

    static func add(_ value: OrderedJSON, named name: String, to members: inout Members) -> Bool {
        members.list.append(Member(name: name, value: value))
        return true
    }

    static func number(of digits: UnsafeBufferPointer<UInt8>) -> OrderedJSON? {
        let text = String(decoding: digits, as: UTF8.self)
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        let isWellFormed =
            digits.first?.isNumber == true && !(digits.hasPrefix("0") && digits.dropFirst().first?.isNumber == true)
        let isCut = text.firstIndex(of: ".").map { text[$0...].dropFirst().first?.isNumber != true } ?? false
        guard isWellFormed, !isCut, let number = Double(text), number.isFinite else { return nil }
        return .number(number)
    }
}
