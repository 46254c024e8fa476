import Assessment
import Content
import Interface
import Kernel
import Learning
import LearningCommands
import Lessons
import LessonsCommands
import Practice
import PracticeCommands

/// The `place` command, which finds the learner's starting level and marks the known words.
struct PlacementCommand {
    let lessons: @Sendable () throws -> LessonStudy

    var command: Command {
        Command(
            "place", "Find out what you know already, so that you do not meet it as new",
            discussion: """
                Twelve to twenty-four questions on words, of every grade up to yours. The test follows you and stops as soon as it is sure enough. At its \
                end, the words that you probably know are marked as known: study does not bring them as new. They come up for a check over the next \
                days, twenty a day, the least certain first.

                Words that you have studied before stay as they are, and nothing is marked if you leave before the end. `undo` takes all of it back in \
                one step.
                """,
            examples: [.init("place", "begin, or resume where you stopped")],
            LessonOptions.isNew, returns: .one(PlacementCommand.fields), changes: true
        ) { isNew in
            let lessons = try lessons()
            try ChildSession.requireAdult(lessons.learner, "Up to \(Examiner.placementRange.upperBound) questions are")
            let examiner = try Examiner(lessons)
            let unfinishedRun = isNew ? nil : try examiner.unfinished(.place)
            var run = try unfinishedRun ?? examiner.place()
            var openingBlocks = unfinishedRun.map(LessonCommands.resumeBlocks) ?? []
            if unfinishedRun != nil, run.isDone {
                // If the placement is waiting for its end to be confirmed, or its end was undone,
                // it asks the last question again.
                try examiner.log.undoAnswer(in: &run)
                openingBlocks = [
                    .paragraph(
                        "Nothing is marked yet. Here is the last question again; --new starts from the beginning.")
                ]
            }
            var view = LessonView<TestExercise>(
                help: "place", belt: { TestTexts.belt($0, $1, examiner) },
                ending: { PlacementCommand.endBlocks($0, examiner) },
                results: { run, feedbackBlocks in try PlacementCommand.output(run, feedbackBlocks, examiner) })
            view.confirmsEnd = true
            return .dialogue(
                try PracticeScreen(
                    examiner.log, run, view, saying: openingBlocks,
                    opening: unfinishedRun == nil ? PlacementCommand.opening(examiner) : []))
        }
    }

    /// The suggestion on the first screen, shown from the second belt on until the learner
    /// practices.
    var card: HomeCard {
        HomeCard("place", order: 25) { [lessons] in
            let lessons = try lessons()
            // The query is the same as in study, so that the first screen runs it once.
            let isNew = try lessons.log.runs(latest: Flashcards.searchedRuns).isEmpty
            let isOffered =
                isNew && !lessons.learner.isChild && lessons.learner.grade != lessons.book.belts.belts.first?.grade
            return HomeCard.Content(
                blocks: [],
                suggestedStep: isOffered
                    ? .init("place", because: "marks the words that you know already", rank: 35) : nil,
                members: [.init("offered", .bool(isOffered))])
        }
    }

    // MARK: - Messages

    /// Returns the text before the first question.
    private static func opening(_ examiner: Examiner) -> [Block] {
        let range = Examiner.placementRange
        let sentences = [
            "\(range.lowerBound) to \(range.upperBound) questions on words up to \(title(examiner)). Press 0 if you do not know.",
            "At the end, the words that you probably know are marked as known, so that study does not bring them as new. Words that you have studied stay as they are.",
            "If you leave before the end, nothing is marked. Afterwards undo takes it all back in one step.",
        ]
        return [.heading("What do you know already?")] + sentences.map { .paragraph(StyledText($0)) }
    }

    private static func title(_ examiner: Examiner) -> String { examiner.bank.title(of: examiner.learner.grade) }

