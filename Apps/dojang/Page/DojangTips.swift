import Guidance

extension DojangGuidance {
    static let tips = [
        Tip(
            "FlashcardConfiguration", icon: "rectangle.stack.badge.play", glyph: "▶", "Configure Your Flashcard Session",
            "Choose cards, direction, and study mode.", feature: "study"),
        Tip(
            "FlashcardStudyMode", icon: "brain", glyph: "◐", "Learn, Then Test",
            "Learn mode lets you judge yourself; study --mode test judges for you.", feature: "study"),
        Tip(
            "FlashcardDirection", icon: "arrow.left.arrow.right", glyph: "⇄", "Both Directions",
            "Knowing a word when you hear it is half of it: study --direction both asks you to say it, too.", feature: "study"),
        Tip(
            "TestConfiguration", icon: "checklist", glyph: "☑", "Type or Choose",
            "In a test you type; --answer choose offers four answers instead.", feature: "study"),
        Tip(
            "TestBeltSelection", icon: "figure.martial.arts", glyph: "▬", "One Belt at a Time",
            "study --belt 9k asks only the words of that grade.", feature: "study"),
        Tip(
            "SearchInitials", icon: "magnifyingglass", glyph: "⌕", "Search by Initials",
            "First consonants are enough: search ㄱㅅ finds 걷는 서기.", feature: "search"),
        Tip(
            "TermParts", icon: "puzzlepiece", glyph: "⊞", "Words Have Parts", "term ID shows what a word is made of.",
            feature: "term"),
        Tip(
            "GoOnLater", icon: "pause.circle", glyph: "⏸", "Leave Any Time",
            "Press q, or type :q in a test; study goes on where you left.",
            feature: "study"),
        Tip(
            "BeforeAGrading", icon: "calendar.badge.clock", glyph: "◷", "Weeks Before a Grading",
            "study --preset intensive brings every card back within five days.", feature: "study"),
        Tip("ComingUp", icon: "clock", glyph: "◷", "What Is Waiting", "due --days 14 looks a fortnight ahead.", feature: "due"),
        Tip(
            "StepSparringSequence", icon: "figure.2.arms.open", glyph: "⇉", "Both Sides of a Step",
            "sparring practice SET goes through it as attacker and as defender; sparring quiz asks for it in random order.",
            feature: "sparring"),
        Tip(
            "MockGrading", icon: "target", glyph: "◎", "Before the Real One",
            "grading mock asks what your next belt asks, from line work to etiquette.", feature: "grading"),
        Tip(
            "TheoryReading", icon: "book", glyph: "☰", "Read, Then Answer",
            "theory read shows what you have not read yet, theory quiz asks about it.", feature: "theory"),
        Tip(
            "FamilyProfiles", icon: "person.3.fill", glyph: "☺", "Not Alone?",
            "profile add NAME makes room for somebody else, up to six.",
            feature: "profile"),
    ]

    /// The note of version 1.0, as it was published. It is shown from that version on.
    static let foundation = ReleaseNote(
        "1.0", month: "November 2025", "Foundation Edition Launch 🎉",
        items: [
            .init(
                icon: "gamecontroller.fill", glyph: "🎮", "6 Interactive Vocabulary Games",
                "Word Match, Slot Builder, Template Filler, Phrase Decoder, Memory Match, Creative Sandbox"),
            .init(
                icon: "figure.martial.arts", glyph: "🥋", "11 Traditional Patterns",
                "Chon-Ji through Choong-Moo with step-by-step diagrams"),
            .init(
                icon: "person.3.fill", glyph: "👪", "Multi-Profile Family Learning",
                "6 device-local profiles with complete data isolation"),
            .init(
                icon: "wifi.slash", glyph: "📴", "Complete Offline Functionality",
                "All content stored locally - no internet required"),
        ])
}
