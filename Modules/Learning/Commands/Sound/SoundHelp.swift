import Guidance
import Interface

/// The help texts of sound.
enum SoundHelp {
    static let news = FeatureNews(
        "0.2.0", rank: 45,
        items: [
            .init(
                icon: "speaker.wave.2.fill", glyph: "♪", "Hear the Words",
                "study --say says the Korean aloud, study --listen asks what you hear. Recordings of your club come first."
            )
        ])

    static let topics = [
        HelpTopic(
            "sound", "Hearing the words",
            paragraphs: [
                """
                study --say says each word aloud as soon as its Korean is shown, and study settings --say on does so in every session; slow says it slowly, off
                ends it. With study --listen you hear the word instead of reading it, and give its meaning. l says the word again; where you type, :l does.
                term WORD --say says one word, and term WORD --slow says it slowly.

                On Linux the program espeak-ng speaks (sudo apt install espeak-ng), on a Mac say does. A recording is better: media add FILE --to WORD attaches how
                your instructor says it, as WAV, OGG, MP3 or M4A, and then that is played. Where no loudspeaker is found, study says so before the first card,
                and the words are written.
                """
            ], commands: ["study", "study settings", "term"], rank: 30)
    ]

    static let tips = [
        Tip(
            "HearTheWords", icon: "speaker.wave.2", glyph: "♪", "Hear the Words",
            "study --say says them aloud; study --listen asks what you hear.", feature: "study", rank: 75)
    ]
}
