import Kernel

/// An error of a server or of a connection, for callers that decide by its reason. Other callers
/// pass on `failure`.
///
/// It contains no password, statement or parameter. It keeps only those sentences of the server
/// that cannot quote any.
package struct PostgresFailure: Error, Hashable, Sendable {
    /// The reasons that a caller may distinguish.
    package enum Reason: Hashable, Sendable {
        /// Another transaction interfered (40001, 40P01). A retry may succeed.
        case conflict
        /// Another row has the key (23505).
        case duplicate
        /// Another constraint of a table is violated (23xxx, 44000).
        case constraint
        /// Permission is missing (42501).
        case forbidden
        /// A lock or the work took too long (55P03, 57014).
        case busy
        /// The server has too many connections, or is starting or stopping (53300, 57P03).
        case unavailable
        /// The server's disk is full (53100).
        case full
        /// The server is a read-only standby (25006).
        case readOnly
        /// The name or password is wrong (28xxx).
        case login
        /// The database does not exist (3D000).
        case noDatabase
        /// A table, column or function does not exist (42P01, 42703, 42883, 3F000).
        case absent
        /// The server cannot store the text: it contains a NUL or invalid UTF-8 (22021).
        case text
        /// A function of this project raised the error. The state is its own code.
        case raised
        /// The connection ended while it was in use (08xxx, 25P03, 57P01).
        case lost
        /// No connection could be opened.
        case unreachable
        /// A result lacks a row or column, or has another type.
        case unexpectedAnswer
        /// Any other error of the server.
        case other
    }

    package let reason: Reason
    /// The server's five-character code (SQLSTATE), or empty if it gave none.
    package let state: String
    /// The message of a function of this project, or the server's sentence if it quotes nothing.
    /// Otherwise a sentence of this module.
    package let message: String
    /// The name of the violated constraint, or empty.
    package let constraint: String

    init(_ reason: Reason, _ message: String, state: String = "", constraint: String = "") {
        self.reason = reason
        self.message = PostgresFailure.plain(message)
        self.state = state
        self.constraint = constraint
    }

    init(state: String, message: String, constraint: String = "") {
        let reason = PostgresFailure.reason(of: state)
        // These messages quote what was sent: a duplicate key, a malformed number, a row that
        // violates a constraint.
        let mayQuoteData =
            ["22", "23", "21", "44", "42"].contains(state.prefix(2)) && reason != .forbidden && reason != .absent
        self.init(
            reason, mayQuoteData || message.isEmpty ? "The server refused the request (SQLSTATE \(state))." : message,
            state: state, constraint: constraint)
    }

    /// The reasons by SQLSTATE. Other codes are judged by their class.
    private static let reasons: [String: Reason] = [
        "40001": .conflict, "40P01": .conflict, "23505": .duplicate, "42501": .forbidden, "55P03": .busy,
        "57014": .busy,
        "53300": .unavailable, "57P03": .unavailable, "53100": .full, "25006": .readOnly, "3D000": .noDatabase,
        "42P01": .absent,
        "42703": .absent, "42883": .absent, "3F000": .absent, "22021": .text, "P0001": .raised, "25P03": .lost,
        "57P01": .lost, "57P02": .lost, "57P05": .lost,
    ]

    private static func reason(of state: String) -> Reason {
        if let reason = reasons[state] { return reason }
        return switch state.prefix(2) {
        case "08": .lost
        case "23", "44": .constraint
        case "28": .login
        // PostgreSQL and the SQL standard leave these codes free. Functions of this project raise
        // them.
        case let projectClass
        where projectClass.first.map {
            ("I"..."O").contains($0) || ("Q"..."W").contains($0) || ("Y"..."Z").contains($0)
        } == true:
            .raised
        default: .other
        }
    }

    /// Returns the first line of a text, shortened and without control characters.
    static func plain(_ text: String) -> String {
        let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
        let scalars = line.unicodeScalars.prefix(300).map { $0.properties.generalCategory == .control ? " " : $0 }
        return String(String.UnicodeScalarView(scalars))
    }
}

extension PostgresFailure {
    /// The error for a person, with the exit status.
    package var failure: Failure {
        switch reason {
        case .conflict:
            Failure(
                .postgresConflict, "Other sessions kept changing the same data.", advice: "Try it again.",
                kind: .temporary)
        case .busy:
            Failure(
                .postgresBusy, "The database is busy: it did not answer in time.", advice: "Try it again.",
                kind: .temporary)
        case .unavailable:
            Failure(
                .postgresBusy, "The database accepts no new connections right now.", advice: "Try again in a moment.",
                kind: .temporary)
        case .lost:
            Failure(
                .postgresLost, "The connection to the database was lost; nothing was changed.", advice: "Try it again.",
                kind: .temporary)
        case .unreachable:
            Failure(
                .postgresUnreachable, "The database cannot be reached: \(sentence)",
                advice: "Check whether the server is running and the address is right.", kind: .temporary)
        case .full:
            Failure(
                .postgresFull, "The disk of the database is full; nothing was changed.",
                advice: "Make room on the server.", kind: .temporary)
        case .readOnly:
            Failure(
                .postgresRefused, "This server is a read-only standby.",
                advice: "Name both servers and `target_session_attrs=read-write` in the address.", kind: .temporary)
        case .login:
            Failure(
                .postgresLogin, "The database refused the login: \(sentence)",
                advice:
                    "A password belongs in ~/.pgpass (or the file of PGPASSFILE), a user in the address or the service file."
            )
        case .forbidden, .noDatabase, .raised: Failure(.postgresRefused, "The database refused the change: \(sentence)")
        case .text:
            Failure(
                .postgresText, "A text contains a NUL or invalid characters, which a database cannot store.",
                kind: .badData)
        case .duplicate, .constraint:
            Failure(.postgresRefused, "The database refused the change: it violates a constraint (SQLSTATE \(state)).")
        case .absent, .unexpectedAnswer, .other:
            Failure(
                .postgresTrouble, "The database reported an error: \(sentence)",
                advice: "Check whether a program of the same version created it.")
        }
    }

    /// The message with a full stop.
    private var sentence: String { message.hasSuffix(".") ? message : message + "." }
}
