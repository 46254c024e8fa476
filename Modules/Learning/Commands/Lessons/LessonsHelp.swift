import Guidance
import Terminal

/// How lessons are explained to people: step sparring, line work, theory, tests and gradings.
enum LessonsHelp {
    /// What stands on the first page of help.
    static let groups = [
        CommandGroup(
            "Practise", order: 10, ["sparring practice", "sparring quiz", "linework run", "theory read", "theory quiz"]),
        CommandGroup("Progress", order: 15, ["sparring progress", "linework progress", "theory progress"]),
        CommandGroup("Gradings", order: 20, ["grading mock", "grading record", "grading list"]),
    ]

    static let tours = [
        Tour(
            "multipleChoice", "How do tests work?", scope: .profile, ending: "Let's Go!",
            next: ["study --mode test --answer choose"],
            steps: [
                TourStep(
                    "Test types",
                    """
                    A question, up to four answers, one of them right. Comprehensive asks much in both directions, Quick a little between two
                    trains, Custom what you choose.
                    """
                ) {
                    [
                        .init("Comprehensive", "study --mode test --answer choose --cards 50"),
                        .init("Quick", "study --mode test --answer choose --cards 10"),
                        .init("Custom", "the same with --belt, --category, --cards"), .init("Question", "What is ap chagi?"),
                        .init("Answers", "1 side kick  2 front kick  3 low block"),
                    ]
                },
                TourStep(
                    "Belt filtering",
                    """
                    Nothing above your belt is asked. One grade alone is --belt 9k; theory quiz and sparring quiz take grades as well, and
                    grading mock asks all of it for your next belt.
                    """),
                TourStep(
                    "Reading the results",
                    """
                    Right, wrong and time are counted; what was missed is named and comes back soon. stats shows accuracy by kind of practice.
                    A score that grows slowly and stays beats one that was crammed.
                    """),
            ]),
        Tour(
            "stepSparring", "How does step sparring work here?", scope: .profile, ending: "Let's Go!",
            next: ["sparring practice", "sparring quiz"],
            steps: [
                TourStep(
                    "Choosing a sequence",
                    """
                    Seven sets, from three-step sparring at 8th keup to semi-free sparring at 1st keup. A set opens with its grade.
                    """
                ) {
                    [
                        .init("sparring progress", "the sets, and which are open"),
                        .init("sparring practice three-step-1", "one exchange"),
                    ]
                },
                TourStep(
                    "Attack, defence, counter",
                    """
                    First you attack, then you defend, step by step: do it, press space to look, and say how it went. Foot, stance, hand and
                    section stand there, each by itself. Alone or with a partner makes no difference to the keys.
                    """),
                TourStep(
                    "Mastery levels",
                    """
                    A set is new, learning, familiar or mastered. Doing it along gives half of that, being asked without help the rest: sparring
                    quiz shows an attack and asks for the defence, in random order.
                    """),
            ]),
    ]

    static let topics = [
        HelpTopic(
            "sparring", "Step sparring",
            paragraphs: [
                """
                sparring list has the exchanges by grade, sparring show one of them with attack, defence and counter. sparring progress says which
                sets are open and how well you know each.

                sparring practice goes through a set step by step, as attacker and as defender. Space uncovers what comes; then 1 is not yet, 2
                with mistakes, 3 well. sparring quiz asks: which defence answers an attack, which exchange is it, which counter, stance, section;
                0 is for what you do not know.

                Every mark is kept at once. u takes the last one back, q leaves, and the same command goes on where you left; --new begins
                anew. A set counts as mastered from 80 % on.
                """
            ], commands: ["sparring list", "sparring show", "sparring practice", "sparring quiz", "sparring progress"]),
        HelpTopic(
            "linework", "Line work",
            paragraphs: [
                """
                linework has the lines of your grade and those below, in the order in which they are called; --all has every grade, linework show
                one. linework run goes through them: space counts a step,
                enter ends the line, and 1, 2 or 3 says how it went. With --tempo 40 a metronome counts you in, and then the steps, forty times a
                minute; space starts and stops it. --steps says how long a line is.
                """
            ], commands: ["linework", "linework show", "linework run", "linework progress"]),
        HelpTopic(
            "theory", "Theory",
            paragraphs: [
                """
                Theory is what is asked at a grading: what belts and patterns mean, tenets and oath, history, etiquette, and how the techniques
                work. theory lists the pages of your grade and those below; --all lists every page, --belt one grade, --subject one subject.
                theory show PAGE shows one with its questions.

                theory read goes through what you have not read: enter marks a page as read and turns, n turns only. theory progress
                remembers it. theory quiz asks what the pages answer, with four choices, or typed with --answer type; there :d says that you do
                not know, :u takes the last answer back, + counts it as right where it was, :q leaves.
                """
            ], commands: ["theory", "theory show", "theory read", "theory quiz", "theory progress"]),
        HelpTopic(
            "testing", "Tests and their results",
            paragraphs: [
                """
                study --mode test asks the words, typed or with --answer choose among four; --belt, --category and --cards make a test of your own.
                theory quiz, sparring quiz and grading mock ask the rest. Nothing above your belt is asked.

                The results show what was right, what was missed and how long it took; stats puts them together. An answer that is one
                letter off is told so and counts as right. Where a typed answer was right and is counted wrong, + counts it as right.
                """
            ], commands: ["study", "theory quiz", "sparring quiz", "stats"], rank: 30),
        HelpTopic(
            "grading", "Gradings",
            paragraphs: [
                """
                grading mock is a whole grading for your next belt, or with --grade for an earlier one: line work, pattern, step sparring, theory and
                etiquette. The app cannot see you, so mark floor work yourself: 1 not yet, 2 with mistakes, 3 well. What is known
                is asked. It can be left with q at any point and goes on later.

                Line work, step sparring and theory weigh 20 each, the pattern 30, etiquette 10; where a grade lacks a part, the others weigh
                more. 60 points of 100 are enough, if no part is under 40. These numbers are a convention of this app: clubs differ.

                grading record keeps a real one. A pass moves your belt, never down; undo takes both back,
                and grading delete an older slip. grading list has your way so far.
                """
            ], commands: ["grading mock", "grading record", "grading delete", "grading list"]),
    ]

    static let questions: [HelpTopic.Question] = [
        .init(
            "I passed my grading. What now?",
            "grading record --grade 8k, with your new grade. Its words come as new; the earlier ones stay for review.", rank: 60)
    ]

    static let tips = [
        Tip(
            "StepSparringSequence", icon: "figure.2.arms.open", glyph: "⇉", "Both Sides of a Step",
            "sparring practice SET goes through it as attacker and as defender; sparring quiz asks for it in random order.",
            feature: "sparring", rank: 80),
        Tip(
            "MockGrading", icon: "target", glyph: "◎", "Before the Real One",
            "grading mock asks what your next belt asks, from line work to etiquette.", feature: "grading", rank: 80),
        Tip(
            "TheoryReading", icon: "book", glyph: "☰", "Read, Then Answer",
            "theory read shows what you have not read yet, theory quiz asks about it.", feature: "theory", rank: 80),
    ]
}
