import Community
import CommunityAdapters
import Files
import Kernel
import Storage
import Terminal

extension Environment {
    /// The way to the shared board: the folder that `--community` or COMMONPLACE_COMMUNITY names, else where this person's community is.
    package func communityAccess(_ login: BoardLogin? = nil) -> BoardAccess {
        if let store = given ?? (isPassing ? MemoryStore(now: MachineTime.now) : nil) {
            let board = StoredCommunityBoard(rehearsed(store).scoped(to: Partition(rawValue: "community")))
            return BoardAccess(name: "memory", open: { _ in board }, compact: { _ in true })
        }
        let own = login ?? BoardLogin("community-logins", in: communityHome, of: communityIdentity())
        let former = BaseFolders(variables).data(of: "commonplace-community")
        let places = BoardPlaces(named: communityFolder, beside: communityHome, former: former, notes: notes, login: own)
        return .shared(places, isRehearsal: options.isDryRun, now: MachineTime.now, opening: opened.add, glanced: opened.glanced)
    }

    private var communityFolder: String? { BoardPlaces.named(options.communityDirectory, variables, from: absolute) }

    /// One place for all apps of a person, unless `--data` says that this is another one.
    private func communityHome() throws -> String {
        let isOther = given != nil || options.dataDirectory != nil
        return try (isOther ? nil : BaseFolders(variables).data(of: "commonplace")) ?? dataDirectory()
    }

    package func communityIdentity() -> IdentityStore { identity("identity", in: communityHome) }

    /// The developers' key, in `hub`'s own directory.
    package func developerKey() -> IdentityStore { identity("developer-key", in: dataDirectory) }

    private func identity(_ name: String, in folder: @escaping @Sendable () throws -> String) -> IdentityStore {
        .kept(name, in: folder, inMemory: isPassing, isRehearsal: options.isDryRun)
    }

    fileprivate var courier: Courier {
        let words = ["community", "send"] + (communityFolder.map { ["--community", $0] } ?? [])
        return .process(servant("courier", words, atMost: 60), data: home)
    }
}

extension Participation {
    /// The community for an app.
    public init(_ environment: Environment, store: any Store) {
        self.init(
            store: store.scoped(to: .common), access: environment.communityAccess(),
            identities: environment.communityIdentity(), device: .machine(app: environment.app, version: Release.version),
            courier: environment.courier, ids: environment.ids, time: environment.time)
    }
}
