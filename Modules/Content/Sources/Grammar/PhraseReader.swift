/// A parser that returns every way to divide words into the parts of a phrase, in the order of a
/// phrase.
///
/// After the tool the books differ: 반대 occurs before the section, after it, or after the manner.
/// The parser reads all three, and the middle one is written.
struct PhraseReader {
    /// A position in a phrase.
    private enum Place: CaseIterable { case leap, stanceSide, stance, side, tool, section, arm, way, action }

    /// The words that can fill a position, with their meaning.
    private struct Entry: Sendable {
        let words: [String]
        let fill: @Sendable (inout PhraseDraft) -> Void
    }

    /// The usual order of the positions.
    private static let defaultOrder: [Place] = [
        .leap, .stanceSide, .stance, .side, .tool, .section, .arm, .way, .action,
    ]
    private static let armEarlier: [Place] = [.leap, .stanceSide, .stance, .side, .tool, .arm, .section, .way, .action]
    private static let armLater: [Place] = [.leap, .stanceSide, .stance, .side, .tool, .section, .way, .arm, .action]

    /// The entries of each position by their first word.
    private static let entries: [Place: [String: [Entry]]] = {
        var all: [Place: [Entry]] = [:]
        all[.leap] = [Entry(words: PhraseParts.leap.words) { $0.leap = PhraseParts.leap }]
        all[.stanceSide] = PhraseParts.sides.map { side in Entry(words: side.words) { $0.stanceSide = side } }
        all[.stance] = PhraseParts.stances.map { stance in Entry(words: stance.part.words) { $0.stance = stance } }
        all[.side] = PhraseParts.sides.map { side in Entry(words: side.words) { $0.side = side } }
        all[.tool] = PhraseParts.tools.map { tool in Entry(words: tool.part.words) { $0.tool = tool } }
        all[.section] = PhraseParts.sections.map { section in Entry(words: section.words) { $0.section = section } }
        all[.arm] = PhraseParts.arms.map { arm in Entry(words: arm.words) { $0.arm = arm } }
        all[.way] = unique(NamedTechnique.all.map(\.manner).filter { !$0.isEmpty }).map { way in
            Entry(words: way) { $0.manner = way }
        }
        all[.action] = unique(NamedTechnique.all.map(\.action)).map { action in
            Entry(words: [action]) { $0.action = action }
        }
        return all.mapValues { Dictionary(grouping: $0) { $0.words[0] } }
    }()

    /// Returns the parts without duplicates, in the order of the techniques, so that the same words
    /// produce the same objection.
    private static func unique<Part: Hashable>(_ parts: [Part]) -> [Part] {
        var seenParts: Set<Part> = []
        return parts.filter { seenParts.insert($0).inserted }
    }

    let words: [String]

    /// The distinct divisions of all words.
    var drafts: [PhraseDraft] {
        var distinctDrafts: [PhraseDraft] = []
        let hasArm = PhraseParts.arms.contains { words.contains($0.words[0]) }
        for order in hasArm ? [Self.defaultOrder, Self.armEarlier, Self.armLater] : [Self.defaultOrder] {
            extend(PhraseDraft(), by: order[...], from: 0) {
                if !distinctDrafts.contains($0) { distinctDrafts.append($0) }
            }
        }
        return distinctDrafts
    }

    /// Calls `report` with every draft in which the words from an index fill the given positions.
    private func extend(
        _ draft: PhraseDraft, by places: ArraySlice<Place>, from index: Int, _ report: (PhraseDraft) -> Void
    ) {
        if index == words.count {
            if draft.stanceSide == nil || draft.stance != nil { report(draft) }
            return
        }
        // The next word fills one of the remaining positions. Earlier positions remain empty.
        for (offset, place) in places.enumerated() {
            for entry in Self.entries[place]?[words[index]] ?? [] where words[index...].starts(with: entry.words) {
                var extendedDraft = draft
                entry.fill(&extendedDraft)
                extend(extendedDraft, by: places.dropFirst(offset + 1), from: index + entry.words.count, report)
            }
        }
    }
}
