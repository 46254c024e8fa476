import Guidance
import Interface
import Kernel

/// The gaps in an app's guidance: features without help, and texts that are empty or point nowhere.
///
/// Use it in the tests of an app:
///
///     for gap in GuidanceCoverage(registry: registry, features: ["study"], dialogues: dialogues).gaps { XCTFail(gap) }
package struct GuidanceCoverage {
    /// The first view of a dialogue, with the name of its command.
    package typealias NamedDialogue = (name: String, view: DialogueView)

    private let book: Guidebook
    private let commands: [Command]
    private let features: [String]
    private let dialogues: [NamedDialogue]

    /// Creates a check of an app's guidance.
    ///
    /// - Parameters:
    ///   - registry: the contributions of the app's plugins.
    ///   - features: the features that need a topic, or nil for the first word of every command
    ///     that is not hidden.
    ///   - exempt: first words that need no topic.
    ///   - dialogues: the dialogues to check, from `dialogues(of:context:)`.
    package init(
        registry: Registry, features: [String]? = nil, exempt: Set<String> = [], dialogues: [NamedDialogue] = []
    ) {
        book = Guidebook(registry)
        commands = registry.all(.commands)
        let words = Set(commands.filter { !$0.isHidden }.compactMap(\.path.first)).subtracting(exempt).sorted()
        self.features = features ?? words
        self.dialogues = dialogues
    }

    package var gaps: [String] { uncovered + silentDialogues + emptyTexts + danglingCommands + rules }

    /// The features without a topic of their name or about their commands.
    package var uncovered: [String] {
        let covered = Set(book.topics.flatMap { [$0.id] + $0.commands.map(GuidanceCoverage.firstWord) })
        return features.filter { !covered.contains($0) }.map { "“\($0)” has no help topic" }
    }

    /// The dialogues whose `?` opens no topic.
    package var silentDialogues: [String] {
        let topics = Set(book.topics.map(\.id))
        return dialogues.compactMap { dialogue in
            guard let help = dialogue.view.help else { return "the dialogue of “\(dialogue.name)” has no help" }
            return topics.contains(help) ? nil : "the dialogue of “\(dialogue.name)” opens “\(help)”, which is no topic"
        }
    }

    /// The tours, tips, topics and notes with an empty text.
    package var emptyTexts: [String] {
        let tours = book.tours.flatMap { tour in
            tour.steps.flatMap {
                [$0.title] + ($0.paragraphs.isEmpty ? [""] : $0.paragraphs)
                    + $0.choices.flatMap { [$0.name, $0.question] }
            } + [
                tour.title, tour.ending,
            ]
        }.filter(GuidanceCoverage.isEmpty).map { _ in "a tour has an empty text" }
        let empty = book.tours.filter(\.steps.isEmpty).map { "the tour “\($0.id)” has no step" }
        let tips = book.tips.filter {
            [$0.icon, $0.glyph, $0.title, $0.text].contains(where: GuidanceCoverage.isEmpty)
        }
        .map { "the tip “\($0.id)” has an empty text" }
        let topics = book.topics.filter { topic in
            (topic.paragraphs + [topic.title] + topic.questions.flatMap { [$0.question, $0.answer] }).contains(
                where: GuidanceCoverage.isEmpty)
                || topic.paragraphs.isEmpty && topic.questions.isEmpty
        }.map { "the topic “\($0.id)” has an empty text" }
        let notes = book.notes.filter { note in
            (note.items.flatMap { [$0.icon, $0.glyph, $0.title, $0.text] } + [note.month, note.title]).contains(
                where: GuidanceCoverage.isEmpty)
        }.map { "the note on \($0.version) has an empty text" }
        return tours + empty + tips + topics + notes
    }

    /// The commands in the guidance that the app does not have.
    package var danglingCommands: [String] {
        let topics = book.topics.flatMap { topic in topic.commands.map { ("the topic “\(topic.id)”", $0) } }
        let tours = book.tours.flatMap { tour in (tour.next + tour.offeredAt).map { ("the tour “\(tour.id)”", $0) } }
        let tips = book.tips.compactMap { tip in tip.feature.map { ("the tip “\(tip.id)”", $0) } }
        return (topics + tours + tips).filter { !isCommandOrTopic($0.1) }.map {
            "\($0.0) speaks of “\($0.1)”, which is no command"
        }
    }

    /// The findings about a second first tour, and about keys that every tour reserves.
    package var rules: [String] {
        let firstTours = book.tours.filter { $0.scope == .device }
        let conflicts = book.tours.flatMap(\.steps).flatMap(\.choices).filter {
            ["s", "q", "?", "b", "u"].contains($0.key)
        }
        let names = firstTours.map(\.id).joined(separator: ", ")
        return (firstTours.count > 1 ? ["there are several first tours: \(names)"] : [])
            + conflicts.map { "the choice “\($0.name)” takes the key “\($0.key)”, which every tour needs" }
            + trialKeyConflicts
    }

    /// The findings about keys of trials that the tour or an adjacent choice reserves.
    private var trialKeyConflicts: [String] {
        book.tours.flatMap { tour in
            tour.steps.flatMap { step in
                let taken = Set(["s", "q", "?", "b", "u"] + step.choices.map(\.key))
                let keys = step.trial()?.turns.flatMap(\.actions).map(\.key) ?? []
                return keys.filter(taken.contains).map {
                    "the tour “\(tour.id)” has something to try with the key “\($0)”, which it needs"
                }
            }
        }
    }

    private func isCommandOrTopic(_ line: String) -> Bool {
        let words = line.split(separator: " ").map(String.init)
        if words.first == "help", words.count > 1 {
            let rest = words.dropFirst().joined(separator: " ")
            return book.topics.contains { $0.id == rest } || isCommandOrTopic(rest)
        }
        return commands.contains { words.starts(with: $0.path) || $0.path.starts(with: words) }
    }

    private static func firstWord(_ line: String) -> String { line.split(separator: " ").first.map(String.init) ?? "" }

    private static func isEmpty(_ text: String) -> Bool { !text.contains { !$0.isWhitespace } }
}

extension GuidanceCoverage {
    /// Returns the dialogues that commands open without arguments.
    ///
    /// It runs every command that needs no argument. So pass the commands of an app over a store in
    /// memory, with the records that its dialogues need. It skips commands without an example that
    /// runs them alone, because they may wait forever. A command that fails has no dialogue, so
    /// compare the names with the expected ones.
    package static func dialogues(of commands: [Command], context: ParsingContext) -> [NamedDialogue] {
        let runnableCommands = commands.filter { command in
            command.examples.contains { $0.isRunnable && $0.line == command.name }
        }
        return runnableCommands.compactMap { command in
            let dialogue: any Dialogue
            switch try? command.run(in: context).continuation {
            case .dialogue(let opened), .browse(let opened): dialogue = opened
            default: return nil
            }
            return (name: command.name, view: dialogue.view)
        }
    }
}
