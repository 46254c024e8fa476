import Content
import Interface
import Kernel
import Learning
import LearningCommands
import Lessons
import Practice
import PracticeCommands

/// The commands `pattern practice`, `pattern quiz` and `pattern test`.
struct PatternTrainingCommands: Sendable {
    let training: @Sendable () throws -> PatternTraining

    var commands: [Command] { [practice, quiz, test, modes] }

    // MARK: - Practice

    private var practice: Command {
        Command(
            "pattern practice", "Practise a pattern, movement by movement",
            discussion: """
                Without an id you get what today asks for: an unfinished pattern; else the movements that are due, pattern by pattern; else the pattern \
                that you practised longest ago. With an id you go through all of it, or with --due only through what is due. --new leaves what is \
                unfinished and asks for the day anew: what is due still comes first, as in every session. `pattern practice chon-ji --new` begins that \
                pattern at its first movement.

                Do each movement from memory, then look, and say how it went: 1 not yet, 2 with mistakes, 3 well. `--shaky` practises only the \
                movements that did not go well. With --show each movement is shown at once, so that you can follow; what you only followed comes back soon. \
                --shuffle asks in random order, from 60 % mastery on. Each answer is saved before the next movement shows; an interrupted session resumes \
                where you stopped.

                With --tempo or --seconds a metronome counts you in and leads you: a slow movement takes two beats, a fast one half a beat, one in a \
                continuous motion three quarters, one in a connecting motion half. In a pipe there is no metronome: each line is a key.
                """,
            examples: [
                .init("pattern practice", "Practice today's pattern"),
                .init("pattern practice chon-ji", "movement by movement; resumes where you stopped"),
                .init("pattern practice chon-ji --tempo 40", "to forty beats a minute"),
                .init("pattern practice chon-ji --moves 1-4", "four movements"),
                .init("pattern practice chon-ji --show", "each movement shown at once, while it is new to you"),
            ],
            .optionalArgument("id", patternID, "a pattern's id; without one, today's pattern"),
            .option("moves", .range(of: "a movement", upTo: 200), "only these movements"), Selection.parameter,
            .flag("show", "show each movement at once, so that you can follow"), Order.parameter,
            .flag("new", "start again, even if a session is unfinished; what is due comes first"),
            .option("tempo", .integer(4...240, placeholder: "BEATS"), "timed: this many beats a minute"),
            .option("seconds", .seconds, "timed: this many seconds a movement"), returns: .one(PracticeSummary.fields),
            changes: true
        ) { id, moves, selection, isShown, order, new, tempo, seconds in
            let training = try training()
            let isPlain = moves == nil && !selection.isShaky && !order.isShuffled
            let todaysPractice =
                id == nil && isPlain ? try training.practiceOfTheDay(isNew: new || selection.isDue) : nil
            let pattern = try id.map(training.pattern) ?? todaysPractice?.pattern ?? training.patternOfTheDay()
            var numbers = moves.map { range in pattern.moves.map(\.number).filter(range.contains) }
            if selection.isShaky { numbers = try shakyMoves(of: pattern, training) }
            if selection.isDue { numbers = try dueMoves(of: pattern, training, isNamed: id != nil) }
            if let dueNumbers = todaysPractice?.due, !dueNumbers.isEmpty { numbers = dueNumbers }
            if training.learner.isChild {
                numbers = Array(try (numbers ?? training.fewMovements(of: pattern)).prefix(Learner.childItems))
            }
            guard tempo == nil || seconds == nil else {
                throw Failure(
                    .twoTempos, "There are two tempos.", advice: "Use either --tempo or --seconds.", kind: .usage)
            }
            if order.isShuffled, !order.insists { try training.requireOpen(.shuffled, pattern) }
            let beat = seconds ?? tempo.map { 60 / Double($0) }
            let run = try training.practice(pattern, only: numbers, isShuffled: order.isShuffled, isNew: new)
            let isDue = selection.isDue || !(todaysPractice?.due ?? []).isEmpty
            return try sessionOutput(
                on: run, MovementView(training, tempo: beat.map(MoveTempo.init), isShown: isShown), training,
                "movement",
                beginning: isDue && !training.learner.isChild ? Self.dueText(run.items.count, of: pattern) : nil)
        }
    }

    /// The selection of movements to practice.
    private struct Selection: Sendable {
        let isDue, isShaky: Bool

