import Community
import CommunityAdapters
import Files
import Kernel
import Outbox
import OutboxAdapters
import Storage
import Terminal

extension Environment {
    /// Returns access to the shared board: the folder named by `--community` or
    /// COMMONPLACE_COMMUNITY, or else the person's saved community.
    package func communityAccess(_ login: BoardLogin? = nil) -> BoardAccess {
        if let store = injectedStore ?? (isTemporary ? MemoryStore(now: MachineTime.now) : nil) {
            let board = StoredCommunityBoard(dryRunCopy(store).scoped(to: Partition(rawValue: "community")))
            return BoardAccess(name: "memory", open: { _ in board }, compact: { _ in true })
        }
        let boardLogin = login ?? BoardLogin("community-logins", in: communityHome, of: communityIdentity())
        let places = BoardPlaces(named: communityFolder, home: communityHome, notes: notes, login: boardLogin)
        return .shared(
            places, isDryRun: options.isDryRun, now: MachineTime.now, onOpen: opened.add,
            sharingReads: opened.sharingReads)
    }

    private var communityFolder: String? { BoardPlaces.named(options.communityDirectory, variables, from: absolute) }

    /// Returns the one place for all apps of a person, unless `--data` names another.
    private func communityHome() throws -> String {
        let isOther = injectedStore != nil || options.dataDirectory != nil
        return try (isOther ? nil : BaseFolders(variables).data(of: "commonplace")) ?? dataDirectory()
    }

    package func communityIdentity() -> IdentityStore { identity("identity", in: communityHome) }

    /// Returns the developers' key, stored in the directory of `hub`.
    package func developerKey() -> IdentityStore { identity("developer-key", in: dataDirectory) }

    private func identity(_ name: String, in folder: @escaping @Sendable () throws -> String) -> IdentityStore {
        .stored(name, in: folder, inMemory: isTemporary, isDryRun: options.isDryRun)
    }

    fileprivate var sender: BackgroundSender {
        let words = ["community", "send"] + (communityFolder.map { ["--community", $0] } ?? [])
        return .process(backgroundJob("courier", words, atMost: 60), data: home)
    }
}

extension CommunityClient {
    public init(_ environment: Environment, store: any Store) {
        self.init(
            store: store.scoped(to: .common), access: environment.communityAccess(),
            identities: environment.communityIdentity(),
            device: .machine(app: environment.app, version: Release.version),
            sender: environment.sender, ids: environment.ids, time: environment.time)
    }
}
