import Guidance
import Interface
import Kernel
import Korean
import Practice
import PracticeCommands
import Vocabulary

/// A task of the builder on the screen: the meaning, the words laid so far, and the tiles.
struct VocabularyView: ExerciseView {
    typealias Kind = VocabularyExercise

    let builder: VocabularyBuilder
    /// Whether the learner is a small child, who receives praise and no points.
    private let isChild: Bool
    private var move: VocabularyMove?

    init(_ builder: VocabularyBuilder, isChild: Bool = false) {
        self.builder = builder
        self.isChild = isChild
    }

    let help = "words"
    let inputHint = ":h gives a hint, :x takes the last word away, :s skips"

    mutating func prepare(for task: VocabularyTask?, in run: Run<VocabularyExercise>) {
        move = task.map(VocabularyMove.init)
    }

    // MARK: - Keys and lines

    mutating func handle(_ key: Key, on task: VocabularyTask, in run: Run<VocabularyExercise>) -> Reaction {
        guard var move, !task.item.isShown else {
            return [.space, .enter, .character("s")].contains(key) ? .skip : .stay
        }
        let reply: MoveReply
        switch key {
        case VocabularyView.hintKey: reply = move.hint()
        case VocabularyView.removalKey, .backspace: reply = move.remove()
        case .character("s"): return skip(move)
        default:
            guard let number = KeyTable.choice(key, of: task.tiles.count) else { return .stay }
            reply = move.apply(number - 1)
        }
        self.move = move
        return reaction(reply, move)
    }

    mutating func read(_ line: String, on task: VocabularyTask, in run: Run<VocabularyExercise>) -> Reaction {
        guard var move else { return .stay }
        switch line {
        case ":s", ":skip": return task.item.isShown ? .skip : skip(move)
        case _ where task.item.isShown: return .stay
        default: break
        }
        let reply =
            switch line {
            case ":h", ":hint": move.hint()
            case ":x": move.remove()
            default: move.read(line)
            }
        self.move = move
        return reaction(reply, move)
    }

    /// A skipped task counts if the learner has started it.
    private mutating func skip(_ move: VocabularyMove) -> Reaction {
        guard move.hasBegun else { return .skip }
        self.move?.giveUp()
        return .answer(self.move?.response ?? move.response)
    }

    /// Returns the reaction to a reply: the answer if the task is over, or else its message.
    private func reaction(_ reply: MoveReply, _ move: VocabularyMove) -> Reaction {
        if move.isOver { return .answer(move.response) }
        guard !reply.sentence.isEmpty else { return .say("") }
        return .say(StyledText(declared: reply.sentence, reply.kind == .wrong ? .bad : .muted))
    }

    private static let hintKey = Key.character("h")
    private static let removalKey = Key.character("x")

    /// Returns the keys that are available in a task.
    private func keys(_ move: VocabularyMove) -> [KeyHint] {
        let otherKeys = [KeyTable.undo(), KeyTable.skip, KeyTable.quit()]
        if move.task.item.isShown { return KeyTable.advance("next") + otherKeys }
        let removalKeys =
            move.placedTiles.isEmpty
            ? [] : [KeyHint(VocabularyView.removalKey, "remove word"), KeyHint(.backspace, "remove word")]
        let available = zip(KeyTable.choices(move.task.tiles.count), move.task.tiles.indices).filter {
            !move.placedTiles.contains($1)
        }
        return available.map(\.0) + [KeyHint(VocabularyView.hintKey, "hint")] + removalKeys + otherKeys
    }

    // MARK: - Appearance