        static var parameter: Parameter<Selection> {
            .group(
                .flag("due", "only the movements that are due today"),
                .flag("shaky", "only the movements that you marked as shaky")
            ) { Selection(isDue: $0, isShaky: $1) }
        }
    }

    /// The order of the movements, and whether the learner insists on it.
    private struct Order: Sendable {
        let isShuffled, insists: Bool

        static var parameter: Parameter<Order> {
            .group(.flag("shuffle", "in random order"), ModeFields.anyway) { Order(isShuffled: $0, insists: $1) }
        }
    }

    /// Returns the sentence about the due movements of a pattern.
    private static func dueText(_ count: Int, of pattern: Pattern) -> String {
        let practiceHint = count == pattern.moves.count ? "" : " pattern practice \(pattern.id) goes through all of it."
        return "Due today: \(counted(count, "movement")) of \(pattern.heading.name).\(practiceHint)"
    }

    /// Returns the movements of a pattern that are due today.
    ///
    /// - Throws: `nothingDue`.
    private func dueMoves(of pattern: Pattern, _ training: PatternTraining, isNamed: Bool) throws -> [Int] {
        let dueNumbers = try training.dueMovements(of: pattern)
        guard dueNumbers.isEmpty else { return dueNumbers }
        throw Failure(
            .nothingDue, isNamed ? "No movement of \(pattern.heading.name) is due today." : "No movement is due today.",
            advice: "`pattern practice \(pattern.id)` goes through all of it.")
    }

    /// Returns the movements of a pattern that are marked as shaky.
    ///
    /// - Throws: `nothingShaky`.
    private func shakyMoves(of pattern: Pattern, _ training: PatternTraining) throws -> [Int] {
        let shakyNumbers = try training.mastery(of: pattern).shaky
        guard shakyNumbers.isEmpty else { return shakyNumbers }
        throw Failure(
            .nothingShaky, "No movement of \(pattern.heading.name) is marked as shaky.",
            advice: "In `pattern practice \(pattern.id)`, 1 and 2 mark one.")
    }

    // MARK: - Questions

    private var quiz: Command {
        Command(
            "pattern quiz", "Quiz yourself on the movements of patterns",
            discussion: """
                Asks what comes next, which way you turn, which foot moves, which stance, which side and how high. What you know least \
                comes first, behind what is due. Each field of an answer counts: the right stance on the wrong side is half right. Typed answers open \
                at 40 % mastery; you may type English, hangul or romanised Korean. An interrupted quiz resumes where you stopped. A small child is asked \
                five short things, always with choices.
                """,
            examples: [
                .init("pattern quiz", "ten questions with choices; resumes where you stopped"),
                .init("pattern quiz chon-ji", "about one pattern"),
                .init("pattern quiz --questions 20 --answer type --anyway", "twenty about all your patterns, typed"),
            ],
            .optionalArgument("id", patternID, "a pattern's id; without one, all that are open to you"),
            .option("questions", short: "n", .integer(1...200), shown: "10", "how many"),
            LessonOptions.answering(.choose, "choose from answers, or type them"),
            .flag("new", "another quiz, even if one is unfinished"), ModeFields.anyway,
            returns: .one(RoundSummary.fields), changes: true
        ) { subject, questions, answering, new, insists in
            let training = try training()
            let namedPattern = try subject.map(training.pattern)
            var patterns = try namedPattern.map { [$0] } ?? openPatterns(training)
            let answering = training.learner.isChild ? nil : answering
            if answering == .type, !insists {
                let openPatterns = patterns.filter { (try? training.requireOpen(.typedQuiz, $0)) != nil }
                let levels = Dictionary(try training.masteries().map { ($0.heading.id, $0.level) }) { first, _ in first
                }
                let nearest = patterns.max { (levels[$0.id] ?? 0) < (levels[$1.id] ?? 0) }
                if openPatterns.isEmpty, let nearest { try training.requireOpen(.typedQuiz, nearest) }
                patterns = openPatterns
            }
            let run = try training.quiz(
                patterns, subject: namedPattern?.id ?? "", questions: questions ?? 10, mode: mode(answering),
                isNew: new || questions != nil)
            return try sessionOutput(
                on: run, RoundView(training, isTest: false), training, "question",
                beginning: training.learner.isChild ? ChildSession.introduction(run.items.count) : nil)
        }
    }

