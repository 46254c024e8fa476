import Guidance
import Interface
import Learning
import Lessons

/// The help texts of lessons: step sparring, line work and theory.
enum LessonsHelp {
    /// The command groups of lessons on the first help page.
    static let groups = [
        CommandGroup(
            "Practise", order: 11, ["sparring practice", "sparring quiz", "linework run", "theory read", "theory quiz"]),
        CommandGroup("Progress", order: 16, ["sparring progress", "linework progress", "theory progress"]),
    ]

    /// The responses to a self-assessment.
    static let marks = [
        TourTrial.Action("1", "not yet", response: "Not yet: it comes back soon."),
        TourTrial.Action("2", "with mistakes", response: "With mistakes: you are asked it more often."),
        TourTrial.Action("3", "well", response: "Well: your mastery of it grows."),
    ]

    /// Returns the tours of lessons.
    ///
    /// - Parameter lessons: the learner's lessons, which supply an exchange of the learner's own
    ///   belt.
    static func tours(_ lessons: @escaping @Sendable () throws -> LessonStudy) -> [Tour] { [sparring(lessons)] }

    private static func sparring(_ lessons: @escaping @Sendable () throws -> LessonStudy) -> Tour {
        Tour(
            "stepSparring", "How does step sparring work here?", scope: .profile, ending: "Let's Go!",
            next: ["sparring practice", "sparring quiz"], offeredAt: ["sparring practice", "sparring quiz"],
            isFirstUse: {
                let lessons = try lessons()
                // If no set is open yet, the typed command itself reports the grade that opens one.
                return try lessons.isFirstUse(of: .sparring) && (try? lessons.sampleExchange()) != nil
            },
            steps: [
                TourStep(
                    "Choosing a sequence",
                    """
                    Eleven sets, from three-step sparring at 8th keup to one-step sparring at 4th dan, self-defence among them. A set opens \
                    with its grade.
                    """
                ) {
                    [
                        .init("sparring progress", "the sets, and which are open"),
                        .init(
                            "sparring practice \((try? lessons().sampleExchange())??.item.subject ?? "three-step-1")",
                            "one exchange"),
                    ]
                },
                TourStep(
                    "Attack, defence, counter",
                    """
                    First you attack, then you defend, step by step: do it, press space to look, and say how it went. Foot, stance, hand and height are
                    shown one by one. The keys are the same whether you train alone or with a partner.
                    """
                ).withTrial { exchangeTrial(lessons) },
                TourStep(
                    "Mastery levels",
                    """
                    A set is new, learning, familiar or mastered. Practice brings you half of the way; answering without help brings the rest. sparring
                    quiz shows an attack and asks for the defence, in random order.
                    """),
            ])
    }

    /// Returns a step of an open exchange to try in the tour, or nil if none is open.
    private static func exchangeTrial(_ lessons: () throws -> LessonStudy) -> TourTrial? {
        guard let task = try? lessons().sampleExchange() else { return nil }
        // A tour screen has space for the technique only, without details of feet and hands.
        func lines(_ facts: [LessonTask.Fact]) -> [String] { facts.prefix(1).map { "\($0.name): \($0.text)" } }
        let parts = task.stages.map { TourTrial.Turn([.init(" ", "look")], after: lines($0)) }
        let attack = lines(task.facts.filter { $0.name == "Attack" })
        return TourTrial(front: [task.title] + attack + [task.prompt], turns: parts + [.init(LessonsHelp.marks)])
    }

    static let topics = [
        HelpTopic(
            "sparring", "Step sparring",
            paragraphs: [
                """
                sparring list shows the exchanges by grade, sparring show one of them with attack, defence and counter. sparring progress shows which
                sets are open and how well you know each one.

                sparring practice goes through a set step by step, as attacker and as defender. Space reveals the next step; then press 1 not yet, 2
                with mistakes, or 3 well. sparring quiz asks which defence answers an attack, which exchange it is, and for the counter, stance and
                section. Press 0 if you do not know. Steps and questions come back like cards: without a set, both begin with what is due.

                sparring modes shows the ways of practising a set, from easy to hard: step by step and the quiz are always open, exchanges in random order
                (--shuffle) open at 40 % mastery, whole exchanges as defender (--whole) at 60 %. --anyway takes them before.

                Every answer is saved at once. u takes the last one back, q leaves, and the same command resumes where you stopped; --new starts
                again. A set counts as mastered from 80 %.
                """
            ],
            commands: [
                "sparring list", "sparring show", "sparring practice", "sparring quiz", "sparring modes",
                "sparring progress",
            ]),
        HelpTopic(
            "linework", "Line work",
            paragraphs: [
                """
                linework shows the lines of your grade and those below, in the order in which they are called; --all shows every grade, linework show
                one grade. linework run goes through them: space counts a step, enter ends the line, and 1, 2 or 3 says how it went. With --tempo 40 a
                metronome counts you in and then counts forty steps a minute; space starts and stops it. --steps sets how many steps a line has. Lines come
                back like cards: without --belt, linework run begins with those that are due.
                """
            ], commands: ["linework", "linework show", "linework run", "linework progress"]),
        HelpTopic(
            "theory", "Theory",
            paragraphs: [
                """
                Theory is what examiners ask at a grading: what belts and patterns mean, tenets and oath, history, etiquette, and how the techniques
                work. theory lists the pages of your grade and those below; --all lists every page, --belt one grade, --subject one subject.
                theory show PAGE shows one page with its questions.

                theory read goes through the pages that you have not read: enter marks a page as read and turns, n turns without marking. theory progress
                shows what you have read. theory quiz asks questions about the pages, those that are due first. You choose from four answers, or type them with --answer type.
                There :d says that you do not know, :u takes the last answer back, + counts your answer as right if it was, :q leaves.
                """
            ], commands: ["theory", "theory show", "theory read", "theory quiz", "theory progress"]),
    ]

    static let tips = [
        Tip(
            "StepSparringSequence", icon: "figure.2.arms.open", glyph: "⇉", "Both Sides of a Step",
            "sparring practice SET goes through a set as attacker and as defender; sparring quiz asks it in random order.",
            feature: "sparring", rank: 81),
        Tip(
            "TheoryReading", icon: "book", glyph: "☰", "Read, Then Answer",
            "theory read shows pages that you have not read; theory quiz asks about them.", feature: "theory", rank: 83),
    ]
}
