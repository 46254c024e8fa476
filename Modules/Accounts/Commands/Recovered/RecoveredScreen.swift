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
    private var versions: [SupersededVersion]
    private var selectedIndex = 0
    private var message: StyledText?

    init(_ accounts: AccountService, _ versions: [SupersededVersion], moment: @escaping @Sendable (Instant) -> String) {
        self.accounts = accounts
        self.versions = versions
        self.moment = moment
    }

    var view: DialogueView {
        let version = versions[selectedIndex]
        let heading =
            StyledText("Gave way", .title) + StyledText(" · \(selectedIndex + 1) of \(versions.count)", .muted)
        let word = message.map { [Block.paragraph($0)] } ?? []
        return DialogueView(
            [.heading(heading)] + word + neighbors + [.gap]
                + SupersededVersionText.blocks(version, moment: moment(version.kept.at)),
            wanted: .key([
                KeyHint(.up, "newer"), KeyHint(.down, "older"), KeyTable.undo("take back"),
                KeyHint(.character("d"), "dismiss"), KeyTable.quit(),
            ]), title: "sync recovered")
    }

    private var neighbors: [Block] {
        let start = max(0, selectedIndex - Self.neighborCount)
        let end = min(versions.count, selectedIndex + Self.neighborCount + 1)
        return versions.indices[start..<end].map { index in
            let version = versions[index]
            let isSelected = index == selectedIndex
            let cause = SupersededVersionText.causeText(version.kept.cause)
            let words = StyledText(" · \(version.device), \(cause)", .muted)
            return .preformatted(
                StyledText((isSelected ? "▸ " : "  ") + version.line, isSelected ? .accent : .plain) + words)
        }
    }

    mutating func handle(_ event: DialogueEvent) throws -> DialogueStep {
        message = nil
        switch event {
        case .key(.up): selectedIndex = max(0, selectedIndex - 1)
        case .key(.down): selectedIndex = min(versions.count - 1, selectedIndex + 1)
        case .key(.character("u")): try act(AccountService.restore, message: { "“\($0)” stands again." })
        case .key(.character("d")): try act(AccountService.dismiss, message: { "“\($0)” is let go of." })
        case .tick, .line: break
        case .key, .end: return .finish(result)
        }
        return versions.isEmpty ? .finish(result) : .stay
    }

    /// Applies an action to the selected version. After a failure it shows the reason and keeps the
    /// version.
    private mutating func act(
        _ action: (AccountService) -> (SupersededVersion) throws -> Void, message text: (String) -> String
    ) throws {
        let version = versions[selectedIndex]
        do { try action(accounts)(version) } catch let failure as Failure where failure.isPermanent {
            message = StyledText(declared: failure.description, .warning)
            return
        }
        message = StyledText(declared: text(version.line), .good)
        versions.remove(at: selectedIndex)
        selectedIndex = min(selectedIndex, max(0, versions.count - 1))
    }

    private var result: Output {
        Output(blocks: message.map { [.paragraph($0)] } ?? [], next: [message == nil ? "sync status" : "sync now"])
    }
}
