import Kernel

/// What the bare app shows: the day at a glance, and what to do now.
struct HomeView {
    let cards: [HomeCard]
    let app: AppDescription
    let today: Day
    let glance: Glancing

    /// For people a header, the panels of all cards and one thing to do; for `--json` one object with a member for each card; for `--plain` a line
    /// for each.
    func output(_ form: OutputForm) throws -> Output {
        var shown: [String: HomeCard.Content] = [:]
        try glance(cards.map { card in { shown[card.name] = try card.content() } })
        let contents = cards.compactMap { card in shown[card.name].map { (card.name, $0) } }
        let objects = contents.map { FieldValue.Member($0.0, .object($0.1.members)) }
        let now = contents.compactMap(\.1.now).min { $0.rank < $1.rank }
        let next = contents.flatMap(\.1.next).reduce(into: [String]()) { all, command in
            if !all.contains(command), command != now?.command { all.append(command) }
        }
        return Output(
            content: form == .plain ? .list(FieldRows(objects.map { [.init("card", .text($0.name)), $0] })) : .one(objects),
            blocks: blocks(contents.map(\.1), now), next: next.isEmpty && now == nil ? ["help"] : next)
    }

    private func blocks(_ contents: [HomeCard.Content], _ now: HomeCard.Step?) -> [Block] {
        let standing = { (place: HomeCard.Place) in contents.filter { $0.place == place }.flatMap(\.panels) }
        // News and what may be overlooked stand together: a first screen should fit one.
        let parts = standing(.above) + [[Block.panels(standing(.panel))], (standing(.below) + standing(.foot)).flatMap { $0 }]
        let filled = parts.filter { part in
            if case .panels(let panels)? = part.first { !panels.isEmpty } else { !part.isEmpty }
        }
        let body = filled.isEmpty ? [[.paragraph(StyledText(declared: app.about))]] : filled
        // Before everything else: on a small screen the rest is read page by page.
        let step = now.map { step in
            [
                Block.paragraph(
                    StyledText("Now: ", .title) + StyledText("\(app.name) \(step.command)", .input)
                        + StyledText(declared: "  \(step.reason)", .muted))
            ]
        }
        return [banner(contents)] + Array(((step.map { [$0] } ?? []) + body).joined(separator: [.gap]))
    }

    private func banner(_ contents: [HomeCard.Content]) -> Block {
        let heads = contents.map(\.head).filter { !$0.spans.isEmpty }
        let title = heads.dropFirst().reduce(heads.first ?? StyledText(app.title, .title)) { $0 + "  " + $1 }
        return .banner(Banner(title, aside: StyledText(today.spelledOut, .muted)))
    }
}
