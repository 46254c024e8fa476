/// Takes words apart into drafts: every way in which they can be the parts of a phrase, in the order of one.
///
/// Behind the tool the books vary: 반대 stands before the section, behind it, or behind the way. All three are read; the one between is written.
struct PhraseReader {
    private enum Place: CaseIterable { case leap, stanceSide, stance, side, tool, section, arm, way, action }

    private static let orders: [[Place]] = [
        [.leap, .stanceSide, .stance, .side, .tool, .section, .arm, .way, .action],
        [.leap, .stanceSide, .stance, .side, .tool, .arm, .section, .way, .action],
        [.leap, .stanceSide, .stance, .side, .tool, .section, .way, .arm, .action],
    ]
    /// In the order of the crafts, so that the same words are refused in the same sentence.
    private static let ways = unique(Craft.all.map(\.way).filter { !$0.isEmpty })
    private static let actions = unique(Craft.all.map(\.action))

    private static func unique<Part: Hashable>(_ parts: [Part]) -> [Part] {
        var seen: Set<Part> = []
        return parts.filter { seen.insert($0).inserted }
    }

    let words: [String]

    /// Each once.
    var drafts: [PhraseDraft] {
        var found: [PhraseDraft] = []
        for order in Self.orders {
            extend(PhraseDraft(), by: order[...], from: 0) { if !found.contains($0) { found.append($0) } }
        }
        return found
    }

    private func extend(_ draft: PhraseDraft, by places: ArraySlice<Place>, from index: Int, _ found: (PhraseDraft) -> Void) {
        guard let place = places.first else {
            if index == words.count, draft.stanceSide == nil || draft.stance != nil { found(draft) }
            return
        }
        extend(draft, by: places.dropFirst(), from: index, found)
        for (filled, length) in filled(draft, place, words[index...]) {
            extend(filled, by: places.dropFirst(), from: index + length, found)
        }
    }

    /// The draft with this place filled by the words that come next, and how many they are.
    private func filled(_ draft: PhraseDraft, _ place: Place, _ rest: ArraySlice<String>) -> [(PhraseDraft, Int)] {
        func each<Part>(_ parts: [Part], _ path: (Part) -> [String], _ fill: (inout PhraseDraft, Part) -> Void) -> [(
            PhraseDraft, Int
        )] {
            parts.filter { rest.starts(with: path($0)) }.map { part in
                var filled = draft
                fill(&filled, part)
                return (filled, path(part).count)
            }
        }
        switch place {
        case .leap: return each([PhraseParts.leap], \.words) { $0.leap = $1 }
        case .stanceSide: return each(PhraseParts.sides, \.words) { $0.stanceSide = $1 }
        case .stance: return each(PhraseParts.stances, \.part.words) { $0.stance = $1 }
        case .side: return each(PhraseParts.sides, \.words) { $0.side = $1 }
        case .tool: return each(PhraseParts.tools, \.part.words) { $0.tool = $1 }
        case .section: return each(PhraseParts.sections, \.words) { $0.section = $1 }
        case .arm: return each(PhraseParts.arms, \.words) { $0.arm = $1 }
        case .way: return each(Self.ways, { $0 }) { $0.way = $1 }
        case .action: return each(Self.actions, { [$0] }) { $0.action = $1 }
        }
    }
}
