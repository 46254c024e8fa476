import Ambiance
import Focus
import Terminal

/// An ambiance on the whole screen, and those behind it.
struct AmbianceScreen: Dialogue {
    /// Seconds that everybody may see of what is for Pro.
    static let sample = 15

    private let rows: [Catalogue.Row]
    private var place: Int
    private var seconds = 0

    init(rows: [Catalogue.Row], first: CatalogueItem) {
        self.rows = rows
        place = rows.firstIndex { $0.item == first } ?? 0
    }

    private var row: Catalogue.Row { rows[place] }

    var view: DialogueView {
        let left = row.isLocked ? "\(LockText.badge), \(AmbianceScreen.sample - seconds) seconds" : ""
        return DialogueView(
            [.paragraph(StyledText("\(row.item.name) is a picture that moves: it wants a terminal of its own."))],
            wanted: .key([KeyHint(.character("n"), "next"), KeyTable.quit("back")]), tickInterval: 1,
            stage: Stage(StyledText(row.item.name, .title), aside: StyledText(left, .muted), card: [.gap], isFramed: false),
            ground: Ground(row.item))
    }

    mutating func handle(_ event: DialogueEvent) -> DialogueStep {
        switch event {
        case .tick:
            seconds += 1
            return row.isLocked && seconds >= AmbianceScreen.sample ? over : .stay
        case .key(.character("n")):
            (place, seconds) = ((place + 1) % rows.count, 0)
            return .stay
        case .key, .line, .end: return over
        }
    }

    private var over: DialogueStep {
        let next = row.isLocked ? "plan catalogue" : "ambiance use \(row.item.id)"
        return .finish(.one(row, AmbianceDesk.fields, next: [next]))
    }
}

extension Ground {
    /// What an item of the catalogue looks like; nil for one that is not drawn.
    ///
    /// - Parameters:
    ///   - share: how much of its light is seen.
    ///   - seed: where its stars stand.
    init?(_ item: CatalogueItem, share: Float = 1, seed: UInt64 = 1) {
        guard let ambiance = Ambiance.all.first(where: { $0.id == item.id }) else { return nil }
        self.init(item.id, pace: ambiance.pace) { columns, pixelRows, seconds in
            var canvas = Canvas(width: columns, height: pixelRows)
            ambiance.paint(&canvas, at: seconds, seed: seed)
            return share < 1 ? canvas.pixels.map { $0 * share } : canvas.pixels
        }
    }
}
