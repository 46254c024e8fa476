import Foundation

/// The machine's SQLite library, found when the program runs.
final class SQLite {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The library's calls, by their C signatures.
    private struct Library {
        typealias Open = @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<OpaquePointer?>) -> Int32
        typealias Execute =
            @convention(c) (
                OpaquePointer?, UnsafePointer<CChar>, OpaquePointer?, OpaquePointer?,
                UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
            ) -> Int32
        typealias Prepare =
            @convention(c) (
                OpaquePointer?, UnsafePointer<CChar>, Int32, UnsafeMutablePointer<OpaquePointer?>, OpaquePointer?
            ) -> Int32
        typealias One = @convention(c) (OpaquePointer?) -> Int32
        typealias BindText = @convention(c) (OpaquePointer?, Int32, UnsafePointer<CChar>, Int32, Int) -> Int32
        typealias BindNumber = @convention(c) (OpaquePointer?, Int32, Int64) -> Int32
        typealias ColumnText = @convention(c) (OpaquePointer?, Int32) -> UnsafePointer<UInt8>?
        typealias Wait = @convention(c) (OpaquePointer?, Int32) -> Int32
        typealias Version = @convention(c) () -> UnsafePointer<CChar>

        let open: Open
        let execute: Execute
        let prepare: Prepare
        let step, reset, finalize, close: One
        let bindText: BindText
        let bindNumber: BindNumber
        let columnText: ColumnText
        let wait: Wait
        let version: Version

        init?() {
            let names = ["libsqlite3.so.0", "libsqlite3.so", "/usr/lib/libsqlite3.dylib"]
            guard let handle = names.lazy.compactMap({ dlopen($0, RTLD_NOW) }).first else { return nil }
            func symbol<Call>(_ name: String, _ type: Call.Type) -> Call? {
                dlsym(handle, "sqlite3_" + name).map { unsafeBitCast($0, to: type) }
            }
            guard let open = symbol("open", Open.self), let execute = symbol("exec", Execute.self),
                let prepare = symbol("prepare_v2", Prepare.self), let step = symbol("step", One.self),
                let reset = symbol("reset", One.self), let finalize = symbol("finalize", One.self),
                let close = symbol("close_v2", One.self), let bindText = symbol("bind_text", BindText.self),
                let bindNumber = symbol("bind_int64", BindNumber.self),
                let columnText = symbol("column_text", ColumnText.self), let wait = symbol("busy_timeout", Wait.self),
                let version = symbol("libversion", Version.self)
            else { return nil }
            self.open = open
            self.execute = execute
            self.prepare = prepare
            self.step = step
            self.reset = reset
            self.finalize = finalize
            self.close = close
            self.bindText = bindText
            self.bindNumber = bindNumber
            self.columnText = columnText
            self.wait = wait
            self.version = version
        }
    }

    private static let library = Library()

    /// Its version, or nil if the machine has none.
    static var version: String? { library.map { String(cString: $0.version()) } }

    private let library: Library
    private var database: OpaquePointer?
    private var statements: [String: OpaquePointer] = [:]

    init(_ path: String) throws {
        guard let library = SQLite.library else { throw Failure(description: "There is no SQLite on this machine.") }
        self.library = library
        guard library.open(path, &database) == 0 else { throw Failure(description: "SQLite cannot open \(path).") }
        _ = library.wait(database, 60_000)
        try run("pragma journal_mode=wal")
        try run("pragma synchronous=full")
        try run("create table if not exists notes(id text primary key, number integer, body text) without rowid")
        try run("create index if not exists byNumber on notes(number)")
    }

    deinit {
        for statement in statements.values { _ = library.finalize(statement) }
        _ = library.close(database)
    }

    func run(_ sql: String) throws {
        guard library.execute(database, sql, nil, nil, nil) == 0 else {
            throw Failure(description: "SQLite refuses: \(sql)")
        }
    }

    func insert(_ id: String, _ number: Int, _ body: String) throws {
        let statement = try prepared("insert into notes values(?,?,?)")
        bind(statement, 1, id)
        _ = library.bindNumber(statement, 2, Int64(number))
        bind(statement, 3, body)
        defer { _ = library.reset(statement) }
        guard library.step(statement) == 101 else { throw Failure(description: "SQLite did not insert \(id).") }
    }

    /// Returns the number that a query answers with.
    func number(_ sql: String) throws -> Int {
        let statement = try prepared(sql)
        defer { _ = library.reset(statement) }
        guard library.step(statement) == 100, let text = library.columnText(statement, 0) else { return 0 }
        return Int(String(cString: text)) ?? 0
    }

    /// Returns the number of bodies that a query finds.
    func bodies(_ sql: String, _ id: String? = nil) throws -> Int {
        let statement = try prepared(sql)
        if let id { bind(statement, 1, id) }
        defer { _ = library.reset(statement) }
        var bytes = 0
        while library.step(statement) == 100 { bytes += library.columnText(statement, 0).map { strlen($0) } ?? 0 }
        return bytes
    }

    private func bind(_ statement: OpaquePointer?, _ place: Int32, _ text: String) {
        // -1: SQLite copies the text.
        _ = text.withCString { library.bindText(statement, place, $0, Int32(text.utf8.count), -1) }
    }

    private func prepared(_ sql: String) throws -> OpaquePointer {
        if let statement = statements[sql] { return statement }
        var statement: OpaquePointer?
        guard library.prepare(database, sql, -1, &statement, nil) == 0, let statement else {
            throw Failure(description: "SQLite does not understand: \(sql)")
        }
        statements[sql] = statement
        return statement
    }
}

private func strlen(_ text: UnsafePointer<UInt8>) -> Int {
    Foundation.strlen(UnsafeRawPointer(text).assumingMemoryBound(to: CChar.self))
}
