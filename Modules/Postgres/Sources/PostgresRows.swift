import Kernel

/// The result of a statement.
package final class PostgresRows: RandomAccessCollection {
    let calls: LibraryCalls
    let answer: LibraryCalls.Answer

    package let count: Int
    /// The number of rows that the statement inserted, changed, deleted or returned.
    package let changed: Int

    init(_ answer: LibraryCalls.Answer, _ calls: LibraryCalls) {
        self.answer = answer
        self.calls = calls
        count = Int(calls.rows(answer))
        changed = calls.changed(answer).flatMap { Int(String(cString: $0)) } ?? 0
    }

    deinit { calls.clear(answer) }

    package var startIndex: Int { 0 }
    package var endIndex: Int { count }
    /// Returns the row at a position.
    package subscript(place: Int) -> PostgresRow { PostgresRow(rows: self, place: Int32(place)) }
}

/// A row of a result, with columns counted from 0.
///
/// A value must be read as the type it has: text, a number up to `bigint`, a Boolean or bytes. The
/// statement must cast any other type.
package struct PostgresRow {
    fileprivate let rows: PostgresRows
    fileprivate let place: Int32

    package func isNull(_ column: Int) -> Bool { rows.calls.isNull(rows.answer, place, Int32(column)) != 0 }

    /// Returns a text.
    ///
    /// - Throws: `PostgresFailure` for another type.
    package func text(_ column: Int) throws -> String { try required(textIfAny(column), column) }

    /// Returns a text, or nil for NULL.
    package func textIfAny(_ column: Int) throws -> String? {
        try bytes(column, of: PostgresRow.textTypes).map { String(decoding: $0, as: UTF8.self) }
    }

    package func int(_ column: Int) throws -> Int { try required(intIfAny(column), column) }

    /// Returns a number, or nil for NULL.
    package func intIfAny(_ column: Int) throws -> Int? {
        try bytes(column, of: PostgresRow.numberTypes).map { bytes in
            let sign: Int = bytes.first.map { $0 & 0x80 != 0 } == true ? -1 : 0
            return bytes.reduce(sign) { $0 << 8 | Int($1) }
        }
    }

    package func bool(_ column: Int) throws -> Bool { try required(boolIfAny(column), column) }

    /// Returns a Boolean, or nil for NULL.
    package func boolIfAny(_ column: Int) throws -> Bool? { try bytes(column, of: [16]).map { $0.first == 1 } }

    /// Returns the bytes of a column, including those of a text.
    package func data(_ column: Int) throws -> Data { try required(dataIfAny(column), column) }

    /// Returns bytes, or nil for NULL.
    package func dataIfAny(_ column: Int) throws -> Data? {
        try bytes(column, of: PostgresRow.byteTypes).map { Data($0) }
    }

    // text, varchar, name, json, char(n), unknown, void
    private static let textTypes: [UInt32] = [25, 1043, 19, 114, 1042, 705, 2278]
    // bigint, integer, smallint
    private static let numberTypes: [UInt32] = [20, 23, 21]
    private static let byteTypes = [17] + textTypes

    private func required<Value>(_ value: Value?, _ column: Int) throws -> Value {
        guard let value else { throw unexpected(column, "nothing") }
        return value
    }

    private func bytes(_ column: Int, of types: [UInt32]) throws -> UnsafeBufferPointer<UInt8>? {
        let calls = rows.calls
        let answer = rows.answer
        guard column < Int(calls.columns(answer)) else { throw unexpected(column, "no such column") }
        guard types.contains(calls.type(answer, Int32(column))) else {
            throw unexpected(column, "type \(calls.type(answer, Int32(column)))")
        }
        guard calls.isNull(answer, place, Int32(column)) == 0 else { return nil }
        return UnsafeBufferPointer(
            start: calls.value(answer, place, Int32(column)), count: Int(calls.length(answer, place, Int32(column))))
    }

    private func unexpected(_ column: Int, _ actual: String) -> PostgresFailure {
        PostgresFailure(.unexpectedAnswer, "Column \(column) of an answer is not what was asked for: \(actual).")
    }
}
