import Community
import CommunityAdapters
import Kernel
import Storage
import Terminal

extension Environment {
    /// The way to the shared board: `--community`, else COMMONPLACE_COMMUNITY, else a place beside the apps' own.
    package func communityAccess() -> BoardAccess {
        let said = options.communityDirectory ?? variables["COMMONPLACE_COMMUNITY"].flatMap { $0.isEmpty ? nil : $0 }
        let path = said ?? Environment.home(of: "commonplace-community", variables)
        if let store = given ?? (options.store == .memory ? MemoryStore(now: MachineTime.now) : nil) {
            let board = StoredCommunityBoard(rehearsed(store).scoped(to: Partition(rawValue: "community")))
            return BoardAccess(name: path ?? "nowhere", open: { _, _ in board }, compact: { _ in true })
        }
        guard let path else {
            return BoardAccess(name: "nowhere") { _, _ in
                throw Failure(
                    .noHome, "Nothing says where the community is.", advice: "Set HOME, or give --community DIR.", kind: .usage)
            }
        }
        return .directory(
            path, notes: notes, isRehearsal: options.isDryRun, now: MachineTime.now, opening: opened.add)
    }

    /// One identity for all apps of a person, unless `--data` says that this is another one.
    package func communityIdentity() -> IdentityStore {
        identity { [given, options, variables] in
            let isOther = given != nil || options.dataDirectory != nil
            return try (isOther ? nil : Environment.home(of: "commonplace", variables)) ?? dataDirectory()
        }
    }

    /// The developers' key, in `hub`'s own directory.
    package func developerKey() -> IdentityStore { identity(named: "developer-key", in: dataDirectory) }

    private func identity(
        named name: String = "identity", in folder: @escaping @Sendable () throws -> String
    ) -> IdentityStore {
        if options.store == .memory { return .memory(chance: IdentityStore.chance) }
        let file = IdentityStore.file { try folder() + "/" + name }
        return options.isDryRun ? .rehearsed(over: file) : file
    }
}

extension Participation {
    /// The community for an app.
    package init(_ environment: Environment, store: any Store) {
        self.init(
            store: store.scoped(to: .common), access: environment.communityAccess(),
            identities: environment.communityIdentity(), device: .machine(app: environment.app, version: Release.version),
            ids: environment.ids, time: environment.time)
    }
}
