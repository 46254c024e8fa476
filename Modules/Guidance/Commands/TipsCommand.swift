import Guidance
import Interface
import Kernel

/// The command `tips`, which shows one new tip on each call and each tip once.
struct TipsCommand {
    let context: GuidanceContext
    private let all = Parameter<Bool>.flag("all", "list every tip, also those you have seen; marks none as seen")
    private let dismiss = Parameter<Bool>.flag("dismiss", "mark all tips as seen")
    private let reset = Parameter<Bool>.flag("reset", "show all tips again")

    /// A tip in the list, and whether this profile has seen it.
    private struct ListedTip: Sendable {
        let tip: Tip
        let isSeen: Bool
    }

    private static let fields: [Field<ListedTip>] = [
        Field("id", "the tip's name") { .text($0.tip.id) },
        Field("icon", "its SF Symbol") { .text($0.tip.icon) },
        Field(
            "title", title: "Tip", "what it is about", cell: { StyledText("\($0.tip.glyph) \(declared: $0.tip.title)") }
        ) {
            .text($0.tip.title)
        },
        Field("text", title: "", "what it says", isTranslatable: true) { .text($0.tip.text) },
        Field("feature", "the command that it is about") { .text($0.tip.feature) },
        Field(
            "seen", title: "Seen", "whether this profile has seen it", cell: { StyledText($0.isSeen ? "seen" : "new") }
        ) {
            .bool($0.isSeen)
        },
    ]

    var command: Command {
        Command(
            "tips", "Show a tip that you have not seen", discussion: "Each tip is shown once, here or when it helps.",
            examples: [
                .init("tips", "Show a tip"), .init("tips --all", "List them all"),
                .init("tips --dismiss", "Stop showing tips"), .init("tips --reset", "See them all again"),
            ],
            all, dismiss, reset, returns: .list(Self.fields), changes: true
        ) { all, dismiss, reset in
            guard [all, dismiss, reset].count(where: { $0 }) <= 1 else {
                throw Failure(.tipOptions, "--all, --dismiss and --reset cannot be used together.", kind: .usage)
            }
            let tips = context.book.tips
            if dismiss { try context.guide.dismiss(tips) }
            if reset { try context.guide.resetTips() }
            let isListed = all || dismiss || reset
            return isListed ? try list(tips, blocks: all) : try nextTip(tips)
        }
    }

    /// Returns all tips with their state.
    ///
    /// - Parameter blocks: whether to show the list. A change shows only the notice.
    private func list(_ tips: [Tip], blocks: Bool) throws -> Output {
        let seenIDs = try context.guide.seenTips()
        let listedTips = tips.map { ListedTip(tip: $0, isSeen: seenIDs.contains($0.id)) }
        var output = Output.list(
            listedTips, Self.fields, heading: "Tips", empty: "This app has no tips.", next: ["tips"])
        if !blocks { output.blocks = [] }
        output.notice = unseenNotice(listedTips.count { !$0.isSeen }, of: tips.count)
        return output
    }

    /// Returns the first unseen tip, which then counts as seen.
    private func nextTip(_ tips: [Tip]) throws -> Output {
        let tip = try context.guide.takeTip(of: tips)
        let seenIDs = try context.guide.seenTips()
        var output = Output.list(
            tip.map { [ListedTip(tip: $0, isSeen: true)] } ?? [], Self.fields, empty: "You have seen every tip.",
            next: tip == nil ? ["tips --all", "topics"] : ["tips"])
        if let tip { output.blocks = TipsCommand.blocks(of: tip) }
        output.notice = unseenNotice(tips.count { !seenIDs.contains($0.id) }, of: tips.count)
        return output
    }

    private func unseenNotice(_ count: Int, of all: Int) -> String { "\(count) of \(all) tips are new to you." }

    static func blocks(of tip: Tip) -> [Block] {
        [
            .paragraph(StyledText("\(tip.glyph) \(declared: tip.title)", .accent)),
            .paragraph(StyledText(declared: tip.text)),
        ]
    }
}
