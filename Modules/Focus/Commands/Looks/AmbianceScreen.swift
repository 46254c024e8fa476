import Focus
import Interface

/// A full-screen ambiance with keys for the others.
struct AmbianceScreen: Dialogue {
    /// The seconds of a free preview of an ambiance for Pro.
    static let previewSeconds = 15

    private let rows: [Catalog.Row]
    private var index: Int
    /// The seconds for which the current background has been shown.
    private var seconds = 0

    init(rows: [Catalog.Row], first: CatalogItem) {
        self.rows = rows
        index = rows.firstIndex { $0.item == first } ?? 0
    }

    private var row: Catalog.Row { rows[index] }

    var view: DialogueView {
        let previewNotice = row.isLocked ? "\(LockText.badge), \(AmbianceScreen.previewSeconds - seconds) seconds" : ""
        return DialogueView(
            [.paragraph(StyledText("\(row.item.name) is a picture that moves: it wants a terminal of its own."))],
            wanted: .key([KeyHint(.character("n"), "next"), KeyTable.quit("back")]), tickInterval: 1,
            stage: Stage(
                StyledText(row.item.name, .title), aside: StyledText(previewNotice, .muted), card: [.gap],
                isFramed: false),
            background: AnimatedBackground(row.item))
    }

    mutating func handle(_ event: DialogueEvent) -> DialogueStep {
        switch event {
        case .tick:
            seconds += 1
            return row.isLocked && seconds >= AmbianceScreen.previewSeconds ? finishStep : .stay
        case .key(.character("n")):
            index = (index + 1) % rows.count
            seconds = 0
            return .stay
        case .key, .line, .end: return finishStep
        }
    }

    /// The step that leaves the screen with a proposal for the shown background.
    private var finishStep: DialogueStep {
        let next = row.isLocked ? "plan catalogue" : "ambiance use \(row.item.id)"
        return .finish(.one(row, AmbianceCommands.fields, next: [next]))
    }
}

extension AnimatedBackground {
    /// Creates the view of a catalog item, or nil if the item has no drawing.
    ///
    /// - Parameters:
    ///   - share: the share of its light that is visible.
    ///   - seed: determines the positions of its stars.
    init?(_ item: CatalogItem, share: Float = 1, seed: UInt64 = 1) {
        guard let ambiance = AmbianceScene.all.first(where: { $0.id == item.id }) else { return nil }
        self.init(item.id, framesPerSecond: ambiance.pace) { columns, pixelRows, seconds in
            var canvas = Canvas(width: columns, height: pixelRows)
            ambiance.paint(&canvas, at: seconds, seed: seed)
            return share < 1 ? canvas.pixels.map { $0 * share } : canvas.pixels
        }
    }
}
