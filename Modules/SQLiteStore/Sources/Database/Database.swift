import EngineKit
import Kernel

#if SQLite
    import CSQLite

    /// A connection to a database, with the statements that were prepared on it. For one thread at a time.
    final class Database {
        /// The file, for people; what is thrown names it.
        let path: String
        private let handle: OpaquePointer
        private let patience: Patience
        /// What is asked all the time, and the rest by what it says.
        let queries = Queries()
        private var others: [String: Query] = [:]

        /// Of the library that is linked: `3.40.1`.
        static let version: String? = String(cString: sqlite3_libversion())

        /// Opens a file, or a database in memory for nil. Whether it is a database shows when it is first read.
        ///
        /// - Throws: `noDatabase`, `diskTrouble`.
        static func open(_ file: String?, _ patience: Patience, isFixed: Bool = false) throws
            -> Database
        {
            try Database(file, patience, isFixed: isFixed)
        }

        /// Once, before the first.
        private static let hasBegun: Void = { _ = commonplace_sqlite_count_no_memory() }()

        private init(_ file: String?, _ patience: Patience, isFixed: Bool) throws {
            Database.hasBegun
            (path, self.patience) = (file ?? "memory", patience)
            var found: OpaquePointer?
            let flags = isFixed ? SQLITE_OPEN_READONLY | SQLITE_OPEN_URI : SQLITE_OPEN_READWRITE
            let name = file.map { isFixed ? Database.fixed($0) : $0 } ?? ":memory:"
            let status = sqlite3_open_v2(
                name, &found, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, JoinedJournal.name)
            guard status == SQLITE_OK, let found else {
                let message = found.map { String(cString: sqlite3_errmsg($0)) } ?? ""
                sqlite3_close_v2(found)
                throw DatabaseTrouble(status, message, path).failure
            }
            handle = found
            sqlite3_busy_handler(
                handle,
                { context, times in
                    context.map { Unmanaged<Patience>.fromOpaque($0).takeUnretainedValue().goesOn(times) }
                        == true ? 1 : 0
                }, Unmanaged.passUnretained(patience).toOpaque())
            // Whoever hands us a file may have put something into it that runs by itself.
            for (setting, value) in [
                (SQLITE_DBCONFIG_DEFENSIVE, 1), (SQLITE_DBCONFIG_ENABLE_TRIGGER, 0),
                (SQLITE_DBCONFIG_ENABLE_VIEW, 0),
                (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
            ] { _ = commonplace_sqlite_set(handle, setting, Int32(value)) }
        }

        /// The name of a file that nobody changes.
        private static func fixed(_ path: String) -> String {
            let plain = path.utf8.map { byte in
                let isPlain = byte > 32 && byte < 127 && !"%?#".utf8.contains(byte)
                return isPlain
                    ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
            return "file:\(plain.joined())?immutable=1"
        }

        deinit {
            for query in queries.all + others.values {
                for statement in query.idle { sqlite3_finalize(statement) }
            }
            sqlite3_close_v2(handle)
        }

        /// Whether nothing can be written.
        var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }
        /// Whether a transaction is under way.
        var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

        /// Runs statements that answer nothing and need nothing.
        func run(_ text: String) throws {
            let status = sqlite3_exec(handle, text, nil, nil, nil)
            guard status == SQLITE_OK else { throw trouble(status) }
        }

        /// Lends a statement, prepared once however often it is asked for; the body puts something at its question marks.
        func ask<Value>(_ query: Query, _ body: (Statement) throws -> Value) throws -> Value {
            let prepared = try query.idle.popLast() ?? prepare(query.text)
            defer {
                sqlite3_reset(prepared)
                sqlite3_clear_bindings(prepared)
                query.idle.append(prepared)
            }
            return try body(Statement(prepared, of: self))
        }

        /// The same for what is asked now and then, with what stands at its question marks.
        func ask<Value>(
            _ text: String, _ values: [Statement.Value] = [], _ body: (Statement) throws -> Value
        ) throws -> Value {
            let query = others[text] ?? Query(text)
            others[text] = query
            return try ask(query) { statement in
                for (place, value) in values.enumerated() {
                    try statement.bind(value, at: Int32(place + 1))
                }
                return try body(statement)
            }
        }

        private func prepare(_ text: String) throws -> OpaquePointer {
            var prepared: OpaquePointer?
            let status = sqlite3_prepare_v3(
                handle, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
            guard status == SQLITE_OK, let prepared else { throw trouble(status) }
            return prepared
        }

        /// Brings everything from the journal into the file, and empties it.
        ///
        /// - Throws: `storeBusy` when somebody reads an older state for too long.
        func checkpoint() throws {
            let status = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
            guard status == SQLITE_OK else { throw trouble(status) }
        }

        /// Leaves the journal to whoever comes next.
        func leaveJournal() { _ = commonplace_sqlite_set(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1) }

        fileprivate func trouble(_ status: Int32) -> Failure {
            DatabaseTrouble(
                sqlite3_extended_errcode(handle) & 0xFF == status & 0xFF
                    ? sqlite3_extended_errcode(handle) : status,
                String(cString: sqlite3_errmsg(handle)), path
            ).failure(holder: status & 0xFF == SQLITE_BUSY ? patience.holder : nil)
        }
    }

    /// A prepared statement on loan.
    struct Statement {
        /// What stands at a question mark.
        enum Value {
            case number(Int)
            case text(String)
            case bytes(Data)
            case none
        }

        private let handle: OpaquePointer
        private let database: Database

        fileprivate init(_ handle: OpaquePointer, of database: Database) {
            (self.handle, self.database) = (handle, database)
        }

        fileprivate func bind(_ value: Value, at place: Int32) throws {
            switch value {
            case .number(let number): try bind(number, at: place)
            case .text(let text): try bind(text, at: place)
            case .bytes(let data): try bind(data, at: place)
            case .none: break
            }
        }

        /// Puts a number at a question mark, counted from 1; where nothing is put nothing stands.
        func bind(_ number: Int, at place: Int32) throws {
            try check(sqlite3_bind_int64(handle, place, Int64(number)))
        }

        func bind(_ text: String, at place: Int32) throws {
            var text = text
            try check(
                text.withUTF8 {
                    sqlite3_bind_text(handle, place, Statement.start($0), Int32($0.count), Statement.copied)
                })
        }

        func bind(_ bytes: Data, at place: Int32) throws {
            try check(
                bytes.withUnsafeBytes {
                    sqlite3_bind_blob(
                        handle, place, $0.baseAddress ?? Statement.nothing, Int32($0.count), Statement.copied)
                })
        }

        /// Bytes, which must stay where they are until the row is taken.
        func bind(blob bytes: UnsafeRawBufferPointer, at place: Int32) throws {
            try check(
                sqlite3_bind_blob(
                    handle, place, bytes.baseAddress ?? Statement.nothing, Int32(bytes.count), nil))
        }

        /// Bytes of a text, likewise.
        func bind(utf8 bytes: UnsafeRawBufferPointer, at place: Int32) throws {
            let start = Statement.start(bytes.bindMemory(to: UInt8.self))
            try check(sqlite3_bind_text(handle, place, start, Int32(bytes.count), nil))
        }

        private func check(_ status: Int32) throws {
            guard status == SQLITE_OK else { throw database.trouble(status) }
        }

        /// SQLite copies what it is given.
        private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        /// Where nothing stands: a text without an address would be no text at all.
        nonisolated(unsafe) private static let nothing = UnsafeRawPointer(
            UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1))

        private static func start(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafePointer<CChar> {
            UnsafeRawPointer(bytes.baseAddress ?? nothing.assumingMemoryBound(to: UInt8.self))
                .assumingMemoryBound(to: CChar.self)
        }

        /// Goes to the next row.
        ///
        /// - Returns: false when there is none.
        func step() throws -> Bool {
            switch sqlite3_step(handle) {
            case SQLITE_ROW: return true
            case SQLITE_DONE: return false
            case let status: throw database.trouble(status)
            }
        }

        /// A column of the row, counted from 0.
        func number(_ column: Int32) -> Int { Int(sqlite3_column_int64(handle, column)) }

        func isNone(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

        /// - Parameter last: what stood there before, which is often the same.
        func text(_ column: Int32, like last: String = "") -> String {
            guard let start = sqlite3_column_text(handle, column) else { return "" }
            let bytes = UnsafeBufferPointer(
                start: start, count: Int(sqlite3_column_bytes(handle, column)))
            let isSame = last.utf8.withContiguousStorageIfAvailable { known in
                known.count == bytes.count
                    && known.baseAddress.map { memcmp($0, start, bytes.count) == 0 } == true
            }
            return isSame == true ? last : String(decoding: bytes, as: UTF8.self)
        }

        func data(_ column: Int32) -> Data {
            guard let start = sqlite3_column_blob(handle, column) else { return Data() }
            return Data(bytes: start, count: Int(sqlite3_column_bytes(handle, column)))
        }
    }
#endif

extension Database {
    /// Runs a statement that answers nothing.
    func tell(_ text: String, _ values: [Statement.Value] = []) throws {
        _ = try ask(text, values) { try $0.step() }
    }

    /// The number that a statement answers with first; nil when it answers nothing, or with nothing.
    func number(_ text: String, _ values: [Statement.Value] = []) throws -> Int? {
        try ask(text, values) { try $0.step() && !$0.isNone(0) ? $0.number(0) : nil }
    }

    /// The text that it answers with first.
    func text(_ text: String, _ values: [Statement.Value] = []) throws -> String? {
        try ask(text, values) { try $0.step() && !$0.isNone(0) ? $0.text(0) : nil }
    }
}

extension String {
    /// Its bytes where they lie.
    func withBytes<Value>(_ body: (UnsafeRawBufferPointer) throws -> Value) rethrows -> Value {
        var text = self
        return try text.withUTF8 { try body(UnsafeRawBufferPointer($0)) }
    }
}
