import Kernel
import Programs

/// The menu of a person's desktop, as far as it shows this app: one file, which is there whole or not at all.
public struct DesktopMenu: Sendable {
    private let command: [String]
    private let folder: String?
    private let isRehearsal: Bool

    /// - Parameters:
    ///   - command: the program's absolute path, and the words that lead it to its records.
    ///   - data: where a person's data are, `~/.local/share`; nil where there is no home.
    ///   - isRehearsal: whether nothing is written.
    public init(_ command: [String], data: String?, isRehearsal: Bool = false) {
        (self.command, folder, self.isRehearsal) = (command, data.map { "\($0)/applications" }, isRehearsal)
    }

    /// What the file holds.
    func entry() throws -> DesktopEntry { try DesktopEntry(command) }

    /// Puts it there, in the place of one that this app wrote before.
    ///
    /// - Returns: its path.
    /// - Throws: `menuTaken` where another one is there, `menuUnwritten`, `menuUnsaid`, `menuElsewhere`.
    func install() throws -> String {
        let (text, path) = (try entry().text, try path())
        _ = try isThere(path)
        guard !isRehearsal else { return path }
        do {
            try FileManager.default.createDirectory(
                atPath: String(path.dropLast(DesktopEntry.name.count + 1)), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw Failure(
                .menuUnwritten, "“\(path)” cannot be written.", advice: "Look whether the folder is yours.", kind: .cannotCreate)
        }
        return path
    }

    /// Takes away what this app put there, and nothing else.
    ///
    /// - Returns: its path, and whether it was there.
    /// - Throws: `menuTaken` where another one is there, `menuUnwritten`, `menuElsewhere`.
    func remove() throws -> (path: String, wasThere: Bool) {
        let path = try path()
        guard try isThere(path) else { return (path, false) }
        do { if !isRehearsal { try FileManager.default.removeItem(atPath: path) } } catch {
            throw Failure(.menuUnwritten, "“\(path)” cannot be removed.", advice: "Look whether the folder is yours.")
        }
        return (path, true)
    }

    private func path() throws -> String {
        #if canImport(Darwin)
            throw Failure(.menuElsewhere, "macOS has no such menu.", advice: "Keep the app in the Dock of your terminal.")
        #else
            guard let folder else {
                throw Failure(.menuUnwritten, "There is no folder for menus.", advice: "Set the variable HOME.")
            }
            return "\(folder)/\(DesktopEntry.name)"
        #endif
    }

    /// Whether the file of this app is there.
    private func isThere(_ path: String) throws -> Bool {
        // The attributes of a link are its own.
        guard let facts = try? FileManager.default.attributesOfItem(atPath: path) else { return false }
        guard facts[.type] as? FileAttributeType == .typeRegular, facts[.size] as? Int ?? .max < 1 << 16,
            let bytes = FileManager.default.contents(atPath: path), DesktopEntry.isOurs(String(decoding: bytes, as: UTF8.self))
        else {
            throw Failure(
                .menuTaken, "“\(path)” was not written by focusflow, or was changed since. It stays as it is.",
                advice: "Move it away, and try again.")
        }
        return true
    }
}