    func render(
        _ task: VocabularyTask, in run: Run<VocabularyExercise>, seconds: Double, saying messages: [Block]
    ) -> DialogueView {
        let move = move ?? VocabularyMove(task)
        let messages = messages.filter(VocabularyView.hasContent)
        let position = "\(run.place + 1) of \(run.items.count)"
        let points = run.answers.isEmpty || isChild ? "" : ", \(run.points) of \(counted(run.maximum, "point"))"
        let heading = StyledText("\(task.item.mode.title), \(position)\(points)", .muted)
        let card = card(move)
        let tileList = tileList(move)
        let tiles = tiles(move)
        return DialogueView(
            messages + (messages.isEmpty ? [] : [.gap]) + [.paragraph(heading)] + card
                + (tileList.isEmpty ? [] : [.gap])
                + tileList,
            wanted: .key(keys(move)), title: "words \(run.place + 1)/\(run.items.count)", help: help,
            progress: Double(run.place) / Double(max(1, run.items.count)),
            stage: Stage(
                StyledText(declared: task.item.mode.title, .title), aside: StyledText("\(position)\(points)", .muted),
                progress: Double(run.place) / Double(max(1, run.items.count)), colors: builder.book.colors(),
                card: card + (tiles.isEmpty ? [] : [.gap]) + tiles, feedback: messages, isFramed: task.item.isShown),
            exitMessage: run.answers.isEmpty || isChild
                ? nil : "Vocabulary Builder: \(run.points) of \(counted(run.maximum, "point")) so far, all of it saved."
        )
    }

    /// Returns whether a block has content; a removed word has none.
    private static func hasContent(_ block: Block) -> Bool {
        if case .paragraph(let text) = block { return !text.text.isEmpty }
        return true
    }

    /// Returns the blocks of the question: a word to learn, a word to ask, or a phrase with its
    /// blanks.
    private func card(_ move: VocabularyMove) -> [Block] {
        let task = move.task
        if let word = task.word {
            if task.item.isShown {
                return [
                    .paragraph(StyledText("A new word. Say it aloud; you will be asked in a moment.", .muted)), .gap,
                    .heading(StyledText(word.hangul)), .paragraph(StyledText(word.romanization, .accent)),
                    .paragraph(StyledText(asked: word.meanings.joined(separator: ", "))),
                ] + (isChild ? [] : [.paragraph(StyledText("\(word.category), \(word.difficulty)", .muted))])
            }
            return task.item.asksKorean
                ? [.heading(StyledText("“\(asked: word.meaning)”"))]
                : [.heading(StyledText(word.hangul)), .paragraph(StyledText(word.romanization, .accent))]
        }
        guard let phrase = task.phrase else { return [] }
        let baseNote =
            task.basePhrase.map { [Block.paragraph(StyledText("It grows out of “\(asked: $0.meaning)”.", .muted))] }
            ?? []
        return baseNote + [.heading(StyledText("“\(asked: phrase.meaning)”")), .gap] + phraseRow(move, phrase)
            + lastAttempt(move)
    }

    /// Returns the phrase with the words laid so far and the missing ones.
    private func phraseRow(_ move: VocabularyMove, _ phrase: Phrase) -> [Block] {
        let task = move.task
        let placedWords = Dictionary(zip(task.blanks, move.placedTiles.map { task.tiles[$0] })) { first, _ in first }
        let nextBlank = move.placedTiles.count < task.blanks.count ? task.blanks[move.placedTiles.count] : nil
        let words = phrase.words.indices.map { index -> StyledText in
            guard task.blanks.contains(index) else { return StyledText(phrase.words[index].hangul) }
            if let word = placedWords[index] { return StyledText(word.hangul, .title) }
            return index == nextBlank ? StyledText("[?]", .accent) : StyledText("___", .muted)
        }
        let romanizations = phrase.words.indices.map { index in
            task.blanks.contains(index) ? placedWords[index]?.romanization ?? "…" : phrase.words[index].romanization
        }
        return [
            .paragraph(VocabularyView.joined(words)),
            .paragraph(StyledText(romanizations.joined(separator: " "), .muted)),
        ]
    }

    /// Returns the last attempt word by word, with an explanation of its signs.
    private func lastAttempt(_ move: VocabularyMove) -> [Block] {
        guard !move.lastAttempt.isEmpty, move.task.phrase != nil else { return [] }
        let words = move.lastAttempt.map { word, mark in StyledText("\(mark.sign) \(word.hangul)", mark.role) }
        let remainingAttempts = VocabularyMove.maximumAttempts - move.wrongAttempts
        return [
            .gap, .paragraph(VocabularyView.joined(words)),
            .paragraph(
                StyledText(
                    "\(PlaceMark.here.sign) right place, \(PlaceMark.elsewhere.sign) other place, \(PlaceMark.nowhere.sign) not here; \(counted(remainingAttempts, "try", "tries")) left",
                    .muted)),
        ]
    }

