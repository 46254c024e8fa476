import Kernel

/// What a server refused, or what became of the connection: for those who go on by the reason. Whoever only passes it on passes `failure`.
///
/// Holds no password, no statement and no parameter: of what the server says, only sentences are kept that cannot quote any.
public struct PostgresFailure: Error, Hashable, Sendable {
    /// The reasons that somebody may want to tell apart.
    public enum Reason: Hashable, Sendable {
        /// Another transaction came in between (40001, 40P01): the same again may succeed.
        case conflict
        /// A key that another row has (23505).
        case duplicate
        /// Another rule of a table (23xxx, 44000).
        case constraint
        /// Rights are missing (42501).
        case forbidden
        /// The server waited too long for a lock, or worked too long (55P03, 57014).
        case busy
        /// The server takes nobody more, starts or ends (53300, 57P03).
        case unavailable
        /// No room is left on the server (53100).
        case full
        /// The server only reads (25006): it is a standby.
        case readOnly
        /// Name or password (28xxx).
        case login
        /// A database that is not there (3D000).
        case noDatabase
        /// A table, column or function that is not there (42P01, 42703, 42883, 3F000).
        case absent
        /// A text that no server keeps: with a NUL, or no UTF-8 (22021).
        case text
        /// What a function of ours raised; the state is its own code.
        case raised
        /// The connection is gone.
        case lost
        /// Nobody answers at the address.
        case unreachable
        /// An answer of another form than was asked for.
        case unexpectedAnswer
        /// Whatever else.
        case other
    }

    /// Why.
    public let reason: Reason
    /// The five characters of the server (SQLSTATE); empty where it said none.
    public let state: String
    /// What a function of ours raised, or the server's sentence where that quotes nothing; else our own.
    public let message: String
    /// The rule of the table that was broken, by its name; empty where none was.
    public let constraint: String

    init(_ reason: Reason, _ message: String, state: String = "", constraint: String = "") {
        (self.reason, self.message, self.state, self.constraint) = (reason, PostgresFailure.plain(message), state, constraint)
    }

    /// What a server says.
    init(state: String, message: String, constraint: String = "") {
        let reason = PostgresFailure.reason(of: state)
        // These quote what was sent: a key that is taken, a text that is no number, a row that breaks a rule.
        let isOurs = ["22", "23", "21", "44", "42"].contains(state.prefix(2)) && reason != .forbidden && reason != .absent
        self.init(
            reason, isOurs || message.isEmpty ? "The server refused what was asked (SQLSTATE \(state))." : message, state: state,
            constraint: constraint)
    }

    private static let reasons: [String: Reason] = [
        "40001": .conflict, "40P01": .conflict, "23505": .duplicate, "42501": .forbidden, "55P03": .busy, "57014": .busy,
        "53300": .unavailable, "57P03": .unavailable, "53100": .full, "25006": .readOnly, "3D000": .noDatabase, "42P01": .absent,
        "42703": .absent, "42883": .absent, "3F000": .absent, "22021": .text, "P0001": .raised, "25P03": .lost, "57P01": .lost,
        "57P02": .lost, "57P05": .lost,
    ]

    private static func reason(of state: String) -> Reason {
        if let known = reasons[state] { return known }
        return switch state.prefix(2) {
        case "08": .lost
        case "23", "44": .constraint
        case "28": .login
        // What nobody else uses is raised by functions of ours.
        case let own
        where own.first.map { ("I"..."O").contains($0) || ("Q"..."W").contains($0) || ("Y"..."Z").contains($0) } == true:
            .raised
        default: .other
        }
    }

    /// One line without controls, and not too long of one.
    static func plain(_ text: String) -> String {
        let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
        let scalars = line.unicodeScalars.prefix(300).map { $0.properties.generalCategory == .control ? " " : $0 }
        return String(String.UnicodeScalarView(scalars))
    }
}

extension PostgresFailure {
    /// It for a person, and for the exit status.
    public var failure: Failure {
        switch reason {
        case .conflict:
            Failure(.postgresConflict, "Others changed the same all the time.", advice: "Try it again.", kind: .temporary)
        case .busy:
            Failure(.postgresBusy, "The database is busy: it did not answer in time.", advice: "Try it again.", kind: .temporary)
        case .unavailable:
            Failure(
                .postgresBusy, "The database takes nobody in right now.", advice: "Try it again in a moment.", kind: .temporary)
        case .lost:
            Failure(
                .postgresLost, "The connection to the database was lost; nothing was changed.", advice: "Try it again.",
                kind: .temporary)
        case .unreachable:
            Failure(
                .postgresUnreachable, "The database cannot be reached: \(sentence)",
                advice: "See whether the server runs and the address is right.", kind: .temporary)
        case .full:
            Failure(
                .postgresFull, "The database has no room left; nothing was changed.", advice: "Make room on the server.",
                kind: .temporary)
        case .readOnly:
            Failure(
                .postgresRefused, "This server only reads: it is a standby.",
                advice: "Name both servers and `target_session_attrs=read-write` in the address.", kind: .temporary)
        case .login:
            Failure(
                .postgresLogin, "The database does not let you in: \(sentence)",
                advice: "A password belongs in ~/.pgpass (or the file of PGPASSFILE), a user in the address or the service file.")
        case .forbidden, .noDatabase, .raised: Failure(.postgresRefused, "The database refused it: \(sentence)")
        case .text:
            Failure(.postgresText, "A text holds what no database keeps: a NUL, or no characters.", kind: .badData)
        case .duplicate, .constraint:
            Failure(.postgresRefused, "The database refused it: a rule of its tables says no (SQLSTATE \(state)).")
        case .absent, .unexpectedAnswer, .other:
            Failure(
                .postgresTrouble, "The database answered with trouble: \(sentence)",
                advice: "See whether it was made by a program of the same version.")
        }
    }

    private var sentence: String { message.hasSuffix(".") ? message : message + "." }
}
