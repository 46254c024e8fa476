import Content
import Kernel
import Learning
import Practice
import Terminal

/// What the words behind `study` ask for.
struct StudyRequest {
    let configuration: StudyConfiguration
    /// Whether they say what the session is to be, so that the one that was left does not go on.
    let isAnother: Bool
}

/// The options of `study` that say what the session is to be.
struct StudyOptions {
    let flashcards: @Sendable () throws -> Flashcards

    var request: Parameter<StudyRequest> {
        .group(
            .option("cards", short: "n", .integer(StudyConfiguration.cardRange), shown: "20", "how many cards"),
            .option(
                "direction", ValueKind<StudyConfiguration.Directions>.choice("DIRECTION"), shown: "both",
                "which side of new cards is asked"),
            .option("mode", ValueKind<StudyConfiguration.Mode>.choice("MODE"), shown: "learn", "look and flip, or be tested"),
            .option(
                "answer", ValueKind<StudyConfiguration.Answering>.choice("HOW"), shown: "type",
                "in a test: type, or choose among four"),
            belt, category, preset, .flag("new", "only cards that were never answered")
        ) { cards, directions, mode, answering, belt, category, preset, isNew in
            let usual = StudyConfiguration()
            return StudyRequest(
                configuration: StudyConfiguration(
                    cards: cards ?? usual.cards, directions: directions ?? usual.directions, mode: mode ?? usual.mode,
                    answering: answering ?? usual.answering, belt: belt, category: category, onlyNew: isNew, scheduler: preset),
                isAnother: isNew || cards != nil || directions != nil || mode != nil || answering != nil || belt != nil
                    || category != nil || preset != nil)
        }
    }

    private var belt: Parameter<Grade?> {
        let kind = ValueKind<Grade>(
            "GRADE", values: "10k … 1k, 1d …, or in words",
            candidates: { [flashcards] _ in (try? flashcards().library.belts().belts.map(\.id)) ?? [] }
        ) { [flashcards] word, _ in try flashcards().library.belts().belt(named: word).grade }
        return .option("belt", kind, "only the terms of one grade")
    }

    private var category: Parameter<String?> {
        let names: @Sendable () -> [String] = { [flashcards] in (try? flashcards().categories.map(\.rawValue)) ?? [] }
        let kind = ValueKind<String>("CATEGORY", candidates: { _ in names() }) { word, _ in
            guard names().contains(word) else {
                throw Failure(.unknownCategory, "“\(word)” is not one of \(names().joined(separator: ", ")).", kind: .usage)
            }
            return word
        }
        return .option("category", kind, "only the terms of one category")
    }

    private var preset: Parameter<String?> {
        let kind = ValueKind<String>(
            "PRESET", values: "beginner|standard|intensive, or five intervals in days as 1/3/7/14/30",
            candidates: { [flashcards] _ in (try? flashcards().presets) ?? LeitnerScheduler.presets.map(\.name) }
        ) { [flashcards] word, _ in try flashcards().scheduler(named: word).name }
        return .option("preset", kind, "how fast cards come back; kept for the sessions that follow")
    }
}
