import Files
import Kernel
import Programs

/// The menu of the user's desktop, limited to the one file of this app.
///
/// The file is written atomically.
public struct DesktopMenu: Sendable {
    let entry: DesktopEntry
    private let command: [String]
    private let folder: String?
    private let isDryRun: Bool

    /// Creates access to the menu.
    ///
    /// - Parameters:
    ///   - entry: the description of the app.
    ///   - command: the program's absolute path, and the arguments that select its records.
    ///   - data: the user's data folder, `~/.local/share`, or nil without a home folder.
    ///   - isDryRun: whether all writes are skipped.
    public init(_ entry: DesktopEntry, _ command: [String], data: String?, isDryRun: Bool = false) {
        self.entry = entry
        self.command = command
        self.isDryRun = isDryRun
        folder = data.map { "\($0)/applications" }
    }

    func text() throws -> String { try entry.text(command) }

    /// Writes the file, replacing one that this app wrote earlier.
    ///
    /// - Returns: its path.
    /// - Throws: `menuTaken` if another file exists there, `menuUnwritten`, `menuUnsaid`,
    ///   `menuElsewhere`.
    func install() throws -> String {
        let text = try text()
        let file = try file()
        _ = try existsAndIsOurs(file)
        guard !isDryRun else { return file.path }
        do { try file.replace(Array(text.utf8)) } catch {
            throw Failure(
                .menuUnwritten, "“\(file.path)” cannot be written: \(error).",
                advice: "Check whether the folder belongs to you.", kind: .cannotCreate)
        }
        return file.path
    }

    /// Deletes the file, but only if this app wrote it.
    ///
    /// - Returns: its path, and whether it existed.
    /// - Throws: `menuTaken` if another file exists there, `menuUnwritten`, `menuElsewhere`.
    func remove() throws -> (path: String, wasThere: Bool) {
        let file = try file()
        guard try existsAndIsOurs(file) else { return (file.path, false) }
        do { if !isDryRun { try file.remove() } } catch {
            throw Failure(
                .menuUnwritten, "“\(file.path)” cannot be removed: \(error).",
                advice: "Check whether the folder belongs to you.")
        }
        return (file.path, true)
    }

    private func file() throws -> SmallFile {
        guard !Platform.isMac else {
            throw Failure(
                .menuElsewhere, "macOS has no such menu.", advice: "Keep the app in the Dock of your terminal.")
        }
        guard let folder else {
            throw Failure(.menuUnwritten, "There is no folder for menus.", advice: "Set the variable HOME.")
        }
        return SmallFile("\(folder)/\(entry.app).desktop", limit: 1 << 16)
    }

    /// Returns whether the menu file exists, and throws `menuTaken` for a foreign one.
    ///
    /// A link, an oversized file and anything that is not a file count as foreign.
    private func existsAndIsOurs(_ file: SmallFile) throws -> Bool {
        let bytes: [UInt8]?
        do { bytes = try file.read() } catch { bytes = [] }
        guard let bytes else { return false }
        guard entry.isOurs(String(decoding: bytes, as: UTF8.self)) else {
            throw Failure(
                .menuTaken, "“\(file.path)” was not written by \(entry.app), or was changed since. It stays as it is.",
                advice: "Move it away, and try again.")
        }
        return true
    }
}
