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
        guard let folder = try folder(place) else { return [] }
        return try folder.names(hidden: true).filter { !FolderVaultFiles.isDraft($0) }.flatMap { name -> [String] in
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

    public func exchange(_ path: String, _ make: (_ bytes: [UInt8]) throws -> [UInt8]?) throws {
        guard !isRehearsal else { return }
        do {
            let (folder, name) = try place(path)
            let file = try folder.openFile(name)
            guard file.isAtRest(), let bytes = try make(file.bytes(at: 0, count: file.size)) else { return }
            try folder.drafting(name) { try folder.replace(bytes, named: name, draft: $0, over: file) }
        } catch FileTrouble.missing {
            return
        } catch let trouble as FileTrouble {
            throw FolderVaultFiles.failure(path, trouble)
        }
    }

    public func drafts() throws -> [String] {
        guard !home.isEmpty else { return [] }
        return try told { try folder(["drafts"])?.names() ?? [] }
    }

    public func clear(aside: Bool) throws {
        guard !isRehearsal, !home.isEmpty else { return }
        try told {
            guard let root = try folder([]) else { return }
            for path in try folders.flatMap({ try paths(below: [$0]) }) where path.split(separator: "/").last?.first == "." {
                let (folder, name) = try place(path)
                try folder.remove(name)
            }
            for name in FolderVaultFiles.passing + (aside ? FolderVaultFiles.aside : []) { try root.removeTree(name) }
            guard aside else { return }
            for name in try root.names() where FolderVaultFiles.isAside(name) { try root.removeTree(name) }
        }
    }

    public func clearWords() throws {
        guard !isRehearsal, !home.isEmpty else { return }
        try told { try folder([])?.removeTree("search") }
    }

    public func others() throws -> [String] {
        guard !home.isEmpty else { return [] }
        let own = Set(folders + FolderVaultFiles.passing + FolderVaultFiles.aside).union(FolderVaultFiles.known)
        return try told {
            try (folder([])?.names() ?? []).filter { name in
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
        case .held(let held):
            // Only who holds this makes such drafts: those that are there a killed process has left.
            if !isRehearsal { for name in folders { try? removeDrafts(below: [name]) } }
            return held
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

    /// A folder of the app; nil where it is missing. One that is there and cannot be opened may hold anything, and counts as nothing.
    private func folder(_ place: [String]) throws -> Folder? {
        do {
            return try Folder.open(home, place[...], making: false)
        } catch FileTrouble.missing {
            return nil
        } catch let trouble as FileTrouble {
            throw FolderVaultFiles.failure(([home] + place).joined(separator: "/"), trouble)
        }
    }

    private func removeDrafts(below place: [String]) throws {
        guard let folder = try folder(place) else { return }
        for name in try folder.names(hidden: true) where folder.facts(of: name) == nil || FolderVaultFiles.isDraft(name) {
            if folder.facts(of: name) != nil { try folder.remove(name) } else { try removeDrafts(below: place + [name]) }
        }
    }

    /// The names that `Folder.drafting` gives.
    private static func isDraft(_ name: String) -> Bool {
        let parts = name.split(separator: ".")
        return name.hasPrefix(".") && parts.count > 2 && parts.suffix(2).allSatisfy { $0.allSatisfy(\.isNumber) }
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
