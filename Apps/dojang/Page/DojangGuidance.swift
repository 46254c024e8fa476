import Guidance
import Kernel
import Profiles

/// How TKDojang shows people around.
struct DojangGuidance: Plugin {
    let name = "DojangGuidance"
    private let profile: TourProfile

    /// The guidance of an app whose first tour lets people say who they are.
    init(profile: TourProfile) { self.profile = profile }

    func contribute(to registry: inout Registry) {
        for tour in [DojangGuidance.flashcards, DojangGuidance.patterns] + DojangGuidance.lessonTours {
            registry.add(tour, to: .tours)
        }
        let topics = DojangGuidance.topics + [DojangGuidance.patternHelp] + DojangGuidance.lessonTopics
        registry.add(all: topics, to: .helpTopics)
        registry.add(all: DojangGuidance.questions, to: .questions)
        for tip in DojangGuidance.tips + DojangGuidance.patternTips { registry.add(tip, to: .tips) }
        registry.add(DojangGuidance.foundation, to: .releaseNotes)
    }

    var welcome: Welcome {
        let steps = [
            DojangGuidance.welcome, customization, DojangGuidance.overview, DojangGuidance.practice, DojangGuidance.modes,
            DojangGuidance.ready,
        ]
        return Welcome(
            app: "dojang", "Welcome to TKDojang", ending: "Let's Go!",
            steps: steps.enumerated().map { place, step in
                WelcomeStep(place * 20, step, next: place == 0 ? ["study", "tour flashcards"] : [])
            })
    }
}

/// What the first tour needs to know and change of the profile in use.
struct TourProfile: Sendable {
    /// What is known of it.
    let facts: @Sendable () -> [TourStep.Fact]
    /// Each changes one thing, and says so. Throws a `Failure` for an answer that cannot be taken.
    let rename, promote, setMode: @Sendable (_ answer: String) throws -> String

    /// The profile that commands mean.
    init(family: Family, grades: Grades, chosen: @escaping @Sendable () throws -> Profile) {
        facts = {
            guard let profile = try? chosen() else { return [] }
            return [
                .init("Name", profile.name), .init("Belt", grades.title(profile.belt)),
                .init("Learning mode", profile.mode.rawValue),
            ]
        }
        rename = { answer in
            let profile = try family.change(chosen(), ProfileChange(name: answer))
            return "The profile is called \(profile.name) now."
        }
        promote = { answer in
            let profile = try family.change(chosen(), ProfileChange(belt: answer))
            return "The belt is \(grades.title(profile.belt)) now."
        }
        setMode = { answer in
            guard let mode = Profile.Mode(rawValue: answer.lowercased()) else {
                throw Failure(
                    .notAMode, "“\(answer)” is no learning mode.", advice: "Write progression or mastery.", kind: .usage)
            }
            return "The learning mode is \(try family.change(chosen(), ProfileChange(mode: mode)).mode.rawValue) now."
        }
    }
}

// MARK: - The first tour

extension DojangGuidance {
    fileprivate static let welcome = TourStep(
        "Welcome",
        """
        TKDojang is a dojang for what is learnt by heart: the words of Taekwon-Do, in Korean and English, grade by grade, as the ITF teaches
        them. A few minutes a day are enough.

        Everything works without a network and stays on this machine, but for what you tell the community.
        """)

    fileprivate var customization: TourStep {
        TourStep(
            "Profile Customization",
            """
            This is your profile. The belt decides which words you meet; the learning mode decides how. Both can be changed here, or later
            with profile edit. Up to six people can share this machine, each with a profile of their own.
            """,
            choices: [
                TourChoice("n", "name", question: "What is your name?", change: profile.rename),
                TourChoice("b", "belt", question: "Which belt do you wear, as in 9k or 1d?", change: profile.promote),
                TourChoice("m", "learning mode", question: "Progression or mastery?", change: profile.setMode),
            ], facts: profile.facts)
    }

    fileprivate static let overview = TourStep(
        "Practice, Learn, Profile",
        "Three kinds of commands are all there is to find. dojang alone shows where you stand and what to do next."
    ) {
        [
            .init("Practice", "study, due, pattern practice"), .init("Learn", "terms, term, search, belts"),
            .init("Profile", "profile list, profile switch, stats"),
        ]
    }

    fileprivate static let practice = TourStep(
        "Practice Features",
        """
        Flashcards show a word; you remember what it means, then you look. Testing asks you to type the answer, or to choose among four.
        What you know well comes back later, what you do not know comes back soon.
        """
    ) {
        [
            .init("study", "twenty cards"), .init("study --mode test", "be tested"),
            .init("study --mode test --answer choose", "with four choices"),
            .init("pattern practice saju-jirugi", "a pattern, movement by movement"),
        ]
    }

    fileprivate static let modes = TourStep(
        "Learning Modes",
        """
        Progression is for the next grading: what is new comes from your own grade, earlier grades come back for review.

        Mastery is for whoever wants all of it: everything up to and including your grade may be new. In both, what is open to you grows
        with the belt.
        """)

    fileprivate static let ready = TourStep(
        "Ready to Start",
        """
        That was all. ? in a session explains what you are doing, and help faq answers what people ask.

        Replay Welcome Tour: tour welcome.
        """, maySkip: false)

