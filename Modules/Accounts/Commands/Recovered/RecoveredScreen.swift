import Accounts
import Interface
import Kernel

/// An interactive list of superseded versions that shows both versions of the selected one and
/// restores it with a key.
struct RecoveredScreen: Dialogue {
    /// The number of entries shown on each side of the selected one.
    private static let neighborCount = 3

    private let accounts: AccountService
    private let moment: @Sendable (Instant) -> String
    private var all: [SupersededVersion]
    private var place = 0
    private var message: StyledText?

    init(_ accounts: AccountService, _ all: [SupersededVersion], moment: @escaping @Sendable (Instant) -> String) {
        self.accounts = accounts
        self.all = all
        self.moment = moment
    }

    var view: DialogueView {
        let heading = StyledText("Gave way", .title) + StyledText(" · \(place + 1) of \(all.count)", .muted)
        let word = message.map { [Block.paragraph($0)] } ?? []
        return DialogueView(
            [.heading(heading)] + word + neighbors + [.gap]
                + SupersededVersionText.blocks(all[place], moment: moment(all[place].kept.at)),
            wanted: .key([
                KeyHint(.up, "newer"), KeyHint(.down, "older"), KeyTable.undo("take back"),
                KeyHint(.character("d"), "dismiss"), KeyTable.quit(),
            ]), title: "sync recovered")
    }

    private var neighbors: [Block] {
        all.indices[max(0, place - Self.neighborCount)..<min(all.count, place + Self.neighborCount + 1)].map { index in
            let one = all[index]
            let words = StyledText(" · \(one.device), \(SupersededVersionText.causeText(one.kept.cause))", .muted)
            return .preformatted(
                StyledText((index == place ? "▸ " : "  ") + one.line, index == place ? .accent : .plain) + words)
        }
    }

    mutating func handle(_ event: DialogueEvent) throws -> DialogueStep {
        message = nil
        switch event {
        case .key(.up): place = max(0, place - 1)
        case .key(.down): place = min(all.count - 1, place + 1)
        case .key(.character("u")): try act(AccountService.restore, message: { "“\($0)” stands again." })
        case .key(.character("d")): try act(AccountService.dismiss, message: { "“\($0)” is let go of." })
        case .tick, .line: break
        case .key, .end: return .finish(result)
        }
        return all.isEmpty ? .finish(result) : .stay
    }

    /// Applies an action to the selected version. After a failure it shows the reason and keeps the
    /// version.
    private mutating func act(
        _ action: (AccountService) -> (SupersededVersion) throws -> Void, message text: (String) -> String
    ) throws {
        let one = all[place]
        do { try action(accounts)(one) } catch let failure as Failure where failure.isPermanent {
            message = StyledText(declared: failure.description, .warning)
            return
        }
        message = StyledText(declared: text(one.line), .good)
        all.remove(at: place)
        place = min(place, max(0, all.count - 1))
    }

    private var result: Output {
        Output(blocks: message.map { [.paragraph($0)] } ?? [], next: [message == nil ? "sync status" : "sync now"])
    }
}
