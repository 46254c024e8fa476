import Club
import Groups
import Kernel
import Terminal

/// `club grading mine|take`: results that reached somebody, and their own belt.
struct ToldGradingDesk: Sendable {
    let options: ClubOptions

    var commands: [Command] { [mine, take] }

    private static let result: [Field<ClubSight.Told<ToldResult>>] = [
        Field("id", "the result") { .text($0.paper.id.rawValue) },
        Field("day", title: "Day", "when the grading was") { .day($0.value.day) },
        Field("target", title: "For", "the belt that was graded for", room: .main) { .text($0.value.target) },
        Field("result", title: "Result", "pass, double or fail") { .text($0.value.result.rawValue) },
        Field("reached", title: "Belt", "the belt afterwards") { .text($0.value.reached) },
        Field("note", title: "Note", "a word of the examiners; may be empty") { .text($0.value.note) },
    ]

    private var mine: Command {
        Command(
            "club grading mine", "Show the results of your gradings that your instructors told you",
            examples: [.init("club grading mine", "the latest first", runs: false)], ClubOptions.whose, options.club,
            returns: .list(ToldGradingDesk.result), changes: true
        ) { whose, club in
            let (_, sight) = try options.sight(club)
            let learner = try ClubOptions.learner(whose, in: sight)
            let results = sight.results(of: learner.id)
            return .list(
                results, ToldGradingDesk.result, heading: StyledText(learner.name), empty: "No result was told yet.",
                footer: CircleDesk.copy(sight), next: results.isEmpty ? ["club"] : ["club grading take 1"])
        }
    }

    private var take: Command {
        Command(
            "club grading take", "Note a result that you were told; your belt moves if you passed",
            discussion: """
                What would change in your profile is shown first; then you are asked. A guardian notes it in the profile of that name on this device. It never \
                happens by itself, and `undo` takes it back.
                """,
            examples: [.init("club grading take", "the latest result", runs: false)],
            .optionalArgument(
                "row", .integer(1...1000, placeholder: "ROW"), "its row in `club grading mine`; the latest if left out"),
            ClubOptions.whose, options.club, returns: .one(ToldGradingDesk.result), changes: true
        ) { row, whose, club in
            let (_, sight) = try options.sight(club)
            let learner = try ClubOptions.learner(whose, in: sight)
            let (results, child) = (sight.results(of: learner.id), learner.id == sight.me.id ? nil : learner.name)
            let place = (row ?? 1) - 1
            guard results.indices.contains(place) else {
                throw Failure(
                    .noSuchResult, results.isEmpty ? "No result was told yet." : "There is no result in row \(place + 1).",
                    advice: "`club grading mine` shows them.", kind: .usage)
            }
            let told = results[place]
            let result = try told.value.judged()
            guard let offer = try options.own.offer(result, child) else {
                throw Failure(
                    .noSuchResult, "That grading is noted already.", advice: "`grading list` shows it.", kind: .usage)
            }
            let isMoved = offer.belt != offer.reached
            let question =
                isMoved
                ? "Note this for \(offer.name)? The belt moves from \(offer.belt) to \(offer.reached)."
                : "Note this for \(offer.name)? The belt stays \(offer.belt)."
            var output = Output.confirm(question) {
                try options.own.note(result, child)
                return .changed(
                    isMoved
                        ? "Noted. \(offer.name) is \(offer.reached) now (\(told.paper.id))."
                        : "Noted for \(offer.name) (\(told.paper.id)).", told, ToldGradingDesk.result,
                    next: ["grading list", "undo"])
            }
            output.blocks = [.paragraph(StyledText(told.value.sentence)), .gap]
            return output
        }
    }
}

extension ToldResult {
    /// For people: the day, for which belt, and what came of it.
    var sentence: String {
        let words =
            switch result {
            case .fail: "not yet"
            case .pass: "passed"
            case .double: "passed, and a belt is left out: \(reached)"
            }
        return "\(day)  \(target): \(words)\(note.isEmpty ? "" : ". \(note)")"
    }
}
