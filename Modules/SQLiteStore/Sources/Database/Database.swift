import EngineKit
import Kernel

#if SQLite
    import CSQLite

    /// A connection to a database with its prepared statements, for one thread at a time.
    final class Database {
        /// The path of the file for people and errors.
        let path: String
        private let handle: OpaquePointer
        private let waitLimit: BusyTimeout
        /// The frequent statements. The others are found by their text.
        let queries = Queries()
        private var queriesByText: [String: Query] = [:]

        /// The version of the linked library, such as `3.40.1`.
        static let version: String? = String(cString: sqlite3_libversion())

        /// Opens a file, or a database in memory for nil. The first read shows whether the file is
        /// a database.
        ///
        /// - Throws: `noDatabase`, `diskTrouble`.
        static func open(_ file: String?, _ waitLimit: BusyTimeout, isFixed: Bool = false) throws
            -> Database
        {
            try Database(file, waitLimit, isFixed: isFixed)
        }

        private static let configureOnce: Void = { _ = commonplace_sqlite_count_no_memory() }()

        private init(_ file: String?, _ waitLimit: BusyTimeout, isFixed: Bool) throws {
            Database.configureOnce
            path = file ?? "memory"
            self.waitLimit = waitLimit
            var connection: OpaquePointer?
            let flags = isFixed ? SQLITE_OPEN_READONLY | SQLITE_OPEN_URI : SQLITE_OPEN_READWRITE
            let name = file.map { isFixed ? Database.immutableURI($0) : $0 } ?? ":memory:"
            let status = sqlite3_open_v2(
                name, &connection, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, JoinedJournal.name)
            guard status == SQLITE_OK, let connection else {
                let message = connection.map { String(cString: sqlite3_errmsg($0)) } ?? ""
                sqlite3_close_v2(connection)
                throw SQLiteError(status, message, path).failure
            }
            handle = connection
            sqlite3_busy_handler(
                handle,
                { context, times in
                    context.map { Unmanaged<BusyTimeout>.fromOpaque($0).takeUnretainedValue().waitForRetry(times) }
                        == true ? 1 : 0
                }, Unmanaged.passUnretained(waitLimit).toOpaque())
            // An untrusted file may contain code that runs automatically, such as triggers.
            for (setting, value) in [
                (SQLITE_DBCONFIG_DEFENSIVE, 1), (SQLITE_DBCONFIG_ENABLE_TRIGGER, 0), (SQLITE_DBCONFIG_ENABLE_VIEW, 0),
                (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
            ] { _ = commonplace_sqlite_set(handle, setting, Int32(value)) }
        }

        /// Returns the URI of a file that does not change.
        private static func immutableURI(_ path: String) -> String {
            let escaped = path.utf8.map { byte in
                let isPlain = byte > 32 && byte < 127 && !"%?#".utf8.contains(byte)
                return isPlain
                    ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
            return "file:\(escaped.joined())?immutable=1"
        }

        deinit {
            for query in queries.all + queriesByText.values {
                for statement in query.idle { sqlite3_finalize(statement) }
            }
            sqlite3_close_v2(handle)
        }

        var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }
        var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

        /// Runs statements without parameters or results.
        func run(_ text: String) throws {
            let status = sqlite3_exec(handle, text, nil, nil, nil)
            guard status == SQLITE_OK else { throw makeFailure(status) }
        }

        /// Passes a statement to a closure, which binds its parameters. The statement is prepared
        /// once for all uses.
        func withStatement<Value>(_ query: Query, _ body: (Statement) throws -> Value) throws -> Value {
            let prepared = try query.idle.popLast() ?? prepare(query.text)
            defer {
                sqlite3_reset(prepared)
                sqlite3_clear_bindings(prepared)
                query.idle.append(prepared)
            }
            return try body(Statement(prepared, of: self))
        }

        /// Passes a statement with bound values to a closure, for rare queries.
        func withStatement<Value>(
            _ text: String, _ values: [Statement.Value] = [], _ body: (Statement) throws -> Value
        ) throws -> Value {
            let query = queriesByText[text] ?? Query(text)
            queriesByText[text] = query
            return try withStatement(query) { statement in
                for (index, value) in values.enumerated() {
                    try statement.bind(value, at: Int32(index + 1))
                }
                return try body(statement)
            }
        }

        private func prepare(_ text: String) throws -> OpaquePointer {
            var prepared: OpaquePointer?
            let status = sqlite3_prepare_v3(
                handle, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
            guard status == SQLITE_OK, let prepared else { throw makeFailure(status) }
            return prepared
        }

        /// Moves everything from the journal into the file, and truncates the journal.
        ///
        /// - Throws: `storeBusy` if another process reads an older state for too long.
        func checkpoint() throws {
            let status = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
            guard status == SQLITE_OK else { throw makeFailure(status) }
        }

        /// Leaves the journal to the next process.
        func keepJournalOnClose() { _ = commonplace_sqlite_set(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1) }

        fileprivate func makeFailure(_ status: Int32) -> Failure {
            SQLiteError(
                sqlite3_extended_errcode(handle) & 0xFF == status & 0xFF
                    ? sqlite3_extended_errcode(handle) : status,
                String(cString: sqlite3_errmsg(handle)), path
            ).failure(holder: status & 0xFF == SQLITE_BUSY ? waitLimit.holder : nil)
        }
    }

    /// A prepared statement on loan.
    struct Statement {
        /// A value of a parameter.
        enum Value {
            case number(Int)
            case text(String)
            case bytes(Data)
            case none
        }

        private let handle: OpaquePointer
        private let database: Database

        fileprivate init(_ handle: OpaquePointer, of database: Database) {
            self.handle = handle
            self.database = database
        }

        fileprivate func bind(_ value: Value, at index: Int32) throws {
            switch value {
            case .number(let number): try bind(number, at: index)
            case .text(let text): try bind(text, at: index)
            case .bytes(let data): try bind(data, at: index)
            case .none: break
            }
        }

        /// Binds a number to a parameter, counted from 1. An unbound parameter is NULL.
        func bind(_ number: Int, at index: Int32) throws { try check(sqlite3_bind_int64(handle, index, Int64(number))) }

        func bind(_ text: String, at index: Int32) throws {
            var text = text
            try check(
                text.withUTF8 {
                    sqlite3_bind_text(handle, index, Statement.start($0), Int32($0.count), Statement.transient)
                })
        }

        func bind(_ bytes: Data, at index: Int32) throws {
            try check(
                bytes.withUnsafeBytes {
                    sqlite3_bind_blob(
                        handle, index, $0.baseAddress ?? Statement.emptyAddress, Int32($0.count), Statement.transient)
                })
        }

        /// Binds bytes, which must remain valid until the row is read.
        func bind(blob bytes: UnsafeRawBufferPointer, at index: Int32) throws {
            try check(
                sqlite3_bind_blob(
                    handle, index, bytes.baseAddress ?? Statement.emptyAddress, Int32(bytes.count), nil))
        }

        /// Binds the bytes of a text, which must remain valid until the row is read.
        func bind(utf8 bytes: UnsafeRawBufferPointer, at index: Int32) throws {
            let start = Statement.start(bytes.bindMemory(to: UInt8.self))
            try check(sqlite3_bind_text(handle, index, start, Int32(bytes.count), nil))
        }

        private func check(_ status: Int32) throws {
            guard status == SQLITE_OK else { throw database.makeFailure(status) }
        }

        private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        /// The address of an empty text. A text without an address would be NULL.
        nonisolated(unsafe) private static let emptyAddress = UnsafeRawPointer(
            UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1))

        private static func start(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafePointer<CChar> {
            UnsafeRawPointer(bytes.baseAddress ?? emptyAddress.assumingMemoryBound(to: UInt8.self))
                .assumingMemoryBound(to: CChar.self)
        }

        /// Advances to the next row.
        ///
        /// - Returns: Whether there is a row.
        func step() throws -> Bool {
            switch sqlite3_step(handle) {
            case SQLITE_ROW: return true
            case SQLITE_DONE: return false
            case let status: throw database.makeFailure(status)
            }
        }

        /// Returns a number from a column, counted from 0.
        func number(_ column: Int32) -> Int { Int(sqlite3_column_int64(handle, column)) }

        func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

        /// Returns a text from a column.
        ///
        /// - Parameter previous: The previous value of the column, which is often the same.
        func text(_ column: Int32, like previous: String = "") -> String {
            guard let start = sqlite3_column_text(handle, column) else { return "" }
            let bytes = UnsafeBufferPointer(
                start: start, count: Int(sqlite3_column_bytes(handle, column)))
            let isSame = previous.utf8.withContiguousStorageIfAvailable { previousBytes in
                previousBytes.count == bytes.count
                    && previousBytes.baseAddress.map { memcmp($0, start, bytes.count) == 0 } == true
            }
            return isSame == true ? previous : String(decoding: bytes, as: UTF8.self)
        }

        func data(_ column: Int32) -> Data {
            guard let start = sqlite3_column_blob(handle, column) else { return Data() }
            return Data(bytes: start, count: Int(sqlite3_column_bytes(handle, column)))
        }
    }
#endif

extension Database {
    /// Runs a statement without results.
    func execute(_ text: String, _ values: [Statement.Value] = []) throws {
        _ = try withStatement(text, values) { try $0.step() }
    }

    /// Returns the first number of a result, or nil for an empty result and for NULL.
    func number(_ text: String, _ values: [Statement.Value] = []) throws -> Int? {
        try withStatement(text, values) { try $0.step() && !$0.isNull(0) ? $0.number(0) : nil }
    }

    /// Returns the first text of a result.
    func text(_ text: String, _ values: [Statement.Value] = []) throws -> String? {
        try withStatement(text, values) { try $0.step() && !$0.isNull(0) ? $0.text(0) : nil }
    }
}

extension String {
    /// Passes the bytes of a text to a closure, without a copy if possible.
    func withBytes<Value>(_ body: (UnsafeRawBufferPointer) throws -> Value) rethrows -> Value {
        var text = self
        return try text.withUTF8 { try body(UnsafeRawBufferPointer($0)) }
    }
}
