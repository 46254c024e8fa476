import Kernel

/// What the bare app shows: where you stand, and what to do next.
struct HomeView {
    let cards: [HomeCard]
    let app: AppDescription

    /// For people the blocks of all cards; for `--json` one object with a member for each card; for `--plain` a line for each.
    func output(_ form: OutputForm) throws -> Output {
        let contents = try cards.map { ($0.name, try $0.content()) }
        let filled = contents.map(\.1).filter { !$0.blocks.isEmpty }
        let blocks = filled.enumerated().flatMap { index, content in (index == 0 ? [] : [.gap]) + content.blocks }
        let objects = contents.map { FieldValue.Member($0.0, .object($0.1.members)) }
        let next = contents.flatMap(\.1.next).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        var output = Output(
            content: form == .plain ? .list(objects.map { [FieldValue.Member("card", .text($0.name)), $0] }) : .one(objects),
            blocks: blocks.isEmpty ? [.paragraph(StyledText(app.about))] : blocks, next: next.isEmpty ? ["help"] : next)
        output.listed = contents.lazy.compactMap(\.1.listed).first
        return output
    }
}
