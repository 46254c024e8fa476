import Content
import Kernel
import Learning
import Practice
import Terminal

/// The options of `study`, and the session that they ask for.
struct StudyOptions {
    let flashcards: @Sendable () throws -> Flashcards

    let cards = Parameter<Int>.option(
        "cards", short: "n", .integer(StudyConfiguration.cardRange), default: 20, shown: "20", "how many cards")
    let direction = Parameter<StudyConfiguration.Directions>.option(
        "direction", .choice("DIRECTION"), default: .koreanToEnglish, shown: "ko-en", "which side is asked")
    let mode = Parameter<StudyConfiguration.Mode>.option(
        "mode", .choice("MODE"), default: .learn, shown: "learn", "look and flip, or be tested")
    let answering = Parameter<StudyConfiguration.Answering>.option(
        "answer", .choice("HOW"), default: .type, shown: "type", "in a test: type, or choose among four")
    let new = Parameter<Bool>.flag("new", "only cards that were never answered")
    let goOn = Parameter<Bool>.flag("continue", "go on with the last session, even if it may be open elsewhere")

    var belt: Parameter<Grade?> {
        let kind = ValueKind<Grade>(
            "GRADE", values: "10k … 1k, 1d …, or in words",
            candidates: { [flashcards] _ in (try? flashcards().library.belts().belts.map(\.id)) ?? [] }
        ) { [flashcards] word, _ in try flashcards().library.belts().belt(named: word).grade }
        return .option("belt", kind, "only the terms of one grade")
    }

    var category: Parameter<String?> {
        let names: @Sendable () -> [String] = { [flashcards] in (try? flashcards().categories.map(\.rawValue)) ?? [] }
        let kind = ValueKind<String>("CATEGORY", candidates: { _ in names() }) { word, _ in
            guard names().contains(word) else {
                throw Failure(.unknownCategory, "“\(word)” is not one of \(names().joined(separator: ", ")).", kind: .usage)
            }
            return word
        }
        return .option("category", kind, "only the terms of one category")
    }

    var preset: Parameter<String?> {
        let kind = ValueKind<String>(
            "PRESET", values: "beginner|standard|intensive, or five intervals in days as 1/3/7/14/30",
            candidates: { [flashcards] _ in (try? flashcards().presets) ?? LeitnerScheduler.presets.map(\.name) }
        ) { [flashcards] word, _ in try flashcards().scheduler(named: word).name }
        return .option("preset", kind, "how fast cards come back; kept for the sessions that follow")
    }

    var all: [any CommandParameter] { [cards, direction, mode, answering, belt, category, preset, new, goOn] }

    /// Whether the words say what the session is to be, so that the one that was left does not go on.
    func asksForAnother(_ call: Invocation) -> Bool {
        call.has(cards) || call.has(direction) || call.has(mode) || call.has(answering) || call.has(belt) || call.has(category)
            || call.has(preset) || call.has(new)
    }

    func configuration(_ call: Invocation) throws -> StudyConfiguration {
        try StudyConfiguration(
            cards: call[cards], directions: call[direction], mode: call[mode], answering: call[answering], belt: call[belt],
            category: call[category], onlyNew: call[new], scheduler: call[preset])
    }
}