    fileprivate static let flashcards = Tour(
        "flashcards", "How do flashcards work?", scope: .profile, ending: "Let's Go!", next: ["study"],
        steps: [
            TourStep(
                "What flashcard learning is",
                """
                A card asks one thing. Try to remember before you look: the effort of remembering is what makes it stay, more than reading
                it ten times.
                """
            ) { [.init("Front", "앞차기"), .init("Back", "ap chagi, front kick")] },
            TourStep(
                "Learn and Test",
                """
                Learn: look, flip the card with space, and say yourself how well you knew it: 1 again, 2 hard, 3 good, 4 easy.

                Test: type the answer, in hangul or romanised, or choose among four. Spelling variants count as right.
                """
            ) { [.init("study", "learn"), .init("study --mode test", "test")] },
            TourStep(
                "Card direction",
                """
                From Korean to English you recognise a word, as when the instructor calls it. From English to Korean you say it yourself,
                which is harder. With both, a word is first met from Korean to English.
                """
            ) { [.init("study --direction ko-en | en-ko | both", "which side is asked")] },
            TourStep(
                "Leitner spaced repetition",
                """
                Cards lie in five boxes. One that you knew moves up a box and comes back later; one that you missed goes back to the first.
                So most of your time goes to what you do not know yet.
                """
            ) { [.init("Box 1 to 5", "back after 1, 2, 4, 9 and 14 days")] },
            TourStep(
                "Tips for effective studying",
                """
                A little every day beats much on Sunday. Say the words aloud. Be strict with yourself: again costs a minute, a word that is
                missing at the grading costs more. You can leave at any time with q; study goes on where you left.
                """),
        ])
}

// MARK: - Help

extension DojangGuidance {
    fileprivate static let topics = [
        HelpTopic(
            "study", "Studying flashcards",
            paragraphs: [
                """
                Cards that are due come first, and every fourth is new. A session has 10 to 50 cards, twenty unless you say otherwise.

                In learn mode space or enter flips the card; then 1 is again, 2 hard, 3 good, 4 easy, and b breaks down the term. In test mode you type the answer; :s
                passes over a card, :u takes the last answer back, :q leaves. In learn mode the same keys go without the colon.

                Every answer is kept when the next card shows, so a session can be cut off anywhere; study goes on with it. --preset
                decides how soon cards come back: beginner, standard, intensive, or your own five intervals, as in 1/3/7/14/30.
                """
            ], commands: ["study", "due"]),
        HelpTopic(
            "terms", "Words, one by one and by belt",
            paragraphs: [
                """
                terms lists the words of a grade or a category, or with --mine what your own grade has. term shows one in full: how it is
                written, how it sounds, and the parts that it is made of. belts lists the grades, with their colours and meanings.

                Belts are written 10k to 1k and 1d upwards, or in words.
                """
            ], commands: ["terms", "term", "belts"]),
        HelpTopic(
            "search", "Finding a word",
            paragraphs: [
                """
                Search in English, in hangul, in any romanisation, or by initial consonants alone: ㄱㅅ finds 걷는 서기. Spelling variants and
                one wrong letter are forgiven.
                """
            ], commands: ["search"]),
        HelpTopic(
            "profiles", "Several people on one machine",
            paragraphs: [
                """
                Up to six people have a profile each, with a belt, cards, history and streak of their own; nobody sees anything of the
                others'. profile switch says whose turn it is, and --profile NAME means somebody else for one command.

                profile edit changes name, belt, mode and daily goal. profile export writes one profile with everything in it to a file, and
                profile import brings it back, here or on another machine.
                """
            ],
            commands: [
                "profile list", "profile show", "profile add", "profile edit", "profile switch", "profile delete",
                "profile export",
                "profile import",
            ]),
        HelpTopic(
            "packs", "Content of your own",
            paragraphs: [
                """
                What there is to learn comes in packs of JSON files. Packs that you put into the folder packs of TKDojang's data are read too:
                other schools, other disciplines, or corrections to what is there.

                content check looks a pack over and names file, entry and field of whatever is wrong with it.
                """
            ], commands: ["content check"]),
        HelpTopic(
            "stats", "Where you stand",
            paragraphs: [
                """
                stats shows the streak, how many cards are due, new and learnt, how they are spread over the five boxes, minutes and accuracy,
                and which words keep being missed. due shows what waits today and on the next days. A streak counts days on which you studied,
                up to today or yesterday.
                """
            ], commands: ["stats", "due"]),
        HelpTopic(
            "technique", "Techniques",
            paragraphs: [
                "technique list and technique show describe stances, blocks, strikes and kicks, and say in which patterns they occur."
            ],
            commands: ["technique list", "technique show"]),
        HelpTopic(
            "variant", "Variants",
            paragraphs: [
                "Associations differ. variant list has the ways that are known here, variant use chooses one for your profile alone; packs can bring more."
            ],
            commands: ["variant list", "variant use"]),
    ]

    fileprivate static let questions: [HelpTopic.Question] = [
        .init(
            "How many cards should I do a day?",
            "As many as you do tomorrow as well. Twenty are a good start; profile edit NAME --goal N sets a goal."),
        .init(
            "I passed my grading. What now?",
            "grading record --grade 8k, with your new grade. Its words come as new; the earlier ones stay for review."),
        .init(
            "My school spells a word differently.",
            "Romanisations differ between schools. Common variants count as right; a pack of your own can add yours: help packs."
        ),
        .init(
            "I pressed the wrong key.", "u in the session takes the last answer back (:u in a test); undo does so afterwards."
        ),
        .init(
            "My terminal shows boxes instead of Korean.",
            "It lacks a font for hangul, such as Noto Sans CJK. Answers may be typed romanised all the same."),
        .init(
            "Does it need a network, or an account?",
            "Neither. Only what you send to the community yourself leaves this machine; help community says what that is."),
        .init(
            "How do I move to another computer?",
            "profile export NAME FILE here, profile import FILE there: everything that is theirs comes along."),
        .init(
            "Why does a card come back that I know?",
            "Because you are about to forget it. Each time you know it, it comes back later."),
    ]
}

extension Failure.Code {
    fileprivate static var notAMode: Self { Self() }
}