    /// Returns words with two spaces between them.
    private static func joined(_ words: [StyledText]) -> StyledText {
        words.dropFirst().reduce(words.first ?? "") { $0 + StyledText("  ") + $1 }
    }

    /// Returns the text of a tile: the meaning, or the Korean with its romanization.
    private func lines(of word: PhraseWord, _ task: VocabularyTask) -> [String] {
        task.word != nil && !task.item.asksKorean ? [word.meaning] : [word.hangul, word.romanization]
    }

    /// Returns the grid of tiles; a placed tile is empty. The result is empty for a task without
    /// tiles.
    private func tiles(_ move: VocabularyMove) -> [Block] {
        guard !move.task.tiles.isEmpty else { return [] }
        let tiles = move.task.tiles.enumerated().map { index, word in
            let isPlaced = move.placedTiles.contains(index)
            let lines = lines(of: word, move.task).enumerated().map { StyledText($1, $0 == 0 ? .title : .muted) }
            return TileGrid.Tile(isPlaced ? "" : String(index + 1), lines, look: isPlaced ? .taken : .open)
        }
        return [.tiles(TileGrid(tiles, columns: move.task.word == nil ? nil : 2))]
    }

    /// Returns the available tiles as lines with numbers.
    private func tileList(_ move: VocabularyMove) -> [Block] {
        move.task.tiles.indices.filter { !move.placedTiles.contains($0) }.map { index in
            let lines = lines(of: move.task.tiles[index], move.task)
            return .paragraph(
                StyledText("\(index + 1)  ", .input) + StyledText(asked: lines[0])
                    + StyledText(lines.count > 1 ? "  \(lines[1])" : "", .muted))
        }
    }

    // MARK: - Feedback

    func feedback(on mark: Mark, to task: VocabularyTask, in run: Run<VocabularyExercise>) -> StyledText? {
        let answer = run.answers.last
        let answerText =
            task.phrase.map { "\($0.hangul) (\($0.romanization)) is “\($0.meaning)”" }
            ?? task.word.map { "\($0.hangul) (\($0.romanization)) is “\($0.meaning)”" } ?? ""
        if isChild { return praise(mark, answerText, run.log.seed &+ run.answers.count) }
        let time = task.phrase == nil ? "" : ", \(VocabularyText.seconds(answer?.milliseconds ?? 0))"
        let points = "\(answer?.points ?? 0) of \(counted(2 * task.blanks.count, "point"))\(time)"
        switch mark.rating {
        case .good, .easy: return StyledText("✓ Right: \(asked: answerText). \(declared: points).", .good)
        case .hard: return StyledText("✓ Right, with help: \(asked: answerText). \(declared: points).", .warning)
        case .again: return StyledText("✗ No: \(asked: answerText). It comes back soon.", .bad)
        }
    }

    /// Returns praise or encouragement for a small child.
    private func praise(_ mark: Mark, _ answerText: String, _ seed: Int) -> StyledText {
        mark.isRight
            ? StyledText("✓ \(declared: Praise.one(of: Praise.right, seed)) \(asked: answerText).", .good)
            : StyledText("\(declared: Praise.one(of: Praise.almost, seed)) \(asked: answerText).", .accent)
    }

    func closing(of run: Run<VocabularyExercise>) -> [Block]? {
        guard !run.answers.isEmpty else { return nil }
        if isChild { return [.paragraph("That was the last one!")] }
        return [.paragraph(StyledText("That was the last one: \(run.points) of \(counted(run.maximum, "point"))."))]
    }

    func output(of run: Run<VocabularyExercise>, saying messages: [Block]) throws -> Output {
        let outcome = try VocabularyOutcome(run, builder)
        return isChild ? outcome.childOutput(saying: messages) : outcome.output(saying: messages)
    }
}

extension PlaceMark {
    /// The sign of the mark in an attempt.
    var sign: String {
        switch self {
        case .here: "✓"
        case .elsewhere: "~"
        case .nowhere: "✗"
        }
    }

    fileprivate var role: TextRole {
        switch self {
        case .here: .good
        case .elsewhere: .warning
        case .nowhere: .bad
        }
    }
}
