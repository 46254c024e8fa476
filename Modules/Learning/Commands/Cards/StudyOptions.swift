import Content
import Interface
import Kernel
import Learning
import Practice

/// The request that the arguments of `study` describe.
struct StudyRequest {
    var cards: Int?
    var directions: StudyConfiguration.Directions?
    var mode: StudyConfiguration.Mode?
    var answering: StudyConfiguration.Answering?
    var belt: Grade?
    var category: String?
    var preset: String?
    var set: String?
    var terms: [String]?
    var isOnlyNew = false
    var isListening = false
    /// The number of new cards beyond the daily limit.
    var more = 0

    /// Whether the request selects only some of the cards, which another unfinished session does
    /// not contain.
    var isNarrow: Bool { belt != nil || category != nil || set != nil || isOnlyNew || isListening }

    /// Returns the session configuration, with the usual values for omitted options.
    func configuration(over defaults: StudyConfiguration) -> StudyConfiguration {
        var configuration = defaults
        (configuration.cards, configuration.directions) = (cards ?? defaults.cards, directions ?? defaults.directions)
        (configuration.mode, configuration.answering) = (
            mode ?? (answering == nil ? defaults.mode : .test), answering ?? defaults.answering
        )
        (configuration.belt, configuration.category) = (belt ?? defaults.belt, category ?? defaults.category)
        (configuration.set, configuration.terms) = (set ?? defaults.set, terms ?? defaults.terms)
        (configuration.onlyNew, configuration.scheduler) = (isOnlyNew || defaults.onlyNew, preset ?? defaults.scheduler)
        configuration.isListening = isListening || defaults.isListening
        return configuration
    }
}

extension StudyConfiguration {
    /// A short description of the selected cards, or nil for all cards.
    var selectionText: String? {
        let words = [
            set.map { "the set “\($0)”" }, isListening ? "words to hear" : nil, onlyNew ? "new cards" : nil, category,
            belt?.id,
        ].compactMap { $0 }
        return words.isEmpty ? nil : words.joined(separator: ", ")
    }
}

/// The options of `study` that configure the session.
struct StudyOptions {
    let flashcards: @Sendable () throws -> Flashcards

    var request: Parameter<StudyRequest> {
        .group(
            .option(
                "cards", short: "n", .integer(StudyConfiguration.cardRange), shown: "20, or as last", "how many cards"),
            .option(
                "direction", ValueKind<StudyConfiguration.Directions>.choice("DIRECTION"), shown: "both, or as last",
                "which side of new cards is asked"),
            .option(
                "mode", ValueKind<StudyConfiguration.Mode>.choice("MODE"), shown: "learn, or as last",
                "look and flip, or be tested"),
            .option(
                "answer", ValueKind<StudyConfiguration.Answering>.choice("HOW"), shown: "type, or as last",
                "in a test: type, or choose from four"),
            belt, category, preset, .flag("only-new", "only cards that you have never answered"),
            .option("more", .integer(1...StudySettings.newRange.upperBound), "this many new cards beyond today's"),
            .flag("listen", "hear the Korean instead of reading it")
        ) { cards, directions, mode, answering, belt, category, preset, isOnlyNew, more, isListening in
            StudyRequest(
                cards: cards, directions: directions, mode: mode, answering: answering, belt: belt, category: category,
                preset: preset, isOnlyNew: isOnlyNew, isListening: isListening, more: more ?? 0)
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
                throw Failure(
                    .unknownCategory, "“\(word)” is not one of \(names().joined(separator: ", ")).", kind: .usage)
            }
            return word
        }
        return .option("category", kind, "only the terms of one category")
    }

    private var preset: Parameter<String?> {
        let kind = ValueKind<String>(
            "PRESET", values: "beginner|standard|intensive, or five intervals in days, as in 1/3/7/14/30",
            candidates: { [flashcards] _ in (try? flashcards().presets) ?? LeitnerScheduler.presets.map(\.name) }
        ) { [flashcards] word, _ in try flashcards().scheduler(named: word).name }
        return .option("preset", kind, "how soon cards come back, with Leitner; kept for later sessions")
    }
}
