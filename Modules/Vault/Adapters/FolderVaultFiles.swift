import Files
import Kernel
import Programs
import Vault

/// The files of an app in its directory.
package struct FolderVaultFiles: VaultFiles {
    private let home: String
    private let folders: [String]
    private let isDryRun: Bool

    /// The folders with caches and interrupted work, which locking removes.
    private static let temporaryFolders = ["coming", "rows", "search", "work"]
    /// The folders with files that were kept for the user to inspect.
    private static let asideFolders = ["kept", "quarantine", "recovered"]
    /// The public files: the records themselves, and data of other modules without diary text.
    private static let publicFiles: Set<String> = [
        "CURRENT", "account", "community", "community-logins", "device", "display", "drafts", "identity", "languages",
        "licences", "lock", "sync-login", "sync-notes",
    ]

    /// Creates the files below a directory, which may be missing.
    ///
    /// - Parameters:
    ///   - home: The absolute directory, or empty if nothing is stored in files. Locking is
    ///     impossible then.
    ///   - folders: The folders whose files are locked.
    package init(in home: String, folders: [String], isDryRun: Bool) {
        self.home = home
        self.folders = folders
        self.isDryRun = isDryRun
    }

    package func paths() throws -> [String] {
        guard !home.isEmpty else { return [] }
        return try reportingFileErrors { try folders.flatMap { try paths(below: [$0]) } }
    }

    private func paths(below components: [String]) throws -> [String] {
        guard let folder = try folder(components) else { return [] }
        return try folder.names(hidden: true).filter { !FolderVaultFiles.isDraft($0) }.flatMap { name -> [String] in
            let childComponents = components + [name]
            if folder.metadata(of: name) != nil { return [childComponents.joined(separator: "/")] }
            return childComponents.count < 8 ? try paths(below: childComponents) : []
        }
    }

    package func bytes(of path: String, atMost count: Int?) throws -> [UInt8]? {
        do {
            let (folder, name) = try location(of: path)
            let file = try folder.openFile(name)
            return try file.bytes(at: 0, count: min(count ?? file.size, file.size))
        } catch FileError.missing {
            return nil
        } catch let trouble as FileError {
            throw FolderVaultFiles.failure(path, trouble)
        }
    }

    package func replaceContents(_ path: String, _ make: (_ bytes: [UInt8]) throws -> [UInt8]?) throws {
        guard !isDryRun else { return }
        do {
            let (folder, name) = try location(of: path)
            let file = try folder.openFile(name)
            guard file.isAtRest(), let bytes = try make(file.bytes(at: 0, count: file.size)) else { return }
            try folder.withFreeDraftName(name) { try folder.replace(bytes, named: name, draft: $0, over: file) }
        } catch FileError.missing {
            return
        } catch let trouble as FileError {
            throw FolderVaultFiles.failure(path, trouble)
        }
    }

    package func drafts() throws -> [String] {
        guard !home.isEmpty else { return [] }
        return try reportingFileErrors { try folder(["drafts"])?.names() ?? [] }
    }

    package func removePlainTextFiles(aside: Bool) throws {
        guard !isDryRun, !home.isEmpty else { return }
        try reportingFileErrors {
            guard let root = try folder([]) else { return }
            for path in try folders.flatMap({ try paths(below: [$0]) })
            where path.split(separator: "/").last?.first == "." {
                let (folder, name) = try location(of: path)
                try folder.remove(name)
            }
            for name in FolderVaultFiles.temporaryFolders + (aside ? FolderVaultFiles.asideFolders : []) {
                try root.removeTree(name)
            }
            guard aside else { return }
            for name in try root.names() where FolderVaultFiles.isAside(name) { try root.removeTree(name) }
        }
    }

    package func removeSearchIndexes() throws {
        guard !isDryRun, !home.isEmpty else { return }
        try reportingFileErrors { try folder([])?.removeTree("search") }
    }

    package func otherFiles() throws -> [String] {
        guard !home.isEmpty else { return [] }
        let knownNames = Set(folders + FolderVaultFiles.temporaryFolders + FolderVaultFiles.asideFolders).union(
            FolderVaultFiles.publicFiles)
        return try reportingFileErrors {
            try (folder([])?.names() ?? []).filter { name in
                !knownNames.contains(name) && !FolderVaultFiles.isAside(name) && !name.hasSuffix(".lock")
                    && !["log-", "index-"].contains(where: name.hasPrefix)
            }
        }
    }

    package func acquireLock() throws -> any Sendable {
        guard !home.isEmpty else {
            throw Failure(
                .vaultNotKept, "Nothing is kept here, so there is nothing to lock.",
                advice: "Leave out `--store memory`.")
        }
        switch WorkLock("vault", in: home).acquire() {
        case .held(let lock):
            // Only the holder creates such drafts. Existing ones are left from a killed process.
            if !isDryRun { for name in folders { try? removeDrafts(below: [name]) } }
            return lock
        case .busy: throw Failure.vaultBusy
        case .unavailable:
            throw Failure(
                .vaultNotKept, "Nothing can be written in \(home).",
                advice: "Check that the folder is yours, and that there is space.", kind: .cannotCreate)
        }
    }

    private func location(of path: String) throws -> (folder: Folder, name: String) {
        let parts = path.split(separator: "/").map(String.init)
        return (try Folder.open(home, parts.dropLast(), making: false), parts.last ?? "")
    }

    /// Opens a folder of the app, or returns nil if it is missing. An existing folder that cannot
    /// be opened is an error.
    private func folder(_ components: [String]) throws -> Folder? {
        do {
            return try Folder.open(home, components[...], making: false)
        } catch FileError.missing {
            return nil
        } catch let trouble as FileError {
            throw FolderVaultFiles.failure(([home] + components).joined(separator: "/"), trouble)
        }
    }

    private func removeDrafts(below components: [String]) throws {
        guard let folder = try folder(components) else { return }
        for name in try folder.names(hidden: true)
        where folder.metadata(of: name) == nil || FolderVaultFiles.isDraft(name) {
            if folder.metadata(of: name) != nil {
                try folder.remove(name)
            } else {
                try removeDrafts(below: components + [name])
            }
        }
    }

    /// Returns whether a name has the form of `Folder.withFreeDraftName`.
    private static func isDraft(_ name: String) -> Bool {
        let parts = name.split(separator: ".")
        return name.hasPrefix(".") && parts.count > 2 && parts.suffix(2).allSatisfy { $0.allSatisfy(\.isNumber) }
    }

    private static func isAside(_ name: String) -> Bool {
        name.hasPrefix("aside-") || name.hasPrefix("backup-") && name.hasSuffix(".jsonl")
    }

    private func reportingFileErrors<Value>(_ work: () throws -> Value) throws -> Value {
        do { return try work() } catch let trouble as FileError { throw FolderVaultFiles.failure(home, trouble) }
    }

    private static func failure(_ path: String, _ trouble: FileError) -> Failure {
        Failure(
            .vaultNotKept, "\(path) cannot be read or written: \(trouble).",
            advice: "Nothing is lost. When that is corrected, the same command goes on where it was.",
            kind: .cannotCreate)
    }
}
