import Content
import Kernel
import Learning
import Practice
import PracticeCommands
import Terminal

/// `pattern practice`, `pattern quiz` and `pattern test`.
struct PatternTrainingDesk: Sendable {
    let training: @Sendable () throws -> PatternTraining

    var commands: [Command] { [practice, quiz, test] }

    // MARK: - Practice

    private var practice: Command {
        Command(
            "pattern practice", "Practise a pattern, movement by movement",
            discussion: """
                Without an id it is today's pattern: one that you left, else the one that you practised longest ago.

                Do each movement as it is shown, then go on; or mark it as shaky, and `--shaky` practises those alone. Each movement is kept \
                before the next one shows; a session that was left goes on where it stood.

                With --tempo or --seconds a metronome leads: a slow movement takes two beats, a fast one half of one, those of a continuous \
                motion three quarters, of a connecting one half. Read from a pipe there is no time: each line is a key.
                """,
            examples: [
                .init("pattern practice", "Practice today's pattern"),
                .init("pattern practice chon-ji", "movement by movement, or on where you left"),
                .init("pattern practice chon-ji --tempo 40", "to forty beats a minute"),
                .init("pattern practice chon-ji --moves 1-4", "four movements"),
            ],
            .optionalArgument("id", patternID, "a pattern's id; without one, today's pattern"),
            .option("moves", .moveRange, "only these movements"), .flag("shaky", "only the movements that you marked as shaky"),
            .flag("new", "from the beginning, even if a session was left"),
            .option("tempo", .integer(4...240, placeholder: "BEATS"), "timed: so many beats a minute"),
            .option("seconds", .seconds, "timed: so many seconds a movement"), returns: .one(PracticeSummary.fields),
            changes: true
        ) { id, moves, shaky, new, tempo, seconds in
            let training = try training()
            let pattern = try id.map(training.pattern) ?? training.patternOfTheDay()
            var numbers = moves.map { range in pattern.moves.map(\.number).filter(range.contains) }
            if shaky { numbers = try shakyMoves(of: pattern, training) }
            guard tempo == nil || seconds == nil else {
                throw Failure(.twoTempos, "A tempo is given twice.", advice: "Use --tempo or --seconds.", kind: .usage)
            }
            let beat = seconds ?? tempo.map { 60 / Double($0) }
            let run = try training.practise(pattern, only: numbers, isNew: new)
            return try going(on: run, MovementFace(training, tempo: beat.map(MoveTempo.init)), training, "movement")
        }
    }

    private func shakyMoves(of pattern: Pattern, _ training: PatternTraining) throws -> [Int] {
        let shaky = try training.standing(of: pattern).shaky
        guard shaky.isEmpty else { return shaky }
        throw Failure(
            .nothingShaky, "No movement of \(pattern.heading.name) is marked as shaky.",
            advice: "In `pattern practice \(pattern.id)`, m marks one.")
    }

    // MARK: - Questions

    private var quiz: Command {
        Command(
            "pattern quiz", "Be asked about the movements of patterns",
            discussion: """
                What comes next, from where to where you face, which foot moves, which stance, which side and how high. What you know least \
                comes first. An answer is graded field by field: the right stance on the wrong side is half right. Typed answers may be \
                English, hangul or romanised. A quiz that was left goes on.
                """,
            examples: [
                .init("pattern quiz", "ten questions with choices, or on where you left"),
                .init("pattern quiz chon-ji", "about one pattern"),
                .init("pattern quiz --questions 20 --mode typed", "twenty about all your patterns, typed"),
            ],
            .optionalArgument("id", patternID, "a pattern's id; without one, all that are open to you"),
            .option("questions", short: "n", .integer(1...200), shown: "10", "how many"), modeOption(shown: "choice"),
            .flag("new", "another quiz, even if one was left"), returns: .one(RoundSummary.fields), changes: true
        ) { subject, questions, mode, new in
            let training = try training()
            let patterns = try subject.map { [try training.pattern($0)] } ?? open(training)
            let run = try training.quiz(
                patterns, subject: subject ?? "", questions: questions ?? 10, mode: mode, isNew: new || questions != nil)
            return try going(on: run, RoundFace(training, isTest: false), training, "question")
        }
    }

    private var test: Command {
        Command(
            "pattern test", "Be tested on a whole pattern, from memory",
            discussion: """
                For every movement: which foot moves, which way you face, which stance, which technique. Nothing is told before the end; four \
                fields in five must be right to pass. What is passed over counts as wrong. A test that was left goes on.
                """,
            examples: [
                .init("pattern test chon-ji", "typed"), .init("pattern test chon-ji --mode choice", "with choices"),
            ],
            .argument("id", patternID, "a pattern's id"),
            modeOption(shown: "typed"), .flag("new", "another test, even if one was left"), returns: .one(RoundSummary.fields),
            changes: true
        ) { id, mode, new in
            let training = try training()
            let run = try training.test(training.pattern(id), mode: mode, isNew: new)
            return try going(on: run, RoundFace(training, isTest: true), training, "question")
        }
    }

    private func open(_ training: PatternTraining) throws -> [Pattern] {
        try training.standings().filter(\.isOpen).map { try training.curriculum.pattern($0.heading.id).value }
    }

    private func modeOption(shown: String) -> Parameter<PatternRound.Mode?> {
        .option("mode", .choice("MODE"), "choose among answers, or type them (\(shown) unless you say otherwise)")
    }

    private func going<Face: PracticeFace>(
        on run: Run<Face.Kind>, _ face: Face, _ training: PatternTraining, _ what: String
    ) throws -> Output {
        let sentence = "Going on where you left: \(counted(run.remaining, what)) to go."
        return Output(
            blocks: run.place == 0 ? [] : [.paragraph(StyledText(sentence))],
            continuation: .dialogue(try PracticeScreen(training.log, run, face)))
    }

    private var patternID: ValueKind<String> {
        ValueKind<String>.text("ID").completed { [training] typed in
            let standings = (try? training().standings()) ?? []
            return standings.filter(\.isOpen).map(\.heading.id).filter { $0.hasPrefix(typed) }
        }
    }
}

extension ValueKind where Value == ClosedRange<Int> {
    /// A movement or a range of them.
    static var moveRange: Self {
        ValueKind("N[-M]", values: "5, 5-8") { word, _ in
            let parts = word.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
            guard (1...2).contains(parts.count), let first = parts[0], let last = parts.last ?? nil, first > 0, last >= first,
                last <= 200
            else { throw Failure(.notARange, "“\(word)” is not a movement or a range; write 5 or 5-8.", kind: .usage) }
            return first...last
        }
    }
}

extension ValueKind where Value == Double {
    /// Seconds, with a decimal point if need be.
    static var seconds: Self {
        ValueKind("SECONDS", values: "0.2…20") { word, _ in
            guard let seconds = Double(word), (0.2...20).contains(seconds) else {
                throw Failure(.notSeconds, "“\(word)” is not a number of seconds from 0.2 to 20.", kind: .usage)
            }
            return seconds
        }
    }
}
