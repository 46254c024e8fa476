import Content
import Interface
import Kernel
import Learning
import Practice

/// The results of a session as output fields for programs and people.
package enum ResultsFields {
    static let all: [Field<StudyResults>] = [
        Field("session", "the session; null when there was nothing to study") { .text($0.session?.rawValue) },
        Field("mode", "learn or test") { .text($0.mode.rawValue) },
        Field("cards", "cards in the session") { .integer($0.cards) },
        Field("answered", "cards that were answered") { .integer($0.answered) },
        Field("right", "how many of them were right; a near miss counts") { .integer($0.right) },
        Field("wrong", "how many of them were wrong") { .integer($0.answered - $0.right) },
        Field("repeats", "answers to cards that were missed and came back") { .integer($0.repeats) },
        Field("skipped", "cards skipped") { .integer($0.skipped) },
        Field("remaining", "cards still to come when the session stopped") { .integer($0.remaining) },
        Field("accuracy", "share of right answers, 0 to 1; 0 without answers") { .number($0.accuracy) },
        Field("minutes", "minutes spent on answers, rounded") { .integer($0.minutes) },
        Field("seconds", "seconds spent on answers") { .integer($0.milliseconds / 1000) },
        Field("new", "cards answered for the first time") { .integer($0.new) },
        Field("promoted", "cards that went into a higher box") { .integer($0.promoted) },
        Field("demoted", "cards that fell into a lower box") { .integer($0.demoted) },
        Field("missed", "ids of the terms that were missed") { .texts($0.missed.map(\.id)) },
        Field("leeches", "ids of terms that are often missed") { .texts($0.leeches.map(\.id)) },
    ]

    /// Returns the results of a session for people, with the terms to look at again.
    static func blocks(of results: StudyResults, _ statistics: Statistics) -> [Block] {
        let isUnfinished = results.remaining > 0
        var facts: [(name: String, value: StyledText)] = [
            ("Answered", StyledText("\(results.answered) of \(results.cards)")),
            ("Right", StyledText("\(results.right) (\(Figures.percent(results.accuracy)))", .accent)),
        ]
        if results.repeats > 0 { facts.append(("Once more", StyledText("\(results.repeats)"))) }
        if results.skipped > 0 { facts.append(("Skipped", StyledText("\(results.skipped)"))) }
        if isUnfinished { facts.append(("Still to come", StyledText("\(results.remaining)"))) }
        facts += [
            ("New", StyledText("\(results.new)")),
            ("Boxes", StyledText("\(results.promoted) up, \(results.demoted) down")),
            ("Time", StyledText(declared: duration(results.milliseconds))),
            ("Streak", StyledText(counted(statistics.practice.streak.current, "day"))),
        ]
        return [.heading(StyledText(isUnfinished ? "Paused for now" : "Done")), .facts(facts)]
            + terms("To look at again", results.missed)
            + terms("Often missed; study leeches shows what may help", results.leeches)
    }

    /// Returns a time as text: in seconds below a minute, else in whole minutes.
    package static func duration(_ milliseconds: Int) -> String {
        milliseconds < 60_000
            ? counted(milliseconds / 1000, "second") : counted((milliseconds + 30_000) / 60_000, "minute")
    }

    /// Returns terms with a title, or no blocks if there are none.
    private static func terms(_ title: String, _ terms: [Term]) -> [Block] {
        guard !terms.isEmpty else { return [] }
        return [.gap, .heading(StyledText(declared: title)), .facts(terms.map { ($0.english, StyledText($0.korean)) })]
    }
}
