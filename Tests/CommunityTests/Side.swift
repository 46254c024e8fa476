import Community
import CommunityAdapters
import CommunityCommands
import Kernel
import Storage
import Terminal
import TerminalContract
import TestBench

/// One side of the community, person's or developers', over one store.
struct Side {
    let bench: AppBench
    let board: StoredCommunityBoard

    init(_ app: String, over store: MemoryStore = MemoryStore()) {
        let (time, ids) = (HandClock().source(), IDSource.counting(prefix: "n"))
        board = Side.board(in: store)
        bench = AppBench(app, over: store, time: time, rehearsal: { try DryRunStore(over: $0) }) { store in
            let access = BoardAccess(name: "town") { _ in Side.board(in: store) }
            if app == "hub" {
                let keys = IdentityStore.memory(Town.identity("developer"), chance: IdentityStore.chance)
                return [HubPlugin(stewardship: Stewardship(access: access, keys: keys, ids: ids, time: time))]
            }
            let device = DeviceInfo(app: app, appVersion: "1", system: "Linux", machine: "x86_64")
            let mina = Participation(
                store: store, access: access, identities: .memory(Town.identity("mina"), chance: IdentityStore.chance),
                device: device, usage: { UsageData() }, ids: ids, time: time)
            return [CommunityPlugin(participation: mina, product: "TKDojang")]
        }
    }

    /// Zoe's ideas, each called by its identifier.
    func suggest(_ ideas: [String]) throws {
        for (number, idea) in ideas.enumerated() {
            let posting = Posting(
                .suggestion(Side.suggestion(idea, of: "zoe")), outbox: "box", number: number + 1, sentAt: .earliest, month: "m")
            _ = try board.take(posting, from: Actor(identity: Town.identity("zoe")))
        }
    }

    static func suggestion(_ id: String, of name: String = "mina") -> Suggestion {
        Suggestion(id: Identifier(id), title: id, description: "x", author: Town.author(name), submittedAt: .earliest)
    }

    static func feedback(_ id: String) -> Feedback {
        Feedback(
            id: Identifier(id), author: Town.author("mina"), category: .bug, text: "x", timestamp: .earliest,
            device: DeviceInfo(app: "a", appVersion: "1", system: "s", machine: "m"), usage: nil)
    }

    private static func board(in store: any Store) -> StoredCommunityBoard {
        StoredCommunityBoard(store.scoped(to: Partition(rawValue: "community")))
    }
}
