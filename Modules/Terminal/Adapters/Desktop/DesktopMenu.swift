import Files
import Kernel
import Programs

/// The menu of a person's desktop, as far as it shows an app: one file, which is there whole or not at all.
public struct DesktopMenu: Sendable {
    let entry: DesktopEntry
    private let command: [String]
    private let folder: String?
    private let isRehearsal: Bool

    /// - Parameters:
    ///   - entry: what it shows.
    ///   - command: the program's absolute path, and the words that lead it to its records.
    ///   - data: where a person's data are, `~/.local/share`; nil where there is no home.
    ///   - isRehearsal: whether nothing is written.
    public init(_ entry: DesktopEntry, _ command: [String], data: String?, isRehearsal: Bool = false) {
        (self.entry, self.command, self.isRehearsal) = (entry, command, isRehearsal)
        folder = data.map { "\($0)/applications" }
    }

    /// What the file holds.
    func text() throws -> String { try entry.text(command) }

    /// Puts it there, in the place of one that this app wrote before.
    ///
    /// - Returns: its path.
    /// - Throws: `menuTaken` where another one is there, `menuUnwritten`, `menuUnsaid`, `menuElsewhere`.
    func install() throws -> String {
        let (text, file) = (try text(), try file())
        _ = try isThere(file)
        guard !isRehearsal else { return file.path }
        do { try file.replace(Array(text.utf8)) } catch {
            throw Failure(
                .menuUnwritten, "“\(file.path)” cannot be written: \(error).", advice: "Look whether the folder is yours.",
                kind: .cannotCreate)
        }
        return file.path
    }

    /// Takes away what this app put there, and nothing else.
    ///
    /// - Returns: its path, and whether it was there.
    /// - Throws: `menuTaken` where another one is there, `menuUnwritten`, `menuElsewhere`.
    func remove() throws -> (path: String, wasThere: Bool) {
        let file = try file()
        guard try isThere(file) else { return (file.path, false) }
        do { if !isRehearsal { try file.remove() } } catch {
            throw Failure(
                .menuUnwritten, "“\(file.path)” cannot be removed: \(error).", advice: "Look whether the folder is yours.")
        }
        return (file.path, true)
    }

    private func file() throws -> SmallFile {
        guard !Platform.isMac else {
            throw Failure(.menuElsewhere, "macOS has no such menu.", advice: "Keep the app in the Dock of your terminal.")
        }
        guard let folder else {
            throw Failure(.menuUnwritten, "There is no folder for menus.", advice: "Set the variable HOME.")
        }
        return SmallFile("\(folder)/\(entry.app).desktop", limit: 1 << 16)
    }

    /// Whether the file of this app is there. A link, what is too large and what is no file is somebody else's.
    private func isThere(_ file: SmallFile) throws -> Bool {
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
