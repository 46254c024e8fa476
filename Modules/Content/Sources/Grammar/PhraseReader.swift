/// Takes words apart into drafts: every way in which they can be the parts of a phrase, in the order of one.
///
/// Behind the tool the books vary: 반대 stands before the section, behind it, or behind the way. All three are read; the one between is written.
struct PhraseReader {
    private enum Place: CaseIterable { case leap, stanceSide, stance, side, tool, section, arm, way, action }

    /// What words may fill a place with.
    private struct Entry: Sendable {
        let words: [String]
        let fill: @Sendable (inout PhraseDraft) -> Void
    }

    private static let usual: [Place] = [.leap, .stanceSide, .stance, .side, .tool, .section, .arm, .way, .action]
    private static let armEarlier: [Place] = [.leap, .stanceSide, .stance, .side, .tool, .arm, .section, .way, .action]
    private static let armLater: [Place] = [.leap, .stanceSide, .stance, .side, .tool, .section, .way, .arm, .action]

    /// By place and first word.
    private static let entries: [Place: [String: [Entry]]] = {
        var all: [Place: [Entry]] = [:]
        all[.leap] = [Entry(words: PhraseParts.leap.words) { $0.leap = PhraseParts.leap }]
        all[.stanceSide] = PhraseParts.sides.map { side in Entry(words: side.words) { $0.stanceSide = side } }
        all[.stance] = PhraseParts.stances.map { stance in Entry(words: stance.part.words) { $0.stance = stance } }
        all[.side] = PhraseParts.sides.map { side in Entry(words: side.words) { $0.side = side } }
        all[.tool] = PhraseParts.tools.map { tool in Entry(words: tool.part.words) { $0.tool = tool } }
        all[.section] = PhraseParts.sections.map { section in Entry(words: section.words) { $0.section = section } }
        all[.arm] = PhraseParts.arms.map { arm in Entry(words: arm.words) { $0.arm = arm } }
        all[.way] = unique(Craft.all.map(\.way).filter { !$0.isEmpty }).map { way in Entry(words: way) { $0.way = way } }
        all[.action] = unique(Craft.all.map(\.action)).map { action in Entry(words: [action]) { $0.action = action } }
        return all.mapValues { Dictionary(grouping: $0) { $0.words[0] } }
    }()

    /// In the order of the crafts, so that the same words are refused in the same sentence.
    private static func unique<Part: Hashable>(_ parts: [Part]) -> [Part] {
        var seen: Set<Part> = []
        return parts.filter { seen.insert($0).inserted }
    }

    let words: [String]

    /// Each once.
    var drafts: [PhraseDraft] {
        var found: [PhraseDraft] = []
        let hasArm = PhraseParts.arms.contains { words.contains($0.words[0]) }
        for order in hasArm ? [Self.usual, Self.armEarlier, Self.armLater] : [Self.usual] {
            extend(PhraseDraft(), by: order[...], from: 0) { if !found.contains($0) { found.append($0) } }
        }
        return found
    }

    private func extend(
        _ draft: PhraseDraft, by places: ArraySlice<Place>, from index: Int, _ found: (PhraseDraft) -> Void
    ) {
        if index == words.count {
            if draft.stanceSide == nil || draft.stance != nil { found(draft) }
            return
        }
        // The next word fills one of the places that are left; those before it stay empty.
        for (offset, place) in places.enumerated() {
            for entry in Self.entries[place]?[words[index]] ?? [] where words[index...].starts(with: entry.words) {
                var filled = draft
                entry.fill(&filled)
                extend(filled, by: places.dropFirst(offset + 1), from: index + entry.words.count, found)
            }
        }
    }
}