    private var test: Command {
        Command(
            "pattern test", "Test yourself on a whole pattern, from memory",
            discussion: """
                Type one line for each movement: side and stance, which way you face, height and technique, as in \(MovementLine.example). You may \
                shorten words and put them in any order: \(MovementLine.shortExample). You see the results at the end; to pass, four fifths of all \
                fields must be right. Skipped movements count as wrong. An interrupted test resumes where you stopped.

                The test opens at 60 % mastery of the pattern, with choices at 40 %, and stays open once you have taken it. --anyway takes it before. A small \
                child has a test of five movements, with choices, at any time.
                """,
            examples: [
                .init("pattern test chon-ji --anyway", "a line for each movement"),
                .init("pattern test chon-ji --answer choose --anyway", "with choices"),
            ],
            .argument("id", patternID, "a pattern's id"),
            LessonOptions.answering(.type, "type a line for each movement, or choose"),
            .flag("new", "another test, even if one is unfinished"), ModeFields.anyway,
            returns: .one(RoundSummary.fields), changes: true
        ) { id, answering, new, insists in
            let training = try training()
            let pattern = try training.pattern(id)
            if training.learner.isChild {
                let run = try training.test(pattern, isNew: new)
                return try sessionOutput(
                    on: run, RoundView(training, isTest: true), training, "question",
                    beginning: ChildSession.introduction(run.items.count))
            }
            // An unfinished test resumes in its own mode, even if that mode is not open.
            let isUnfinished = try !new && answering == nil && training.isUnfinished("test", pattern)
            if !insists, !isUnfinished { try training.requireOpen(answering == .choose ? .choiceTest : .test, pattern) }
            let run = try training.test(pattern, mode: mode(answering), isNew: new)
            let formatRule = mode(answering) == .choice ? "" : " \(MovementLine.rule)"
            return try sessionOutput(
                on: run, RoundView(training, isTest: true), training, "question",
                beginning: "\(counted(run.items.count, "movement")), one answer each.\(formatRule)")
        }
    }

    // MARK: - Modes

    private var modes: Command {
        Command(
            "pattern modes", "Show the ways of practising a pattern, from easy to hard, and what opens them",
            examples: [
                .init("pattern modes", "of today's pattern"), .init("pattern modes chon-ji", "of one pattern"),
            ],
            .optionalArgument("id", patternID, "a pattern's id; without one, today's pattern"),
            returns: .list(ModeFields.all)
        ) { id in
            let training = try training()
            let pattern = try id.map(training.pattern) ?? training.practiceOfTheDay().pattern
            return ModeFields.list(try training.modes(of: pattern), of: pattern.heading.name)
        }
    }

    /// Returns the patterns that are open to the learner.
    private func openPatterns(_ training: PatternTraining) throws -> [Pattern] {
        try training.masteries().filter(\.isOpen).map { try training.curriculum.pattern($0.heading.id).value }
    }

    /// Returns the mode of a round for an answering option, or nil if the option is left out.
    private func mode(_ answering: StudyConfiguration.Answering?) -> PatternRound.Mode? {
        answering.map { $0 == .type ? .typed : .choice }
    }

    /// Returns the session, introduced by `beginning` if new, or else by a notice that it resumes.
    private func sessionOutput<View: ExerciseView>(
        on run: Run<View.Kind>, _ view: View, _ training: PatternTraining, _ noun: String, beginning: String? = nil
    ) throws -> Output {
        let resumeText = "Resuming where you stopped: \(counted(run.remaining, noun)) to go."
        return Output(
            blocks: (run.place == 0 ? beginning : resumeText).map { [.paragraph(StyledText($0))] } ?? [],
            continuation: .dialogue(try PracticeScreen(training.log, run, view)))
    }

    private var patternID: ValueKind<String> {
        ValueKind<String>.text("ID").completed { [training] typed in
            let standings = (try? training().masteries()) ?? []
            return standings.filter(\.isOpen).map(\.heading.id).filter { $0.hasPrefix(typed) }
        }
    }
}

extension ValueKind where Value == Double {
    /// A value kind for seconds, with an optional decimal point.
    static var seconds: Self {
        ValueKind("SECONDS", values: "0.2…20") { word, _ in
            guard let seconds = Double(word), (0.2...20).contains(seconds) else {
                throw Failure(.notSeconds, "“\(word)” is not a number of seconds from 0.2 to 20.", kind: .usage)
            }
            return seconds
        }
    }
}
