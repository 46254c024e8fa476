import Files
import Kernel
import Programs
import Vault

/// The files of an app in its directory.
public struct FolderVaultFiles: VaultFiles {
    private let home: String
    private let folders: [String]
    private let isRehearsal: Bool

    /// What can be made again, or is on its way.
    private static let passing = ["coming", "rows", "search", "work"]
    /// What was kept aside for a person to look at.
    private static let aside = ["kept", "quarantine", "recovered"]
    /// What everybody may see: the records themselves, and what other modules keep without a word of a diary.
    private static let known: Set<String> = [
        "CURRENT", "account", "community", "community-logins", "device", "display", "drafts", "identity", "languages",
        "licences", "lock", "sync-login", "sync-notes",
    ]

    /// Files below a directory, which may be missing yet.
    ///
    /// - Parameters:
    ///   - home: absolute; empty where nothing is kept in files, and then nothing can be locked.
    ///   - folders: those whose files are locked.
    public init(in home: String, folders: [String], isRehearsal: Bool) {
        (self.home, self.folders, self.isRehearsal) = (home, folders, isRehearsal)
    }

    public func paths() throws -> [String] {
        guard !home.isEmpty else { return [] }
        return try told { try folders.flatMap { try paths(below: [$0]) } }
    }

    private func paths(below place: [String]) throws -> [String] {
        guard let folder = try? Folder.open(home, place[...], making: false) else { return [] }
        return try folder.names(hidden: true).flatMap { name -> [String] in
            let inner = place + [name]
            if folder.facts(of: name) != nil { return [inner.joined(separator: "/")] }
            return inner.count < 8 ? try paths(below: inner) : []
        }
    }

    public func bytes(of path: String, atMost count: Int?) throws -> [UInt8]? {
        do {
            let (folder, name) = try place(path)
            let file = try folder.openFile(name)
            return try file.bytes(at: 0, count: min(count ?? file.size, file.size))
        } catch FileTrouble.missing {
            return nil
        } catch let trouble as FileTrouble {
            throw FolderVaultFiles.failure(path, trouble)
        }
    }

    public func replace(_ path: String, with bytes: [UInt8]) throws {
        guard !isRehearsal else { return }
        do {
            let (folder, name) = try place(path)
            try folder.drafting(name) { try folder.replace(bytes, named: name, draft: $0) }
        } catch let trouble as FileTrouble {
            throw FolderVaultFiles.failure(path, trouble)
        }
    }

    public func drafts() throws -> [String] {
        guard !home.isEmpty, let folder = try? Folder.open(home, ["drafts"], making: false) else { return [] }
        return try told { try folder.names() }
    }

    public func clear(aside: Bool) throws {
        guard !isRehearsal, !home.isEmpty, let root = try? Folder.open(home, [], making: false) else { return }
        try told {
            // Drafts of files that a killed process has left are hidden.
            for path in try folders.flatMap({ try paths(below: [$0]) }) where path.split(separator: "/").last?.first == "." {
                let (folder, name) = try place(path)
                try folder.remove(name)
            }
            for name in FolderVaultFiles.passing + (aside ? FolderVaultFiles.aside : []) { try root.removeTree(name) }
            guard aside else { return }
            for name in try root.names() where FolderVaultFiles.isAside(name) { try root.removeTree(name) }
        }
    }

    public func others() throws -> [String] {
        guard !home.isEmpty, let root = try? Folder.open(home, [], making: false) else { return [] }
        let own = Set(folders + FolderVaultFiles.passing + FolderVaultFiles.aside).union(FolderVaultFiles.known)
        return try told {
            try root.names().filter { name in
                !own.contains(name) && !FolderVaultFiles.isAside(name) && !name.hasSuffix(".lock")
                    && !["log-", "index-"].contains(where: name.hasPrefix)
            }
        }
    }

    public func hold() throws -> any Sendable {
        guard !home.isEmpty else {
            throw Failure(
                .vaultNotKept, "Nothing is kept here, so there is nothing to lock.", advice: "Leave out `--store memory`.")
        }
        switch WorkLock("vault", in: home).take() {
        case .held(let held): return held
        case .busy: throw Failure.vaultBusy
        case .impossible:
            throw Failure(
                .vaultNotKept, "Nothing can be written in \(home).",
                advice: "Check that the folder is yours, and that there is space.",
                kind: .cannotCreate)
        }
    }

    private func place(_ path: String) throws -> (folder: Folder, name: String) {
        let parts = path.split(separator: "/").map(String.init)
        return (try Folder.open(home, parts.dropLast(), making: false), parts.last ?? "")
    }

    private static func isAside(_ name: String) -> Bool {
        name.hasPrefix("aside-") || name.hasPrefix("backup-") && name.hasSuffix(".jsonl")
    }

    private func told<Value>(_ work: () throws -> Value) throws -> Value {
        do { return try work() } catch let trouble as FileTrouble { throw FolderVaultFiles.failure(home, trouble) }
    }

    private static func failure(_ path: String, _ trouble: FileTrouble) -> Failure {
        Failure(
            .vaultNotKept, "\(path) cannot be read or written: \(trouble).",
            advice: "Nothing is lost. When that is corrected, the same command goes on where it was.", kind: .cannotCreate)
    }
}
