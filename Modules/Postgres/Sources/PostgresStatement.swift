import Kernel

/// A statement with its parameters. `$1` in the text is the first one.
package struct PostgresStatement: Sendable {
    let text: String
    let values: [PostgresValue]
    let isPrepared: Bool

    /// Creates a statement.
    ///
    /// - Parameters:
    ///   - text: SQL written in this program. External values must always be parameters.
    ///   - isPrepared: Whether the server keeps the statement for reuse. Pass false for a statement
    ///     that is used once.
    package init(_ text: String, _ values: [PostgresValue] = [], isPrepared: Bool = true) {
        self.text = text
        self.values = values
        self.isPrepared = isPrepared
    }

    /// Returns a quoted name of a schema, role or channel, for places where a parameter is not
    /// allowed.
    package static func name(_ name: String) -> String { "\"" + name.replacing("\"", with: "\"\"") + "\"" }

    /// Returns a statement that declares a cursor within a transaction. Its rows are read in
    /// batches: `FETCH 100 FROM name`.
    package func cursor(_ name: String) -> PostgresStatement {
        PostgresStatement("DECLARE \(name) NO SCROLL CURSOR FOR " + text, values, isPrepared: false)
    }

    /// The name of the prepared statement on the server. It follows from text and types, so all
    /// users of a pooled connection mean the same statement.
    var name: String {
        var fingerprint = Fingerprint(text.utf8)
        for value in values { withUnsafeBytes(of: value.type.littleEndian) { fingerprint.add($0) } }
        return "c" + String(fingerprint.value, radix: 36) + "x" + String(text.utf8.count)
    }
}

/// A notification from another session. Notifications may be lost, so a listener must also poll
/// from time to time.
package struct PostgresNotification: Hashable, Sendable {
    package let channel: String
    /// The payload, possibly empty.
    package let message: String

    init(channel: String, message: String) {
        self.channel = channel
        self.message = message
    }
}
