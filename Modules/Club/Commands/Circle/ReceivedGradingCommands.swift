import Club
import Groups
import Interface
import Kernel

/// `club grading mine|take`: results received by a learner, and the learner's own belt.
struct ReceivedGradingCommands: Sendable {
    let options: ClubOptions

    var commands: [Command] { [mine, take] }

    private static let resultFields: [Field<ClubSnapshot.PostedValue<GradingReport>>] = [
        Field("id", "the result") { .text($0.post.id.rawValue) },
        Field("day", title: "Day", "when the grading was") { .day($0.value.day) },
        Field("target", title: "For", "the belt that was graded for", room: .main) { .text($0.value.target) },
        Field("result", title: "Result", "pass, double or fail") { .text($0.value.result.rawValue) },
        Field("reached", title: "Belt", "the belt afterwards") { .text($0.value.reached) },
        Field("note", title: "Note", "a word of the examiners; may be empty") { .text($0.value.note) },
    ]

    private var mine: Command {
        Command(
            "club grading mine", "Show the results of your gradings that your instructors told you",
            examples: [.init("club grading mine", "the latest first", runs: false)], ClubOptions.childOption,
            options.club,
            returns: .list(ReceivedGradingCommands.resultFields), changes: true
        ) { childName, club in
            let (_, snapshot) = try options.snapshot(club)
            let learner = try ClubOptions.learner(childName, in: snapshot)
            let results = snapshot.results(of: learner.id)
            return .list(
                results, ReceivedGradingCommands.resultFields, heading: StyledText(learner.name),
                empty: "No result was told yet.",
                footer: SharedClubCommands.copyNotice(snapshot),
                next: results.isEmpty ? ["club"] : ["club grading take 1"])
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
            ClubOptions.childOption, options.club, returns: .one(ReceivedGradingCommands.resultFields), changes: true
        ) { row, childName, club in
            let (_, snapshot) = try options.snapshot(club)
            let learner = try ClubOptions.learner(childName, in: snapshot)
            let results = snapshot.results(of: learner.id)
            let child = learner.id == snapshot.me.id ? nil : learner.name
            let index = (row ?? 1) - 1
            guard results.indices.contains(index) else {
                throw Failure(
                    .noSuchResult,
                    results.isEmpty ? "No result was told yet." : "There is no result in row \(index + 1).",
                    advice: "`club grading mine` shows them.", kind: .usage)
            }
            let report = results[index]
            let result = try report.value.validated()
            guard let offer = try options.progress.offer(result, child) else {
                throw Failure(
                    .noSuchResult, "That grading is noted already.", advice: "`grading list` shows it.", kind: .usage)
            }
            let beltChanges = offer.belt != offer.reached
            let question =
                beltChanges
                ? "Note this for \(offer.name)? The belt moves from \(offer.belt) to \(offer.reached)."
                : "Note this for \(offer.name)? The belt stays \(offer.belt)."
            var output = Output.confirm(question) {
                try options.progress.recordResult(result, child)
                return .changed(
                    beltChanges
                        ? "Noted. \(offer.name) is \(offer.reached) now (\(report.post.id))."
                        : "Noted for \(offer.name) (\(report.post.id)).", report, ReceivedGradingCommands.resultFields,
                    next: ["grading list", "undo"])
            }
            output.blocks = [.paragraph(StyledText(report.value.sentence)), .gap]
            return output
        }
    }
}

extension GradingReport {
    /// The day, the belt and the result in one sentence.
    var sentence: String {
        let resultText =
            switch result {
            case .fail: "not yet"
            case .pass: "passed"
            case .double: "passed, and a belt is left out: \(reached)"
            }
        return "\(day)  \(target): \(resultText)\(note.isEmpty ? "" : ". \(note)")"
    }
}
