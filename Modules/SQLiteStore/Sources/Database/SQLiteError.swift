import EngineKit
import Kernel

/// A result code of SQLite that is an error: https://www.sqlite.org/rescode.html.
struct SQLiteError {
    private let (status, message, path): (Int32, String, String)

    init(_ status: Int32, _ message: String, _ path: String) {
        self.status = status
        self.message = message
        self.path = path
    }

    var failure: Failure { failure(holder: nil) }

    /// Returns the error as a `Failure`.
    ///
    /// - Parameter holder: The process that holds the database, if known.
    func failure(holder: String?) -> Failure {
        switch status & 0xFF {
        case 5, 6:
            Failure(
                .storeBusy,
                holder.map { "\(path) has been in use by \($0) for too long." }
                    ?? "\(path) has been in use by another program for too long.",
                advice: "Try again when that is done, or end it.", kind: .temporary)
        case 8, 3, 23:
            Failure(
                .readOnlyStore, "\(path) cannot be written to: \(message).",
                advice:
                    "Correct the permissions of the file and its folder, or copy it to a folder that you may write to.",
                kind: .cannotCreate)
        case 13:
            Failure(
                .diskFull, "There is no room left for \(path). Nothing was changed.",
                advice: "Make room, then try again.", kind: .temporary)
        case 14:
            Failure(
                .diskTrouble, "\(path) cannot be opened: \(message).",
                advice: "Check the name, its folder, and what you are allowed to do there.", kind: .cannotCreate)
        case 26:
            Failure(
                .noDatabase, "\(path) is not an SQLite database.",
                advice: "Choose another file; this one was not changed.", kind: .badData)
        case 11:
            Failure(
                .storeDamaged, "\(path) is damaged: \(message).",
                advice: "`doctor` names the damage, and `doctor --repair` saves what can be read.", kind: .badData)
        case 18:
            Failure(
                .recordTooLarge, "A record is too long for \(path).", advice: "Split it.", kind: .badData)
        default:
            Failure(
                .diskTrouble, "\(path) cannot be read or written: \(message) (\(status)).",
                advice: "Check the disk, then try again.", kind: .temporary)
        }
    }
}

extension Failure {
    /// The error of every function in a build without SQLite.
    static let notBuilt = Failure(
        .noSQLite, "This build has no SQLite.",
        advice: "Install libsqlite3-dev (Debian) and build again: swift build --traits SQLite.", kind: .missingProgram)
}
