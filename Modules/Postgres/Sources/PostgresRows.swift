import Kernel

/// What a statement answered.
public final class PostgresRows: RandomAccessCollection {
    let calls: LibraryCalls
    let answer: LibraryCalls.Answer

    /// How many rows.
    public let count: Int
    /// How many rows the statement put, changed or deleted, or gave.
    public let changed: Int

    init(_ answer: LibraryCalls.Answer, _ calls: LibraryCalls) {
        (self.answer, self.calls) = (answer, calls)
        count = Int(calls.rows(answer))
        changed = calls.changed(answer).flatMap { Int(String(cString: $0)) } ?? 0
    }

    deinit { calls.clear(answer) }

    /// The first row's place.
    public var startIndex: Int { 0 }
    /// The place behind the last row.
    public var endIndex: Int { count }
    /// A row by its place.
    public subscript(place: Int) -> PostgresRow { PostgresRow(rows: self, place: Int32(place)) }
}

/// One row; columns count from 0.
///
/// A value is read as the type it has: texts, numbers up to `bigint`, truths and bytes. A statement casts whatever else it asks for.
public struct PostgresRow {
    fileprivate let rows: PostgresRows
    fileprivate let place: Int32

    /// Whether a column has no value.
    public func isNull(_ column: Int) -> Bool { rows.calls.isNull(rows.answer, place, Int32(column)) != 0 }

    /// A text.
    ///
    /// - Throws: `PostgresFailure` when it is something else.
    public func text(_ column: Int) throws -> String { try known(textIfAny(column), column) }

    /// A text, or nil for no value.
    public func textIfAny(_ column: Int) throws -> String? {
        try bytes(column, of: PostgresRow.texts).map { String(decoding: $0, as: UTF8.self) }
    }

    /// A number.
    public func int(_ column: Int) throws -> Int { try known(intIfAny(column), column) }

    /// A number, or nil for no value.
    public func intIfAny(_ column: Int) throws -> Int? {
        try bytes(column, of: PostgresRow.numbers).map { bytes in
            let sign: Int = bytes.first.map { $0 & 0x80 != 0 } == true ? -1 : 0
            return bytes.reduce(sign) { $0 << 8 | Int($1) }
        }
    }

    /// True or false.
    public func bool(_ column: Int) throws -> Bool { try known(boolIfAny(column), column) }

    /// True or false, or nil for no value.
    public func boolIfAny(_ column: Int) throws -> Bool? { try bytes(column, of: [16]).map { $0.first == 1 } }

    /// Bytes, of a text too.
    public func data(_ column: Int) throws -> Data { try known(dataIfAny(column), column) }

    /// Bytes, or nil for no value.
    public func dataIfAny(_ column: Int) throws -> Data? { try bytes(column, of: PostgresRow.plain).map { Data($0) } }

    // text, varchar, name, json, char(n), unknown, void
    private static let texts: [UInt32] = [25, 1043, 19, 114, 1042, 705, 2278]
    // bigint, integer, smallint
    private static let numbers: [UInt32] = [20, 23, 21]
    private static let plain = [17] + texts

    private func known<Value>(_ value: Value?, _ column: Int) throws -> Value {
        guard let value else { throw unexpected(column, "nothing") }
        return value
    }

    private func bytes(_ column: Int, of types: [UInt32]) throws -> UnsafeBufferPointer<UInt8>? {
        let (calls, answer) = (rows.calls, rows.answer)
        guard column < Int(calls.columns(answer)) else { throw unexpected(column, "no such column") }
        guard types.contains(calls.type(answer, Int32(column))) else {
            throw unexpected(column, "type \(calls.type(answer, Int32(column)))")
        }
        guard calls.isNull(answer, place, Int32(column)) == 0 else { return nil }
        return UnsafeBufferPointer(
            start: calls.value(answer, place, Int32(column)), count: Int(calls.length(answer, place, Int32(column))))
    }

    private func unexpected(_ column: Int, _ found: String) -> PostgresFailure {
        PostgresFailure(.unexpectedAnswer, "Column \(column) of an answer is not what was asked for: \(found).")
    }
}
