import Kernel

#if !SQLite
    /// A stand-in for a build without SQLite.
    struct Database {
        static let version: String? = nil

        static func open(_ file: String?, _ waitLimit: BusyTimeout, isFixed: Bool = false) throws -> Database {
            throw Failure.notBuilt
        }

        var path: String { "" }
        var queries: Queries { Queries() }
        var isReadOnly: Bool { true }
        var isInTransaction: Bool { false }
        func run(_ text: String) throws { throw Failure.notBuilt }
        func withStatement<Value>(_ query: Query, _ body: (Statement) throws -> Value) throws -> Value {
            throw Failure.notBuilt
        }
        func withStatement<Value>(
            _ text: String, _ values: [Statement.Value] = [], _ body: (Statement) throws -> Value
        ) throws -> Value { throw Failure.notBuilt }
        func checkpoint() throws { throw Failure.notBuilt }
        func keepJournalOnClose() {}
    }

    /// A stand-in for a build without SQLite.
    struct Statement {
        enum Value {
            case number(Int)
            case text(String)
            case bytes(Data)
            case none
        }

        func bind(_ number: Int, at place: Int32) throws { throw Failure.notBuilt }
        func bind(_ text: String, at place: Int32) throws { throw Failure.notBuilt }
        func bind(_ bytes: Data, at place: Int32) throws { throw Failure.notBuilt }
        func bind(blob bytes: UnsafeRawBufferPointer, at place: Int32) throws { throw Failure.notBuilt }
        func bind(utf8 bytes: UnsafeRawBufferPointer, at place: Int32) throws { throw Failure.notBuilt }
        func step() throws -> Bool { throw Failure.notBuilt }
        func number(_ column: Int32) -> Int { 0 }
        func isNull(_ column: Int32) -> Bool { true }
        func text(_ column: Int32, like last: String = "") -> String { "" }
        func data(_ column: Int32) -> Data { Data() }
    }
#endif
