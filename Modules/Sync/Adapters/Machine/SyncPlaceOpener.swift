import Kernel
import Programs
import Sync

/// Opens places in databases and folders with the programs of this machine, encrypted by `age`.
package struct SyncPlaceOpener: Sendable {
    private let programs: ProgramPath
    private let work: String
    private let now: @Sendable () -> Instant
    private let login: @Sendable () throws -> String

    /// - Parameters:
    ///   - work: The absolute path of a temporary folder for encrypted bytes.
    ///   - now: The machine's clock.
    ///   - login: The absolute path of the file with this device's database login, evaluated on
    ///     first use.
    package init(
        _ programs: ProgramPath, workingIn work: String, now: @escaping @Sendable () -> Instant,
        login: @escaping @Sendable () throws -> String
    ) {
        self.programs = programs
        self.work = work
        self.now = now
        self.login = login
    }

    /// Opens the place at an address: `postgres:URL`, or the absolute path of a folder.
    ///
    /// - Throws: `postgresAddress`.
    package func open(_ address: String, _ key: AccountKey?, mayMake: Bool) throws -> OpenedSyncPlace {
        let seal: any Seal = key.map { AgeSeal($0, of: programs, workingIn: work) } ?? Unsealed()
        if let server = try PostgresTransport(place: address, login: SyncLogin(at: try login()), mayMake: mayMake) {
            return OpenedSyncPlace(
                server, seal: seal, files: server.files, makeChangeListener: server.changeListener(besides:))
        }
        let folder = FolderTransport(address, mayMake: mayMake)
        return OpenedSyncPlace(
            folder, seal: seal, files: FolderFiles(address, mayMake: false, now: now),
            makeChangeListener: folder.changeListener(besides:))
    }

    /// Creates a key and checks that it works on this machine.
    ///
    /// - Throws: `missingProgram`, `syncSealUnable`.
    package func newKey() throws -> AccountKey {
        let key = try KeyMaker.age(of: programs).make()
        try AgeSeal(key, of: programs, workingIn: work).checkEncryptionWorks()
        return key
    }
}
