import Assessment
import Interface
import Kernel
import Practice
import PracticeCommands

/// The `train` command, which runs the daily training.
struct TrainCommand {
    let training: @Sendable () throws -> Training
    let homework: [HomeworkGiver]

    var command: Command {
        Command(
            "train", "Train for some minutes: cards, a pattern, theory, a line",
            discussion: """
                One session for the day, in the time that you have: cards that are due and new words, today's pattern from memory, two questions of theory, \
                and one line of line work. How much of each fits is reckoned from how long you took of late; a pattern that is too long for the time is \
                trained where you know it least.

                With a date (`grading plan`), its words are the new ones, as many as today is to bring, and its pattern comes first while it is weak. When the \
                time is over, nothing else is begun; a pattern that you are in is finished. What your club asks for comes first, as far as it is open.

                Keys are those of study, pattern practice and the rest. Each answer is saved at once. u takes the last one back, q leaves, and train resumes \
                on the same day where you stopped.
                """,
            examples: [
                .init("train", "ten minutes, or as long as last time; resumes what you left today"),
                .init("train 5", "five minutes"),
            ],
            .optionalArgument(
                "minutes", .integer(Training.range, placeholder: "MINUTES"),
                "how long; as last time if left out, at first 10"),
            .flag("new", "start another training, even if one is unfinished"),
            returns: .one(TrainFields.all), changes: true
        ) { minutes, isNew in
            let training = try training()
            if !isNew, var run = try training.unfinished() {
                try training.log.resume(&run)
                return try sessionOutput(
                    run, training, saying: training.isForChild ? "Let us go on!" : TrainCommand.resumeText(run))
            }
            // The source of homework can be unavailable. The training then continues without
            // homework.
            let assignments = homework.flatMap { (try? $0.current()) ?? [] }
            let run = try training.begin(minutes: minutes ?? training.minutes(), homework: assignments)
            return try sessionOutput(
                run, training, saying: TrainCommand.homeworkText(assignments) + TrainCommand.overview(run, training))
        }
    }

    /// Returns the training on the screen, introduced by a sentence.
    private func sessionOutput(_ run: Run<TrainingExercise>, _ training: Training, saying sentence: String) throws
        -> Output
    {
        .dialogue(
            try PracticeScreen(
                training.log, run, TrainingView(training), saying: [.paragraph(StyledText(declared: sentence, .muted))])
        )
    }

    private static func resumeText(_ run: Run<TrainingExercise>) -> String {
        "Resuming where you stopped: \(run.remaining) of \(run.items.count) to go. train --new starts another."
    }

    /// Returns one sentence for each of the first two homework assignments.
    private static func homeworkText(_ homework: [Homework]) -> String {
        homework.prefix(2).map { assignment in
            let command = assignment.kind == .other ? " (\(assignment.command))" : ""
            return "\(assignment.giver) asks for \(assignment.title)\(command) until \(assignment.until). "
        }.joined()
    }

    /// Returns the contents of a training, for display before its first task.
    private static func overview(_ run: Run<TrainingExercise>, _ training: Training) throws -> String {
        if training.isForChild { return "Words, a pattern, questions and a line. Let us begin!" }
        let askedCards = run.cardPart.items.count { $0.step == .ask }
        let pattern = run.items.lazy.compactMap { item -> String? in
            if case .task(let target) = item, target.kind == .patterns { target.subject } else { nil }
        }.first.flatMap { id in training.patterns.curriculum.patterns().value.first { $0.id == id }?.name }
        func count(_ kind: PracticeKind) -> Int { run.items.count { $0.kind == kind } }
        let parts = [
            askedCards > 0 ? counted(askedCards, "card") : nil,
            pattern.map { "\($0) (\(counted(count(.patterns), "movement")))" },
            count(.theory) > 0 ? counted(count(.theory), "question") : nil,
            count(.lineWork) == 1
                ? "a line of line work"
                : count(.lineWork) > 0 ? "\(counted(count(.lineWork), "line")) of line work" : nil,
        ].compactMap { $0 }
        let list = listed(parts)
        let minutes = try training.minutes(of: run)
        return
            "\(list), about \(counted(minutes, "minute")). After \(counted(run.settings.minutes, "minute")) nothing new begins."
    }
}
