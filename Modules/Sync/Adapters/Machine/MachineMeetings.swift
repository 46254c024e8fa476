import Kernel
import Programs
import Sync

/// What this machine opens places with: databases and folders, sealed by the program `age`.
public struct MachineMeetings: Sendable {
    private let programs: Programs
    private let work: String
    private let now: @Sendable () -> Instant
    private let login: @Sendable () throws -> String

    /// - Parameters:
    ///   - work: where sealed bytes may lie for a moment, absolute.
    ///   - now: the machine's clock.
    ///   - login: where this device keeps its login at a database, absolute; asked when it is needed.
    public init(
        _ programs: Programs, workingIn work: String, now: @escaping @Sendable () -> Instant,
        login: @escaping @Sendable () throws -> String
    ) {
        (self.programs, self.work, self.now, self.login) = (programs, work, now, login)
    }

    /// The place at an address: `postgres:URL`, or the absolute path of a folder.
    ///
    /// - Throws: `postgresAddress`.
    public func open(_ address: String, _ key: AccountKey?, mayMake: Bool) throws -> Meeting {
        let seal: any Seal = key.map { AgeSeal($0, of: programs, workingIn: work) } ?? Unsealed()
        if let server = try PostgresTransport(place: address, login: SyncLogin(at: try login()), mayMake: mayMake) {
            return Meeting(server, seal: seal, files: server.files, bell: server.bell(besides:))
        }
        let folder = FolderTransport(address, mayMake: mayMake)
        return Meeting(folder, seal: seal, files: FolderFiles(address, mayMake: false, now: now), bell: folder.bell(besides:))
    }

    /// A new key, and the proof that it can be used here.
    ///
    /// - Throws: `missingProgram`; `syncSealUnable`.
    public func newKey() throws -> AccountKey {
        let key = try KeyMaker.age(of: programs).make()
        try AgeSeal(key, of: programs, workingIn: work).check()
        return key
    }
}
