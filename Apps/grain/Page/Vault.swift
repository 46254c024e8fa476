import Composition
import Diary
import Files
import Kernel
import Pictures
import Search
import StorageCommands
import SyncAdapters
import Terminal
import Vault
import VaultAdapters
import VaultCommands

/// What is locked of a diary, and how: records in the store, photos in their folders.
package struct GrainVault {
    /// The kinds of record that are closed while the diary is locked, by name.
    package static var sealed: Set<String> { Set(kinds.map(\.name)) }

    /// The records as whoever has the key sees them.
    let store: any Store
    /// The same as they lie.
    let beneath: RecordsBeneath
    let plugin: VaultPlugin
    private let vault: Vault

    /// Days stay in sight, so that streak and reminders go on.
    private static let kinds =
        [
            SealedKind("diary.entries", inSight: ["day"]), SealedKind("diary.trash", inSight: ["deletion"]),
            SealedKind("sync.recovered", isAlone: true), SealedKind("sync.quarantine", isAlone: true),
            SealedKind("sync.bytes", isAlone: true),
        ] + SealedKind.undo

    init(_ environment: Environment) {
        let (base, work) = (environment.openStore(), environment.folder("work"))
        let variable = (
            name: "GRAIN_PASSPHRASE", value: environment.variables["GRAIN_PASSPHRASE"].flatMap { $0.isEmpty ? nil : $0 }
        )
        let keeper = KeyKeeper(
            wrap: OpenSSLWrap(of: environment.programs, workingIn: work), ring: SystemRing(environment.programs),
            variable: variable
        ) { AgeSeal($0, of: environment.programs, workingIn: work) }
        let seen = VaultStore(over: base, locking: GrainVault.kinds, keeper)
        let files = FolderVaultFiles(
            in: environment.isPassing ? "" : environment.home, folders: PhotoPath.roots, isRehearsal: environment.options.isDryRun
        )
        vault = Vault(base, seenAs: seen, files: files, keeper, ids: environment.ids, now: environment.time.now)
        store = seen
        beneath = RecordsBeneath(base, judging: Vault.judging) { $0.code == .vaultLocked }
        plugin = VaultPlugin(vault, variable: variable, isRehearsal: environment.options.isDryRun)
    }

    var isClosed: @Sendable () throws -> Bool { { [vault] in try vault.isClosed() } }

    var isLocked: @Sendable () throws -> Bool { { [vault] in try vault.isThere() } }

    func shelf(_ shelf: any BlobShelf<PhotoPath>) -> any BlobShelf<PhotoPath> { lockable(shelf) }

    func search(_ search: any TextSearch) -> any TextSearch { VaultSearch(over: search, vault) }

    private func lockable(_ shelf: some BlobShelf<PhotoPath>) -> any BlobShelf<PhotoPath> { VaultShelf(over: shelf, vault) }
}
