import Kernel

/// A statement with its parameters: `$1` in the text is the first of them.
public struct PostgresStatement: Sendable {
    let text: String
    let values: [PostgresValue]
    let isPrepared: Bool

    /// - Parameters:
    ///   - text: SQL of the program's own making. What comes from outside is a parameter, always.
    ///   - isPrepared: whether the server keeps it for the next time; not for what is said once.
    public init(_ text: String, _ values: [PostgresValue] = [], isPrepared: Bool = true) {
        (self.text, self.values, self.isPrepared) = (text, values, isPrepared)
    }

    /// A name as a statement can hold it, where no parameter may stand: of a schema, a role, a channel.
    public static func name(_ name: String) -> String { "\"" + name.replacing("\"", with: "\"\"") + "\"" }

    /// Under which name the server keeps it: by text and types, so that whoever shares the connection (a pooler) means the same by it.
    var name: String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        func take(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        for byte in text.utf8 { take(byte) }
        for value in values { for shift in [0, 8, 16, 24] { take(UInt8(truncatingIfNeeded: value.type >> UInt32(shift))) } }
        return "c" + String(hash, radix: 36) + "x" + String(text.utf8.count)
    }
}

/// What another session told those who listen. A hint: it may be lost, so whoever waits for one also asks from time to time.
public struct PostgresNotification: Hashable, Sendable {
    /// Where it was told.
    public let channel: String
    /// What was told; empty where nothing was.
    public let message: String

    init(channel: String, message: String) { (self.channel, self.message) = (channel, message) }
}
