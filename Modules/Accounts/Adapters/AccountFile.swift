import Accounts
import Files
import Kernel

extension AccountKeep {
    /// In a file of the app's folder, 0600: it holds the key.
    ///
    /// - Parameters:
    ///   - path: asked for when the file is needed; throws when nothing says where it belongs.
    ///   - isRehearsal: whether what is saved is forgotten with the process.
    ///   - seen: what this process has read of files: the account is asked for often.
    public static func file(
        _ path: @escaping @Sendable () throws -> String, isRehearsal: Bool, seen: SeenFiles = SeenFiles()
    ) -> AccountKeep {
        let file: @Sendable () throws -> AccountFile = { AccountFile(path: try path(), seen: seen) }
        guard !isRehearsal else {
            let unsaved = AccountKeep.memory()
            return AccountKeep(load: { try unsaved.load() ?? file().load() }, save: unsaved.save, forget: unsaved.forget)
        }
        return AccountKeep(load: { try file().load() }, save: { try file().save($0) }, forget: { try file().forget() })
    }
}

private struct AccountFile {
    let path: String
    let seen: SeenFiles

    private var file: SmallFile { SmallFile(path, limit: 64 << 10) }

    func load() throws -> Account? { try seen.value(of: path, read) }

    private func read() throws -> Account? {
        do {
            guard let bytes = try file.read(isSecret: true) else { return nil }
            return try JSONDecoder().decode(Account.self, from: Data(bytes))
        } catch let trouble as FileTrouble {
            throw unsafe("\(trouble)")
        } catch {
            throw unsafe("it is damaged")
        }
    }

    func save(_ account: Account) throws {
        let encoder = JSONEncoder()
        defer { seen.forget(path) }
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        do { try file.replace(Array(encoder.encode(account)) + [10]) } catch let trouble as FileTrouble {
            throw notKept(trouble)
        }
    }

    func forget() throws {
        defer { seen.forget(path) }
        do { try file.remove() } catch let trouble as FileTrouble { throw notKept(trouble) }
    }

    private func unsafe(_ reason: String) -> Failure {
        Failure(
            .accountNotKept, "\(path) cannot be used: \(reason).",
            advice: "Correct that, or move the file away to be a guest; your data stays.", kind: .cannotCreate)
    }

    private func notKept(_ trouble: FileTrouble) -> Failure {
        Failure(
            .accountNotKept, "\(path) cannot be written: \(trouble).",
            advice: "See whether there is room, and whether you may write there.",
            kind: .cannotCreate)
    }
}

extension SyncLog {
    /// In a file beside the records. Nobody waits until it is on the medium.
    public static func file(_ path: String, seen: SeenFiles = SeenFiles()) -> SyncLog {
        let file = SmallFile(path, limit: 1 << 20)
        return SyncLog(
            read: {
                seen.value(of: path) {
                    (try? file.read()).flatMap { $0 }.flatMap { try? JSONDecoder().decode(SyncNotes.self, from: Data($0)) }
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
