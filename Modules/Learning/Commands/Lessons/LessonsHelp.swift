import Guidance
import Learning
import Terminal

/// How lessons are explained to people: step sparring, line work, theory and gradings.
enum LessonsHelp {
    /// What stands on the first page of help.
    static let groups = [
        CommandGroup(
            "Practise", order: 10, ["sparring practice", "sparring quiz", "linework run", "theory read", "theory quiz"]),
        CommandGroup("Progress", order: 15, ["sparring progress", "linework progress", "theory progress"]),
        CommandGroup("Gradings", order: 20, ["grading mock", "grading sheet", "grading record", "grading list"]),
    ]

    /// - Parameter lessons: those of whoever learns, for an exchange of their own belt.
    static func tours(_ lessons: @escaping @Sendable () throws -> Lessons) -> [Tour] {
        [sparring(lessons)]
    }

    private static func sparring(_ lessons: @escaping @Sendable () throws -> Lessons) -> Tour {
        Tour(
            "stepSparring", "How does step sparring work here?", scope: .profile, ending: "Let's Go!",
            next: ["sparring practice", "sparring quiz"], offeredAt: ["sparring practice", "sparring quiz"],
            isFirstUse: {
                let lessons = try lessons()
                // Where no set is open yet, what was typed says from which grade on.
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
                ).trying { exchange(lessons) },
                TourStep(
                    "Mastery levels",
                    """
                    A set is new, learning, familiar or mastered. Practice brings you half of the way; answering without help brings the rest. sparring
                    quiz shows an attack and asks for the defence, in random order.
                    """),
            ])
    }

    private static func exchange(_ lessons: () throws -> Lessons) -> TourTrial? {
        guard let task = try? lessons().sampleExchange() else { return nil }
        // A screen of a tour has room for what is done, not for each foot and hand of it.
        func lines(_ facts: [LessonTask.Fact]) -> [String] { facts.prefix(1).map { "\($0.name): \($0.text)" } }
        let parts = task.stages.map { TourTrial.Turn([.init(" ", "look")], after: lines($0)) }
        let attack = lines(task.facts.filter { $0.name == "Attack" })
        return TourTrial(front: [task.title] + attack + [task.ask], turns: parts + [.init(StudyTours.marks)])
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
                "sparring list", "sparring show", "sparring practice", "sparring quiz", "sparring modes", "sparring progress",
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
        HelpTopic(
            "grading", "Gradings",
            paragraphs: [
                """
                grading mock is a whole grading for your next belt, or for an earlier one with --grade: line work, pattern, step sparring, theory and
                etiquette. The app cannot see you, so mark floor work yourself: 1 not yet, 2 with mistakes, 3 well. The rest is asked. You can leave
                with q at any point and continue later.

                Line work, step sparring and theory weigh 20 each, the pattern 30, etiquette 10. If a grade lacks a part, the others weigh
                more. You need 60 points of 100, and at least 40 in each part. These numbers are a convention of this app: clubs differ.

                grading record saves a real grading. A pass moves your belt up, never down. undo takes back the grading and the belt,
                and grading delete removes an older mistake. grading list shows your gradings so far.

                grading sheet writes everything that a grading may ask on one page to print.
                """
            ], commands: ["grading mock", "grading sheet", "grading record", "grading delete", "grading list"]),
    ]

    static let questions: [HelpTopic.Question] = [
        .init(
            "I passed my grading. What now?",
            "Type grading record --grade 8k, with your new grade. Its words are new; earlier words stay for review.", rank: 60)
    ]

    static let tips = [
        Tip(
            "StepSparringSequence", icon: "figure.2.arms.open", glyph: "⇉", "Both Sides of a Step",
            "sparring practice SET goes through a set as attacker and as defender; sparring quiz asks it in random order.",
            feature: "sparring", rank: 80),
        Tip(
            "MockGrading", icon: "target", glyph: "◎", "Before the Real One",
            "grading mock asks for what your next belt needs, from line work to etiquette.", feature: "grading", rank: 80),
        Tip(
            "TheoryReading", icon: "book", glyph: "☰", "Read, Then Answer",
            "theory read shows pages that you have not read; theory quiz asks about them.", feature: "theory", rank: 80),
    ]
}
