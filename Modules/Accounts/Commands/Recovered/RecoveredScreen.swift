import Accounts
import Kernel
import Terminal

/// Going through what gave way with keys: the list, both versions of the chosen one, and a key that takes it back.
struct RecoveredScreen: Dialogue {
    /// So many are named on either side of the chosen one.
    private static let sight = 3

    private let accounts: Accounts
    private let moment: @Sendable (Instant) -> String
    private var all: [GivenWay]
    private var place = 0
    private var said: StyledText?

    /// Through these, of which there is at least one.
    init(_ accounts: Accounts, _ all: [GivenWay], moment: @escaping @Sendable (Instant) -> String) {
        (self.accounts, self.all, self.moment) = (accounts, all, moment)
    }

    var view: DialogueView {
        let heading = StyledText("Gave way", .title) + StyledText(" · \(place + 1) of \(all.count)", .muted)
        let word = said.map { [Block.paragraph($0)] } ?? []
        return DialogueView(
            [.heading(heading)] + word + neighbours + [.gap]
                + GivenWayText.blocks(all[place], moment: moment(all[place].kept.at)),
            wanted: .key([
                KeyHint(.up, "newer"), KeyHint(.down, "older"), KeyTable.undo("take back"), KeyHint(.character("d"), "dismiss"),
                KeyTable.quit(),
            ]), title: "sync recovered")
    }

    private var neighbours: [Block] {
        all.indices[max(0, place - Self.sight)..<min(all.count, place + Self.sight + 1)].map { index in
            let one = all[index]
            let words = StyledText(" · \(one.device), \(GivenWayText.why(one.kept.cause))", .muted)
            return .drawn(StyledText((index == place ? "▸ " : "  ") + one.line, index == place ? .accent : .plain) + words)
        }
    }

    mutating func handle(_ event: DialogueEvent) throws -> DialogueStep {
        said = nil
        switch event {
        case .key(.up): place = max(0, place - 1)
        case .key(.down): place = min(all.count - 1, place + 1)
        case .key(.character("u")): try act(Accounts.takeBack, said: { "“\($0)” stands again." })
        case .key(.character("d")): try act(Accounts.dismiss, said: { "“\($0)” is let go of." })
        case .tick, .line: break
        case .key, .end: return .finish(ended)
        }
        return all.isEmpty ? .finish(ended) : .stay
    }

    /// Does it to the chosen one; what is in its way is said, and it stays.
    private mutating func act(_ deed: (Accounts) -> (GivenWay) throws -> Void, said words: (String) -> String) throws {
        let one = all[place]
        do { try deed(accounts)(one) } catch let failure as Failure where failure.isPermanent {
            said = StyledText(declared: failure.description, .warning)
            return
        }
        said = StyledText(declared: words(one.line), .good)
        all.remove(at: place)
        place = min(place, max(0, all.count - 1))
    }

    private var ended: Output {
        Output(blocks: said.map { [.paragraph($0)] } ?? [], next: [said == nil ? "sync status" : "sync now"])
    }
}
