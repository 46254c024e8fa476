import Accounts
import Files
import Kernel

extension AccountStorage {
    /// Creates account storage in a file of the app's folder. Its mode is 0600, because it contains
    /// the key.
    ///
    /// - Parameters:
    ///   - path: Evaluated when the file is needed. Throws if the location is unknown.
    ///   - isDryRun: Whether changes are kept in memory only.
    ///   - seen: This process's file cache, because the account is read often.
    package static func file(
        _ path: @escaping @Sendable () throws -> String, isDryRun: Bool, seen: FileCache = FileCache()
    ) -> AccountStorage {
        let file: @Sendable () throws -> AccountFile = { AccountFile(path: try path(), cache: seen) }
        guard !isDryRun else {
            let memory = AccountStorage.memory()
            return AccountStorage(
                load: { try memory.load() ?? file().load() }, save: memory.save, forget: memory.forget)
        }
        return AccountStorage(
            load: { try file().load() }, save: { try file().save($0) }, forget: { try file().forget() })
    }
}

/// The account of this device as a JSON file that only the user can read.
private struct AccountFile {
    let path: String
    let cache: FileCache

    private var file: SmallFile { SmallFile(path, limit: 64 << 10) }

    func load() throws -> Account? { try cache.value(of: path, read) }

    private func read() throws -> Account? {
        do {
            guard let bytes = try file.read(isSecret: true) else { return nil }
            return try JSONDecoder().decode(Account.self, from: Data(bytes))
        } catch let fileError as FileError {
            throw unsafe("\(fileError)")
        } catch {
            throw unsafe("it is damaged")
        }
    }

    func save(_ account: Account) throws {
        let encoder = JSONEncoder()
        defer { cache.forget(path) }
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        do { try file.replace(Array(encoder.encode(account)) + [10]) } catch let fileError as FileError {
            throw notKept(fileError)
        }
    }

    func forget() throws {
        defer { cache.forget(path) }
        do { try file.remove() } catch let fileError as FileError { throw notKept(fileError) }
    }

    private func unsafe(_ reason: String) -> Failure {
        Failure(
            .accountNotKept, "\(path) cannot be used: \(reason).",
            advice: "Correct that, or move the file away to be a guest; your data stays.", kind: .cannotCreate)
    }

    private func notKept(_ fileError: FileError) -> Failure {
        Failure(
            .accountNotKept, "\(path) cannot be written: \(fileError).",
            advice: "See whether there is room, and whether you may write there.", kind: .cannotCreate)
    }
}

extension SyncLog {
    /// Creates a log in a file next to the records. Writes do not wait for the disk.
    package static func file(_ path: String, seen: FileCache = FileCache()) -> SyncLog {
        let file = SmallFile(path, limit: 1 << 20)
        return SyncLog(
            read: {
                seen.value(of: path) {
                    (try? file.read()).flatMap { $0 }.flatMap {
                        try? JSONDecoder().decode(SyncNotes.self, from: Data($0))
                    }
                        ?? SyncNotes()
                }
            },
            write: { notes in
                defer { seen.forget(path) }
                guard let bytes = try? JSONEncoder().encode(notes) else { return }
                try? file.replace(Array(bytes), isDurable: false)
            })
    }
}
