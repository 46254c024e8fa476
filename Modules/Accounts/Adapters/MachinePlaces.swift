import Accounts
import Kernel
import Programs
import Sync
import SyncAdapters

extension SyncPlaces {
    /// Folders of this machine and databases, sealed by the program `age`.
    ///
    /// - Parameters:
    ///   - work: where sealed bytes may lie for a moment, absolute.
    ///   - login: where this device keeps its login at a database, absolute; asked when it is needed.
    public static func machine(
        _ programs: Programs, workingIn work: String, login: @escaping @Sendable () throws -> String
    ) -> SyncPlaces {
        SyncPlaces(
            open: { place, secret, mayMake in
                let seal = try secret.map { try AgeSeal(AccountKey(parsing: $0), of: programs, workingIn: work) as any Seal }
                if let server = try PostgresTransport(
                    place: place.address, login: SyncLogin(at: try login()), mayMake: mayMake)
                {
                    return Meeting(server, seal: seal ?? Unsealed(), bell: server.bell(besides:))
                }
                let folder = FolderTransport(place.address, mayMake: mayMake)
                return Meeting(
                    folder, seal: seal ?? Unsealed(), files: FolderFiles(place.address, mayMake: false),
                    bell: folder.bell(besides:))
            },
            newSecret: {
                let key = try KeyMaker.age(of: programs).make()
                try AgeSeal(key, of: programs, workingIn: work).check()
                return key.secret
            },
            secret: { try AccountKey(parsing: $0).secret }, words: { try AccountKey(parsing: $0).words.joined(separator: "-") },
            mark: { try AccountKey(parsing: $0).mark })
    }
}
