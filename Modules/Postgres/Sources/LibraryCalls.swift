import Kernel

#if Postgres
    import CPostgres
#endif

/// The functions of libpq, loaded at the first connection.
///
/// They are not linked, because libpq loads TLS, Kerberos and LDAP. Linking would cost every start
/// some milliseconds, even without a server.
struct LibraryCalls: Sendable {
    typealias Connection = OpaquePointer
    typealias Answer = OpaquePointer
    typealias CString = UnsafePointer<CChar>
    typealias CStrings = UnsafePointer<CString?>
    typealias Numbers = UnsafePointer<Int32>

    let version: @Sendable @convention(c) () -> Int32
    // Opening and closing.
    let start: @Sendable @convention(c) (CStrings, CStrings, Int32) -> Connection?
    let poll: @Sendable @convention(c) (Connection) -> UInt32
    let status: @Sendable @convention(c) (Connection) -> UInt32
    let errorMessage: @Sendable @convention(c) (Connection) -> CString?
    let setVerbosity: @Sendable @convention(c) (Connection, UInt32) -> UInt32
    let needsPassword: @Sendable @convention(c) (Connection) -> Int32
    let setNotices:
        @Sendable @convention(c) (
            Connection, (@convention(c) (UnsafeMutableRawPointer?, CString?) -> Void)?, UnsafeMutableRawPointer?
        )
            -> UnsafeMutableRawPointer?
    let socket: @Sendable @convention(c) (Connection) -> Int32
    let serverVersion: @Sendable @convention(c) (Connection) -> Int32
    let finish: @Sendable @convention(c) (Connection) -> Void
    // Sending.
    let setNonblocking: @Sendable @convention(c) (Connection, Int32) -> Int32
    let enterPipeline: @Sendable @convention(c) (Connection) -> Int32
    let exitPipeline: @Sendable @convention(c) (Connection) -> Int32
    let sync: @Sendable @convention(c) (Connection) -> Int32
    let prepare: @Sendable @convention(c) (Connection, CString, CString, Int32, UnsafePointer<UInt32>?) -> Int32
    let sendPrepared:
        @Sendable @convention(c) (Connection, CString, Int32, CStrings?, Numbers?, Numbers?, Int32) -> Int32
    let send:
        @Sendable @convention(c) (
            Connection, CString, Int32, UnsafePointer<UInt32>?, CStrings?, Numbers?, Numbers?, Int32
        ) ->
            Int32
    let sendScript: @Sendable @convention(c) (Connection, CString) -> Int32
    let flush: @Sendable @convention(c) (Connection) -> Int32
    // Receiving.
    let consume: @Sendable @convention(c) (Connection) -> Int32
    let isBusy: @Sendable @convention(c) (Connection) -> Int32
    let next: @Sendable @convention(c) (Connection) -> Answer?
    let answerStatus: @Sendable @convention(c) (Answer) -> UInt32
    let errorField: @Sendable @convention(c) (Answer, Int32) -> CString?
    let command: @Sendable @convention(c) (Answer) -> CString?
    let changed: @Sendable @convention(c) (Answer) -> CString?
    let rows: @Sendable @convention(c) (Answer) -> Int32
    let columns: @Sendable @convention(c) (Answer) -> Int32
    let type: @Sendable @convention(c) (Answer, Int32) -> UInt32
    let value: @Sendable @convention(c) (Answer, Int32, Int32) -> UnsafePointer<UInt8>?
    let length: @Sendable @convention(c) (Answer, Int32, Int32) -> Int32
    let isNull: @Sendable @convention(c) (Answer, Int32, Int32) -> Int32
    let clear: @Sendable @convention(c) (Answer) -> Void
    /// Returns the settings of a connection, or the defaults: host, port and others.
    let settings: @Sendable (Connection?) -> [String: String]
    let notification: @Sendable (Connection) -> PostgresNotification?
    let numbers: Numbers32

    /// The numeric constants of libpq.
    struct Numbers32: Sendable {
        let open, broken: UInt32
        let reading, writing, ready: UInt32
        let rows, done, sync, aborted, failed: UInt32
        let verbose: UInt32
    }

    static let shared = Result { () throws(Failure) in try load() }
}

