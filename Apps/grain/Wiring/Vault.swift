import BackupCommands
import Composition
import Diary
import Files
import Interface
import Kernel
import Pictures
import Search
import SyncAdapters
import Vault
import VaultAdapters
import VaultCommands

/// The lock of a diary, which covers records in the store and photos in their folders.
package struct GrainVault {
    /// The names of the collections that are encrypted while the diary is locked.
    package static var sealed: Set<String> { Set(kinds.map(\.name)) }

    let store: any Store
    let beneath: RawRecords
    let plugin: VaultPlugin
    private let vault: VaultService

    /// Days remain readable, so that streak and reminders continue.
    private static let kinds =
        [
            SealedKind("diary.entries", readableIndexes: ["day"]),
            SealedKind("diary.trash", readableIndexes: ["deletion"]),
            SealedKind("sync.recovered", isEncryptedAlone: true), SealedKind("sync.quarantine", isEncryptedAlone: true),
            SealedKind("sync.bytes", isEncryptedAlone: true),
        ] + SealedKind.undo

    init(_ environment: Environment) {
        let base = environment.openStore()
        let work = environment.folder("work")
        let variable = (
            name: "GRAIN_PASSPHRASE", value: environment.variables["GRAIN_PASSPHRASE"].flatMap { $0.isEmpty ? nil : $0 }
        )
        let keeper = VaultKeyProvider(
            wrap: OpenSSLWrap(of: environment.programs, workingIn: work), ring: SystemRing(environment.programs),
            variable: variable
        ) { AgeSeal($0, of: environment.programs, workingIn: work) }
        let lockedStore = VaultStore(over: base, locking: GrainVault.kinds, keeper)
        let files = FolderVaultFiles(
            in: environment.isTemporary ? "" : environment.home, folders: PhotoPath.roots,
            isDryRun: environment.options.isDryRun
        )
        vault = VaultService(
            base, store: lockedStore, files: files, keeper, ids: environment.ids, now: environment.time.now)
        store = lockedStore
        beneath = RawRecords(base, adaptCollections: VaultService.sealedAwareKinds) { $0.code == .vaultLocked }
        plugin = VaultPlugin(vault, variable: variable, isDryRun: environment.options.isDryRun)
    }

    var isClosed: @Sendable () throws -> Bool { { [vault] in try vault.isClosed() } }

    var isLocked: @Sendable () throws -> Bool { { [vault] in try vault.hasLock() } }

    func blobStore(_ blobStore: any BlobStore<PhotoPath>) -> any BlobStore<PhotoPath> { lockable(blobStore) }

    func search(_ search: any TextSearch) -> any TextSearch { VaultSearch(over: search, vault) }

    private func lockable(_ blobStore: some BlobStore<PhotoPath>) -> any BlobStore<PhotoPath> {
        VaultBlobStore(over: blobStore, vault)
    }
}
