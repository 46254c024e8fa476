import Kernel

/// The home screen of an app: the day's overview and the next step.
package struct HomeView {
    let cards: [HomeCard]
    let app: AppDescription
    let today: Day
    let readSnapshot: SnapshotReading

    package init(cards: [HomeCard], app: AppDescription, today: Day, readSnapshot: @escaping SnapshotReading) {
        self.cards = cards
        self.app = app
        self.today = today
        self.readSnapshot = readSnapshot
    }

    /// Returns the home screen in a form.
    ///
    /// - For people: a header, the panels of all cards and one next step
    /// - For `--json`: one object with a member for each card
    /// - For `--plain`: one line for each card
    package func output(_ form: OutputForm) throws -> Output {
        var contentByName: [String: HomeCard.Content] = [:]
        try readSnapshot(cards.map { card in { contentByName[card.name] = try card.content() } })
        let contents = cards.compactMap { card in contentByName[card.name].map { (card.name, $0) } }
        let objects = contents.map { OutputValue.Member($0.0, .object($0.1.members)) }
        let step = contents.compactMap(\.1.suggestedStep).min { $0.rank < $1.rank }
        let next = contents.flatMap(\.1.next).reduce(into: [String]()) { all, command in
            if !all.contains(command), command != step?.command { all.append(command) }
        }
        return Output(
            content: form == .plain
                ? .list(FieldRows(objects.map { [.init("card", .text($0.name)), $0] })) : .one(objects),
            blocks: blocks(contents.map(\.1), step), next: next.isEmpty && step == nil ? ["help"] : next)
    }

    private func blocks(_ contents: [HomeCard.Content], _ step: HomeCard.Step?) -> [Block] {
        let panelsAt = { (place: HomeCard.Place) in contents.filter { $0.place == place }.flatMap(\.panels) }
        // News and less important content are adjacent, so that the home screen fits one screen.
        let parts =
            panelsAt(.above) + [[Block.panels(panelsAt(.panel))], (panelsAt(.below) + panelsAt(.foot)).flatMap { $0 }]
        let nonEmptyParts = parts.filter { part in
            if case .panels(let panels)? = part.first { !panels.isEmpty } else { !part.isEmpty }
        }
        let body = nonEmptyParts.isEmpty ? [[.paragraph(StyledText(declared: app.about))]] : nonEmptyParts
        // The next step comes first, because a small screen pages the rest.
        let stepBlocks = step.map { step in
            [
                Block.paragraph(
                    StyledText("Now: ", .title) + StyledText("\(app.name) \(step.command)", .input)
                        + StyledText(declared: "  \(step.reason)", .muted))
            ]
        }
        return [banner(contents)] + Array(((stepBlocks.map { [$0] } ?? []) + body).joined(separator: [.gap]))
    }

    private func banner(_ contents: [HomeCard.Content]) -> Block {
        let titles = contents.map(\.headerText).filter { !$0.spans.isEmpty }
        let title = titles.dropFirst().reduce(titles.first ?? StyledText(app.title, .title)) { $0 + "  " + $1 }
        return .banner(Banner(title, aside: StyledText(today.spelledOut, .muted)))
    }
}
