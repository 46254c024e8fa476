import Content
import Kernel
import Learning
import LearningCommands
import Terminal
import TerminalContract

extension Dialogue {
    /// What it waits for: keys with their meaning, or the prompt of a line.
    var wanted: [String] {
        switch view.wanted {
        case .key(let hints): hints.map { "\($0.key) \($0.meaning)" }
        case .line(let prompt): [prompt]
        }
    }

    /// Presses keys by their names, one after the other: `space`, `n`.
    ///
    /// - Returns: what it ended with, when the last key ended it.
    @discardableResult mutating func press(keys: String) throws -> Output? {
        var ended: Output?
        for name in keys.split(separator: " ") {
            guard let key = Key(String(name)) else { throw Failure(.init("noKey"), "“\(name)” is no key.") }
            if case .finish(let output) = try handle(.key(key)) { ended = output }
        }
        return ended
    }

    /// Types lines, one after the other.
    ///
    /// - Returns: what it ended with, when the last line ended it.
    @discardableResult mutating func type(_ lines: [String]) throws -> Output? {
        var ended: Output?
        for line in lines {
            if case .finish(let output) = try handle(.line(line)) { ended = output }
        }
        return ended
    }
}

extension Output {
    /// What people see, on a screen of so many columns.
    func text(columns: Int = 80) -> String { Screen(width: columns, palette: .plain, unicode: true).draw(blocks) }

    /// One field of what programs get; nil where there is none of this name.
    func value(_ name: String) -> FieldValue? {
        guard case .one(let members) = content else { return nil }
        return members.first { $0.name == name }?.value
    }
}

extension Fixture {
    /// The app of a learner of a grade.
    func study(
        _ grade: String = "9k", _ settings: StudySettings = StudySettings(newADay: 50, showsNew: false)
    ) -> AppBench {
        AppBench("dojang", over: store, time: time) {
            [LearningPlugin(flashcards: { try self.flashcards(grade, settings: settings) }, log: { self.log() })]
        }
    }

    /// Three terms whose order nothing decides but how hard they are.
    static let threeTerms: Library = {
        var pack = ContentPack(id: "test", name: "Test")
        guard let grade = Grade(id: "10k") else { return Library([]) }
        pack.belts = BeltOrder([Belt(grade: grade, name: "10th keup", belt: "white", colours: ["white"])])
        let words = [
            ("walking", "Walking stance", "걷는 서기", "gunnun sogi", ["걷는", "서기"]), ("kick", "Front kick", "앞차기", "", ["앞차기"]),
            ("block", "Block", "막기", "makgi", []),
        ]
        pack.terms = words.enumerated().map { place, word in
            var term = Term(
                id: word.0, grade: grade, category: Fixture.stances, english: word.1, hangul: word.2, romanization: word.3)
            (term.difficulty, term.morphemes, term.note) = (place + 1, word.4, place == 0 ? "The first that is learned." : "")
            return term
        }
        pack.morphemes = [
            Morpheme(hangul: "걷는", romanization: "gunnun", meaning: "walking", category: .action),
            Morpheme(hangul: "서기", romanization: "sogi", meaning: "standing", category: .stance),
        ]
        return Library([pack])
    }()
}
