import Community
import CommunityAdapters
import CommunityCommands
import Interface
import Kernel
import Storage
import TerminalTesting
import TestSupport

/// The app of participants or of developers, over one store.
struct CommunityApp {
    let app: AppFixture
    let board: StoredCommunityBoard

    init(_ app: String, over store: MemoryStore = MemoryStore()) {
        let time = ManualClock().source()
        let ids = IDSource.counting(prefix: "n")
        board = CommunityApp.board(in: store)
        self.app = AppFixture(app, over: store, time: time, dryRun: { try DryRunStore(over: $0) }) { store in
            let access = BoardAccess(name: "town") { _ in CommunityApp.board(in: store) }
            if app == "hub" {
                let keys = IdentityStore.memory(
                    CommunityFixture.identity("developer"), randomBytes: IdentityStore.randomBytes)
                return [HubPlugin(admin: CommunityAdmin(access: access, keys: keys, ids: ids, time: time))]
            }
            let device = DeviceInfo(app: app, appVersion: "1", system: "Linux", machine: "x86_64")
            let mina = CommunityClient(
                store: store, access: access,
                identities: .memory(CommunityFixture.identity("mina"), randomBytes: IdentityStore.randomBytes),
                device: device, usage: { UsageData() }, ids: ids, time: time)
            return [CommunityPlugin(client: mina, product: "TKDojang")]
        }
    }

    /// Adds suggestions of Zoe, each with its identifier as title.
    func suggest(_ ideas: [String]) throws {
        for (number, idea) in ideas.enumerated() {
            let posting = Posting(
                .suggestion(CommunityApp.suggestion(idea, of: "zoe")), outbox: "box", number: number + 1,
                sentAt: .earliest,
                month: "m")
            _ = try board.receive(posting, from: Actor(identity: CommunityFixture.identity("zoe")))
        }
    }

    static func suggestion(_ id: String, of name: String = "mina") -> Suggestion {
        Suggestion(
            id: Identifier(id), title: id, description: "x", author: CommunityFixture.author(name),
            submittedAt: .earliest)
    }

    static func feedback(_ id: String) -> Feedback {
        Feedback(
            id: Identifier(id), author: CommunityFixture.author("mina"), category: .bug, text: "x",
            timestamp: .earliest,
            device: DeviceInfo(app: "a", appVersion: "1", system: "s", machine: "m"), usage: nil)
    }

    private static func board(in store: any Store) -> StoredCommunityBoard {
        StoredCommunityBoard(store.scoped(to: Partition(rawValue: "community")))
    }
}
