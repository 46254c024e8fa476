import Guidance
import Interface
import Kernel

/// An offer of a tour at the first use of its feature. After the tour or a skip, the typed command
/// runs.
struct TourOffer: Dialogue {
    private let tour: Tour
    private let guide: Guide
    private let command: String
    private let run: @Sendable () throws -> Output
    private var screen: TourScreen?

    init(_ tour: Tour, guide: Guide, before command: String, run: @escaping @Sendable () throws -> Output) {
        self.tour = tour
        self.guide = guide
        self.command = command
        self.run = run
    }

    var view: DialogueView {
        if let screen { return screen.view }
        let sentences = [
            "This is your first time here. A tour of \(counted(tour.steps.count, "short step")) shows how it works.",
            "Enter shows it. s goes straight to \(command), and the tour is not offered again; tour \(tour.id) always shows it.",
        ]
        let body = sentences.map { Block.paragraph(StyledText(declared: $0)) }
        return DialogueView(
            [.heading(StyledText(declared: tour.title, .title))] + body,
            wanted: .key(KeyTable.advance("show the tour") + [KeyTable.skip, KeyTable.quit()]), title: tour.title,
            help: "tour",
            stage: Stage(
                "",
                card: [.heading(StyledText(declared: tour.title, .accent)), .gap]
                    + Array(body.map { [$0] }.joined(separator: [.gap]))))
    }

    mutating func handle(_ event: DialogueEvent) throws -> DialogueStep {
        guard screen == nil else { return try handleInTour(event) }
        switch event {
        case .key(.enter), .key(.space): screen = try TourScreen(tour, guide: guide)
        case .key(.character("s")):
            try guide.skip(tour)
            return .finish(try run())
        case .key(.character("q")): return .finish(Output())
        case .end: return .finish(try run())
        default: break
        }
        return .stay
    }

    /// The typed command follows, however the tour ends. At the end of input, the command's own
    /// input ends too.
    private mutating func handleInTour(_ event: DialogueEvent) throws -> DialogueStep {
        guard var screen else { return .stay }
        let step = try screen.handle(event)
        self.screen = screen
        if case .stay = step { return .stay }
        return .finish(try run())
    }
}
