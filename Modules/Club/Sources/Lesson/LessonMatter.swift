import Kernel

/// What can be asked of whom: whatever a belt and those below it have learned.
struct LessonMatter {
    private let matter: [BeltMatter]
    private let ladder: BeltLadder

    init(_ matter: [BeltMatter], on ladder: BeltLadder) {
        self.ladder = ladder
        self.matter = matter.sorted { ladder.place($0.belt) < ladder.place($1.belt) }
    }

    private func below(_ belt: String) -> ArraySlice<BeltMatter> {
        let place = ladder.place(belt)
        return matter.prefix { ladder.place($0.belt) <= place }
    }

    /// What a belt is working on: its own, or of the nearest belt below that has any.
    func own<Part>(_ part: KeyPath<BeltMatter, [Part]>, of belt: String) -> [Part] {
        below(belt).last { !$0[keyPath: part].isEmpty }?[keyPath: part] ?? []
    }

    /// All that a belt has learned so far, the first learned first.
    func known<Part>(_ part: KeyPath<BeltMatter, [Part]>, to belt: String) -> [Part] {
        below(belt).flatMap { $0[keyPath: part] }
    }
}
