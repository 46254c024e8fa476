import Guidance
import Interface

/// The help texts of the two schedulers.
enum ScheduleHelp {
    static let groups = [CommandGroup("Progress", order: 15, ["schedule show"])]

    static let topics = [
        HelpTopic(
            "schedule", "When cards come back",
            paragraphs: [
                """
                Two schedulers can decide when a card comes back. Who begins now has FSRS; who began before FSRS was there has Leitner until they
                change it. Leitner keeps cards in five boxes with fixed waits of up to a fortnight; study --preset
                chooses the waits. FSRS-6 estimates for each card how long you remember it (its stability) and how hard it is for you (its
                difficulty), and asks it again when you would still know 90 of 100 such cards. What you know well waits for months, so there is
                more time for new words.

                study settings --scheduler fsrs changes to FSRS, and --scheduler leitner changes back. All answers are kept, and all dates are worked out
                anew from them. --retention is how many of 100 cards you want to know when they come back, from 70 (less work) to 97 (little
                forgotten). schedule simulate shows what each would cost. --easy-days sat,sun keeps days quiet, and --steps 1m,10m asks a new card
                again in the same session.

                schedule show says what is known of your cards, and of one word in sentences. schedule optimise finds parameters from your own answers and
                takes them only if they foretell better. schedule replay reads the reviews of other programs.
                """
            ],
            commands: [
                "schedule show", "schedule simulate", "schedule optimise", "schedule replay", "study settings",
                "study load",
            ])
    ]

    static let tips = [
        Tip(
            "SchedulerChoice", icon: "calendar", glyph: "◷", "Less Repeating",
            "With FSRS, what you know well waits longer: study settings --scheduler fsrs.", feature: "study", rank: 110),
        Tip(
            "ScheduleOptimise", icon: "slider.horizontal.3", glyph: "◐", "Fitted to You",
            "After some weeks, schedule optimise fits FSRS to your own memory.", feature: "schedule", rank: 110),
    ]
}
