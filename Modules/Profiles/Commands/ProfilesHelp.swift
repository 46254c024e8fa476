import Guidance
import Interface
import Kernel
import Profiles

/// Help, and a step of the first tour, about profiles.
struct ProfilesHelp: Sendable {
    static let news = FeatureNews(
        "0.2.0", rank: 60,
        items: [
            .init(
                icon: "figure.and.child.holdinghands", glyph: "☺", "For Small Children, and for the Family",
                "profile edit NAME --child on makes everything large and friendly; family shows what everybody did today."
            )
        ])

    static let groups = [
        CommandGroup(
            "Family", order: 50,
            ["family", "profile list", "profile show", "profile add", "profile edit", "profile switch"])
    ]

    let family: Family
    let grades: Grades
    /// Returns the profile that `--profile` names, or the active one.
    let currentProfile: @Sendable () throws -> Profile

    /// The steps of the first tour about profiles.
    var welcome: [WelcomeStep] {
        [
            WelcomeStep(
                20,
                TourStep(
                    "Profile Customization",
                    """
                    This is your profile. The belt decides which words you meet; the learning mode decides which of them are new. You can change both here, or later
                    with profile edit. Up to six people can share this machine, each with their own profile.
                    """,
                    choices: [
                        TourChoice("n", "name", question: "What is your name?", change: rename),
                        TourChoice("g", "belt", question: "Which belt do you wear, as in 9k or 1d?", change: promote),
                        TourChoice("m", "learning mode", question: "Progression or mastery?", change: setMode),
                    ], facts: facts)),
            WelcomeStep(
                43,
                TourStep("Practice, Learn, Profile", "") { [.init("Profile", "profile list, profile switch, stats")] }),
        ]
    }

    /// The usage data for feedback. It is empty without a profile, and asking creates none.
    var usage: FeatureUsage {
        FeatureUsage(feedbackFacts: {
            guard let profile = try family.existingActive() else { return [] }
            let belt = grades.title(profile.belt).replacing("keup", with: "Keup").replacing("dan", with: "Dan")
            return [.belt(belt), .mode(profile.mode == .mastery ? "Mastery Mode" : "Progression Mode")]
        })
    }

    @Sendable private func facts() -> [TourStep.Fact] {
        guard let profile = try? currentProfile() else { return [] }
        return [
            .init("Name", profile.name), .init("Belt", grades.title(profile.belt)),
            .init("Learning mode", profile.mode.rawValue),
        ]
    }

    @Sendable private func rename(_ answer: String) throws -> String {
        "The profile is called \(try change(ProfileChange(name: answer)).name) now."
    }

    @Sendable private func promote(_ answer: String) throws -> String {
        "The belt is \(grades.description(try change(ProfileChange(belt: answer)).belt)) now."
    }

    @Sendable private func setMode(_ answer: String) throws -> String {
        guard let mode = Profile.Mode(rawValue: answer.lowercased()) else {
            throw Failure(
                .notAMode, "“\(answer)” is not a learning mode.", advice: "Write progression or mastery.", kind: .usage)
        }
        return "The learning mode is \(try change(ProfileChange(mode: mode)).mode.rawValue) now."
    }

    private func change(_ change: ProfileChange) throws -> Profile { try family.change(currentProfile(), change) }

    static let topics = [
        HelpTopic(
            "profiles", "Several people on one machine",
            paragraphs: [
                """
                Up to six people can have a profile, with their own belt, cards, history and streak; nobody sees anything of the
                others. profile switch says whose turn it is, and --profile NAME chooses somebody else for one command.

                family shows what everybody did today, one line each; so does the first screen where there are several.

                For a small child type profile edit NAME --child on: five cards at a time, large choices and no typing, praise instead of figures. It counts for
                study, train, words, theory quiz, sparring quiz, drill, pattern practice, game and test quick; what is too long for a child is not begun. --child off
                ends it.

                profile edit changes name, belt, mode and daily goal. profile export writes one profile with everything in it to a file, and
                profile import brings it back, here or on another machine.
                """
            ],
            commands: [
                "family", "profile list", "profile show", "profile add", "profile edit", "profile switch",
                "profile delete", "profile export", "profile import",
            ], rank: 10)
    ]

    static let questions: [HelpTopic.Question] = [
        .init(
            "Do I need a network or an account?",
            """
            No, neither. What leaves this machine is what you send to the community yourself, and what your own devices share if you begin an account; \
            help community and help account say what that is.
            """,
            rank: 100),
        .init(
            "How do I move to another computer?",
            "Type profile export NAME FILE here and profile import FILE there: everything in the profile moves with it.",
            rank: 110),
    ]

    static let tips = [
        Tip(
            "SmallChild", icon: "figure.and.child.holdinghands", glyph: "☺", "A Small Child?",
            "profile edit NAME --child on: five cards, large choices, much praise.", feature: "profile", rank: 91),
        Tip(
            "FamilyProfiles", icon: "person.3.fill", glyph: "☺", "Not Alone?",
            "profile add NAME adds a profile for somebody else, up to six.",
            feature: "profile", rank: 90),
    ]
}