#if Postgres
    extension LibraryCalls {
        private static let names = [
            "libpq.so.5", "libpq.5.dylib", "/opt/homebrew/opt/libpq/lib/libpq.5.dylib",
            "/usr/local/opt/libpq/lib/libpq.5.dylib",
        ]

        private static func load() throws(Failure) -> LibraryCalls {
            guard let library = names.lazy.compactMap({ dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first else {
                throw PostgresLibrary.notInstalled
            }
            // Versions of libpq before 14 have no pipelines.
            func call<Function>(_ name: String) throws(Failure) -> Function {
                guard let address = dlsym(library, name) else { throw PostgresLibrary.notInstalled }
                return unsafeBitCast(address, to: Function.self)
            }
            return try LibraryCalls(
                version: call("PQlibVersion"), start: call("PQconnectStartParams"), poll: call("PQconnectPoll"),
                status: call("PQstatus"), errorMessage: call("PQerrorMessage"),
                setVerbosity: call("PQsetErrorVerbosity"),
                needsPassword: call("PQconnectionNeedsPassword"), setNotices: call("PQsetNoticeProcessor"),
                socket: call("PQsocket"), serverVersion: call("PQserverVersion"), finish: call("PQfinish"),
                setNonblocking: call("PQsetnonblocking"), enterPipeline: call("PQenterPipelineMode"),
                exitPipeline: call("PQexitPipelineMode"), sync: call("PQpipelineSync"), prepare: call("PQsendPrepare"),
                sendPrepared: call("PQsendQueryPrepared"), send: call("PQsendQueryParams"),
                sendScript: call("PQsendQuery"),
                flush: call("PQflush"), consume: call("PQconsumeInput"), isBusy: call("PQisBusy"),
                next: call("PQgetResult"), answerStatus: call("PQresultStatus"), errorField: call("PQresultErrorField"),
                command: call("PQcmdStatus"),
                changed: call("PQcmdTuples"), rows: call("PQntuples"), columns: call("PQnfields"),
                type: call("PQftype"),
                value: call("PQgetvalue"), length: call("PQgetlength"), isNull: call("PQgetisnull"),
                clear: call("PQclear"),
                settings: settings(call("PQconninfo"), call("PQconndefaults"), call("PQconninfoFree")),
                notification: notification(call("PQnotifies"), call("PQfreemem")), numbers: constants)
        }

        private static let constants = Numbers32(
            open: CONNECTION_OK.rawValue, broken: CONNECTION_BAD.rawValue, reading: PGRES_POLLING_READING.rawValue,
            writing: PGRES_POLLING_WRITING.rawValue, ready: PGRES_POLLING_OK.rawValue, rows: PGRES_TUPLES_OK.rawValue,
            done: PGRES_COMMAND_OK.rawValue, sync: PGRES_PIPELINE_SYNC.rawValue,
            aborted: PGRES_PIPELINE_ABORTED.rawValue,
            failed: PGRES_FATAL_ERROR.rawValue, verbose: PQERRORS_VERBOSE.rawValue)

        private static func settings(
            _ ofConnection: @escaping @Sendable @convention(c) (Connection) -> UnsafeMutablePointer<PQconninfoOption>?,
            _ defaults: @escaping @Sendable @convention(c) () -> UnsafeMutablePointer<PQconninfoOption>?,
            _ free: @escaping @Sendable @convention(c) (UnsafeMutablePointer<PQconninfoOption>?) -> Void
        ) -> @Sendable (Connection?) -> [String: String] {
            { connection in
                guard let first = connection.map({ ofConnection($0) }) ?? defaults() else { return [:] }
                defer { free(first) }
                var result: [String: String] = [:]
                var option = first
                while let keyword = option.pointee.keyword {
                    if let value = option.pointee.val, value.pointee != 0 {
                        result[String(cString: keyword)] = String(cString: value)
                    }
                    option += 1
                }
                return result
            }
        }

        private static func notification(
            _ next: @escaping @Sendable @convention(c) (Connection) -> UnsafeMutablePointer<PGnotify>?,
            _ free: @escaping @Sendable @convention(c) (UnsafeMutableRawPointer?) -> Void
        ) -> @Sendable (Connection) -> PostgresNotification? {
            { connection in
                guard let received = next(connection) else { return nil }
                defer { free(received) }
                func text(_ bytes: UnsafeMutablePointer<CChar>?) -> String { bytes.map { String(cString: $0) } ?? "" }
                return PostgresNotification(
                    channel: text(received.pointee.relname), message: text(received.pointee.extra))
            }
        }
    }
#else
    extension LibraryCalls {
        private static func load() throws(Failure) -> LibraryCalls { throw PostgresLibrary.missing }
    }
#endif