    /// Returns the closing screen, with the number of words that the end would mark.
    private static func endBlocks(_ run: Run<TestExercise>, _ examiner: Examiner) -> [Block] {
        let words = (try? Report(run, examiner))?.words ?? 0
        let sentence =
            words == 0
            ? "That was the last question. No word is known for sure yet, so nothing will be marked."
            : "That was the last question. Enter marks \(counted(words, "word")) as known; u takes the last answer back; q marks nothing."
        return [.paragraph(StyledText(declared: sentence))]
    }

    /// Returns the marked words by belt, or a notice that an unfinished placement marks nothing.
    private static func output(_ run: Run<TestExercise>, _ feedbackBlocks: [Block], _ examiner: Examiner) throws
        -> Output
    {
        let report = try Report(run, examiner)
        guard run.log.endedAt != nil else {
            let sentence = "Paused for now. Nothing is marked until the end."
            return .one(
                report, fields, blocks: feedbackBlocks + [.paragraph(StyledText(declared: sentence))], next: ["place"])
        }
        let sentence =
            report.cards == 0
            ? "No word was marked: study begins with the first ones, and shows each before it asks."
            : "Marked \(counted(report.words, "word")) as known. They come up for a check over \(counted(report.days, "day")), the least certain first."
        let table = Table(
            [.init("Belt"), .init("Known", alignsRight: true), .init("Words", alignsRight: true)],
            rows: report.belts.map { [StyledText($0.title), StyledText("\($0.known)"), StyledText("\($0.words)")] })
        return .one(
            report, fields,
            blocks: feedbackBlocks + [
                .heading("Placement: done"), .paragraph(StyledText(declared: sentence)), .gap, .table(table),
            ],
            next: report.cards == 0 ? ["study"] : ["study", "undo"])
    }

    // MARK: - Results

    /// The words that a placement has marked or would mark.
    struct Report: Sendable {
        let run: Run<TestExercise>
        let results: TestResults
        let cards: Int
        let words: Int
        let belts: [(grade: Grade, title: String, known: Int, words: Int)]

        /// The number of days until every card has come up.
        var days: Int { (cards + Placement.dailyChecks - 1) / Placement.dailyChecks }

        init(_ run: Run<TestExercise>, _ examiner: Examiner) throws {
            let knownCards = try examiner.knownCards(run)
            self.run = run
            results = examiner.results(of: run)
            cards = knownCards.count
            let byGrade = Dictionary(grouping: knownCards, by: \.grade).mapValues { Set($0.map(\.card.term)).count }
            words = byGrade.values.reduce(0, +)
            let openTerms = Dictionary(
                grouping: examiner.learner.syllabus.opened(in: examiner.bank.library.terms).filter(\.hasKorean),
                by: \.grade)
            belts = openTerms.keys.sorted().map {
                ($0, examiner.bank.title(of: $0), byGrade[$0] ?? 0, openTerms[$0]?.count ?? 0)
            }
        }
    }

    static let fields: [Field<Report>] = [
        Field("session", "the placement") { .text($0.run.id.rawValue) },
        Field("answered", "questions that were answered") { .integer($0.run.answers.count) },
        Field("right", "how many of them were right") { .integer($0.run.right) },
        Field("finished", "whether it came to its end; nothing is marked before") { .bool($0.run.log.endedAt != nil) },
        Field("words", "words that were marked as known, or would be by now") { .integer($0.words) },
        Field("cards", "the same in cards: a word has two, one for each direction") { .integer($0.cards) },
        Field("days", "days over which they come up for a check") { .integer($0.days) },
        Field("ability", "your ability in logits; 0 knows half of what the lowest belt learns") {
            .number(TestFields.rounded($0.results.ability.mean))
        },
        Field("error", "one standard deviation of the ability, in logits") {
            .number(TestFields.rounded($0.results.ability.deviation))
        },
        Field("belts", "each belt: grade, known, words") { report in
            .list(
                report.belts.map { belt in
                    .object([
                        .init("grade", .text(belt.grade.id)), .init("known", .integer(belt.known)),
                        .init("words", .integer(belt.words)),
                    ])
                })
        },
    ]
}
