import Guidance
import Interface
import Kernel

/// A tour with its state.
struct ListedTour: Sendable {
    let tour: Tour
    let state: TourState

    static let fields: [Field<ListedTour>] = [
        Field("id", title: "Tour", "the name to type") { .text($0.tour.id) },
        Field("title", title: "About", "what it shows", isTranslatable: true) { .text($0.tour.title) },
        Field("scope", "device: the first tour; profile: the tour of a feature") { .text($0.tour.scope.rawValue) },
        Field("steps", title: "Steps", "how many screens", alignsRight: true) { .integer($0.tour.steps.count) },
        Field("completed", title: "State", "whether this profile went through it", cell: { StyledText($0.stateText) }) {
            .bool($0.state.isCompleted)
        },
        Field("skippedOn", "the day on which it was first skipped") { .day($0.state.skippedOn) },
        Field("due", "whether it will be offered") { .bool($0.state.isDue) },
    ]

    private var stateText: String {
        if state.isCompleted { return "seen" }
        if let day = state.skippedOn { return "skipped on \(day)" }
        return state.isDue ? "new" : "seen on this device"
    }
}
