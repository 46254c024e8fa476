import EngineKit
import Kernel

/// What SQLite answers instead of doing what it was told: https://www.sqlite.org/rescode.html.
struct DatabaseTrouble {
    private let (status, message, path): (Int32, String, String)

    init(_ status: Int32, _ message: String, _ path: String) {
        (self.status, self.message, self.path) = (status, message, path)
    }

    /// For people.
    var failure: Failure { failure(holder: nil) }

    /// - Parameter holder: who has what was waited for, where that is known.
    func failure(holder: String?) -> Failure {
        switch status & 0xFF {
        case 5, 6:
            Failure(
                .storeBusy,
                holder.map { "\(path) is in use by \($0), and has been for too long." }
                    ?? "\(path) is in use by another program, and has been for too long.",
                advice: "Try again when that is done, or end it.", kind: .temporary)
        case 8, 3, 23:
            Failure(
                .readOnlyStore, "\(path) cannot be written to: \(message).",
                advice:
                    "Correct the permissions of the file and of its folder, or copy it to where you may write.",
                kind: .cannotCreate)
        case 13:
            Failure(
                .diskFull, "There is no room left for \(path). Nothing was changed.",
                advice: "Make room, then try again.", kind: .temporary)
        case 14:
            Failure(
                .diskTrouble, "\(path) cannot be opened: \(message).",
                advice: "Check the name, its folder, and what you are allowed to do there.",
                kind: .cannotCreate)
        case 26:
            Failure(
                .noDatabase, "\(path) is not an SQLite database.",
                advice: "Choose another file; it was left as it is.", kind: .badData)
        case 11:
            Failure(
                .storeDamaged, "\(path) is damaged: \(message).",
                advice: "`doctor` names the damage, and `doctor --repair` saves what can be read.",
                kind: .badData)
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
    /// What everything throws in a build without.
    static let notBuilt = Failure(
        .noSQLite, "This build has no SQLite.",
        advice: "Install libsqlite3-dev (Debian) and build again: swift build --traits SQLite.",
        kind: .missingProgram)
}
