import Guidance
import Interface
import Kernel

/// The command `tour`, with the first tour, feature tours and resets.
struct TourCommand {
    let context: GuidanceContext
    private let list = Parameter<Bool>.flag("list", "list the tours, and which you have seen")
    private let skip = Parameter<Bool>.flag("skip", "do not offer the tour any more")
    private let reset = Parameter<Bool>.flag("reset", "offer the tour again; without a name, all tours")

    var command: Command {
        let name = name
        return Command(
            "tour", "Show you around",
            discussion: """
                Without a name, shows the first tour of the app; with one, the tour of a feature. You can repeat it as often as you like.

                Enter or the right arrow goes to the next screen, the left arrow goes back, s skips the tour if that is possible, q leaves. In a pipe, each line is a \
                key.
                """,
            examples: [
                .init("tour", "Show you around; later, Replay Welcome Tour"),
                .init("tour --list", "See which tours there are"),
                .init("tour --skip", "Do not offer the first tour any more"),
                .init("tour --reset", "Offer all tours again"),
            ],
            name, list, skip, reset, returns: .list(ListedTour.fields), changes: true
        ) { name, list, skip, reset in
            guard [list, skip, reset].count(where: { $0 }) <= 1 else {
                throw Failure(.tourOptions, "--list, --skip and --reset cannot be used together.", kind: .usage)
            }
            let book = context.book
            let namedTour = try name.map(book.tour)
            if list { return try listOutput(book) }
            if reset { return try resetOutput(namedTour, book) }
            guard let tour = namedTour ?? book.firstTour else { throw TourCommand.noTourError(book) }
            if skip { return try skipOutput(tour) }
            return .dialogue(try TourScreen(tour, guide: context.guide))
        }
    }

    private var name: Parameter<String?> {
        let kind = ValueKind<String>.text("NAME", limit: 100).completed { _ in context.book.tours.map(\.id) }
        return .optionalArgument("name", kind, "which tour; the first one if left out")
    }

    /// Returns the list of all tours with their states.
    private func listOutput(_ book: Guidebook) throws -> Output {
        let tours = try book.tours.map { ListedTour(tour: $0, state: try context.guide.state(of: $0)) }
        var output = Output.list(
            tours, ListedTour.fields, heading: "Tours", empty: "This app has no tours.",
            next: tours.first.map { ["tour \($0.tour.id)"] } ?? ["topics"])
        output.notice = "\(tours.count { $0.state.isDue }) of \(tours.count) are new to you."
        return output
    }

    /// Skips a tour, and returns its state.
    private func skipOutput(_ tour: Tour) throws -> Output {
        let isNew = try context.guide.skip(tour)
        return try TourCommand.report(
            isNew
                ? "Skipped “\(tour.title)” (\(tour.id)); it is not offered any more."
                : "“\(tour.title)” (\(tour.id)) was already finished or skipped.",
            [tour], context.guide, next: ["tour \(tour.id)", "topics"])
    }

    /// Offers a tour again, or all tours for nil, and returns the states.
    private func resetOutput(_ tour: Tour?, _ book: Guidebook) throws -> Output {
        guard let tour else {
            try context.guide.resetTours()
            return try TourCommand.report("All tours are offered again.", book.tours, context.guide, next: ["tour"])
        }
        try context.guide.reset(tour)
        return try TourCommand.report(
            "“\(tour.title)” (\(tour.id)) is offered again.", [tour], context.guide, next: ["tour \(tour.id)"])
    }

    /// Returns the state of some tours with a notice.
    static func report(_ notice: String, _ tours: [Tour], _ guide: Guide, next: [String]) throws -> Output {
        let listedTours = try tours.map { ListedTour(tour: $0, state: try guide.state(of: $0)) }
        var output = Output.list(listedTours, ListedTour.fields, empty: "", next: next)
        (output.blocks, output.notice) = ([], notice)
        return output
    }

    /// Returns the error for an app without a first tour.
    private static func noTourError(_ book: Guidebook) -> Failure {
        let names = book.tours.map(\.id).joined(separator: ", ")
        return Failure(
            .noTour, "This app has no first tour.",
            advice: names.isEmpty ? "`topics` lists the pages of help." : "Choose from \(names).")
    }
}
