import Guidance
import Kernel
import Practice
import PracticeCommands
import Terminal
import Vocabulary

/// A task of the builder on the screen: what is meant, the words that were laid, and the tiles.
struct VocabularyFace: PracticeFace {
    typealias Kind = VocabularyExercise

    let builder: VocabularyBuilder
    /// Whether it is a small child who builds: praise, and nothing of points.
    private let isChild: Bool
    private var move: VocabularyMove?

    init(_ builder: VocabularyBuilder, isChild: Bool = false) { (self.builder, self.isChild) = (builder, isChild) }

    let help = "words"
    let typing = ":h gives a hint, :x takes the last word away, :s skips"

    mutating func turn(to task: VocabularyTask?, in run: Run<VocabularyExercise>) {
        move = task.map(VocabularyMove.init)
    }

    // MARK: - Keys and lines

    mutating func press(_ key: Key, on task: VocabularyTask, in run: Run<VocabularyExercise>) -> Reaction {
        guard var move, !task.item.isShown else { return [.space, .enter, .character("s")].contains(key) ? .pass : .stay }
        let reply: MoveReply
        switch key {
        case VocabularyFace.hint: reply = move.hint()
        case VocabularyFace.remove, .backspace: reply = move.remove()
        case .character("s"): return skip(move)
        default:
            guard let number = KeyTable.choice(key, of: task.tiles.count) else { return .stay }
            reply = move.take(number - 1)
        }
        self.move = move
        return reaction(reply, move)
    }

    mutating func read(_ line: String, on task: VocabularyTask, in run: Run<VocabularyExercise>) -> Reaction {
        guard var move else { return .stay }
        switch line {
        case ":s", ":skip": return task.item.isShown ? .pass : skip(move)
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

    /// What was touched counts when it is skipped.
    private mutating func skip(_ move: VocabularyMove) -> Reaction {
        guard move.isTouched else { return .pass }
        self.move?.giveUp()
        return .answer(self.move?.response ?? move.response)
    }

    private func reaction(_ reply: MoveReply, _ move: VocabularyMove) -> Reaction {
        if move.isOver { return .answer(move.response) }
        guard !reply.sentence.isEmpty else { return .say("") }
        return .say(StyledText(declared: reply.sentence, reply.kind == .wrong ? .bad : .muted))
    }

    private static let hint = Key.character("h")
    private static let remove = Key.character("x")

    private func keys(_ move: VocabularyMove) -> [KeyHint] {
        let others = [KeyTable.undo(), KeyTable.skip, KeyTable.quit()]
        if move.task.item.isShown { return KeyTable.on("next") + others }
        let removing =
            move.laid.isEmpty
            ? [] : [KeyHint(VocabularyFace.remove, "remove word"), KeyHint(.backspace, "remove word")]
        let there = zip(KeyTable.choices(move.task.tiles.count), move.task.tiles.indices).filter { !move.laid.contains($1) }
        return there.map(\.0) + [KeyHint(VocabularyFace.hint, "hint")] + removing + others
    }

    // MARK: - What it looks like

    func look(
        at task: VocabularyTask, in run: Run<VocabularyExercise>, seconds: Double, saying said: [Block]
    ) -> DialogueView {
        let (move, said) = (move ?? VocabularyMove(task), said.filter(VocabularyFace.isSomething))
        let place = "\(run.place + 1) of \(run.items.count)"
        let points = run.answers.isEmpty || isChild ? "" : ", \(run.points) of \(counted(run.maximum, "point"))"
        let head = StyledText("\(task.item.mode.title), \(place)\(points)", .muted)
        let card = card(move)
        let (listed, tiles) = (listed(move), tiles(move))
        return DialogueView(
            said + (said.isEmpty ? [] : [.gap]) + [.paragraph(head)] + card + (listed.isEmpty ? [] : [.gap]) + listed,
            wanted: .key(keys(move)),
            title: "words \(run.place + 1)/\(run.items.count)", help: help,
            progress: Double(run.place) / Double(max(1, run.items.count)),
            stage: Stage(
                StyledText(declared: task.item.mode.title, .title), aside: StyledText("\(place)\(points)", .muted),
                progress: Double(run.place) / Double(max(1, run.items.count)), colors: builder.book.colours(),
                card: card + (tiles.isEmpty ? [] : [.gap]) + tiles, said: said, isFramed: task.item.isShown),
            parting: run.answers.isEmpty || isChild
                ? nil : "Vocabulary Builder: \(run.points) of \(counted(run.maximum, "point")) so far, all of it saved.")
    }

    /// What is taken away says nothing.
    private static func isSomething(_ block: Block) -> Bool {
        if case .paragraph(let text) = block { return !text.text.isEmpty }
        return true
    }

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
        let before = task.before.map { [Block.paragraph(StyledText("It grows out of “\(asked: $0.meaning)”.", .muted))] } ?? []
        return before + [.heading(StyledText("“\(asked: phrase.meaning)”")), .gap] + row(move, phrase) + last(move)
    }

    /// The phrase, with what was laid and what is missing.
    private func row(_ move: VocabularyMove, _ phrase: VocabularyPhrase) -> [Block] {
        let task = move.task
        let filled = Dictionary(zip(task.blanks, move.laid.map { task.tiles[$0] })) { first, _ in first }
        let next = move.laid.count < task.blanks.count ? task.blanks[move.laid.count] : nil
        let words = phrase.pieces.indices.map { index -> StyledText in
            guard task.blanks.contains(index) else { return StyledText(phrase.pieces[index].hangul) }
            if let piece = filled[index] { return StyledText(piece.hangul, .title) }
            return index == next ? StyledText("[?]", .accent) : StyledText("___", .muted)
        }
        let spelled = phrase.pieces.indices.map { index in
            task.blanks.contains(index) ? filled[index]?.romanization ?? "…" : phrase.pieces[index].romanization
        }
        return [
            .paragraph(VocabularyFace.joined(words)),
            .paragraph(StyledText(spelled.joined(separator: " "), .muted)),
        ]
    }

    /// The last try word by word; what its signs mean is said beside them.
    private func last(_ move: VocabularyMove) -> [Block] {
        guard !move.last.isEmpty, move.task.phrase != nil else { return [] }
        let words = move.last.map { piece, mark in StyledText("\(mark.sign) \(piece.hangul)", mark.role) }
        let left = VocabularyMove.tries - move.misses
        return [
            .gap, .paragraph(VocabularyFace.joined(words)),
            .paragraph(
                StyledText(
                    "\(PlaceMark.here.sign) right place, \(PlaceMark.elsewhere.sign) other place, \(PlaceMark.nowhere.sign) not here; \(counted(left, "try", "tries")) left",
                    .muted)),
        ]
    }

    private static func joined(_ words: [StyledText]) -> StyledText {
        words.dropFirst().reduce(words.first ?? "") { $0 + StyledText("  ") + $1 }
    }

    private func lines(of piece: VocabularyPiece, _ task: VocabularyTask) -> [String] {
        task.word != nil && !task.item.asksKorean ? [piece.meaning] : [piece.hangul, piece.romanization]
    }

    private func tiles(_ move: VocabularyMove) -> [Block] {
        guard !move.task.tiles.isEmpty else { return [] }
        let tiles = move.task.tiles.enumerated().map { index, piece in
            let isLaid = move.laid.contains(index)
            let lines = lines(of: piece, move.task).enumerated().map { StyledText($1, $0 == 0 ? .title : .muted) }
            return TileGrid.Tile(isLaid ? "" : String(index + 1), lines, look: isLaid ? .taken : .open)
        }
        return [.tiles(TileGrid(tiles, columns: move.task.word == nil ? nil : 2))]
    }

    private func listed(_ move: VocabularyMove) -> [Block] {
        move.task.tiles.indices.filter { !move.laid.contains($0) }.map { index in
            let lines = lines(of: move.task.tiles[index], move.task)
            return .paragraph(
                StyledText("\(index + 1)  ", .input) + StyledText(asked: lines[0])
                    + StyledText(lines.count > 1 ? "  \(lines[1])" : "", .muted))
        }
    }

    // MARK: - What is said

    func sentence(on mark: Mark, to task: VocabularyTask, in run: Run<VocabularyExercise>) -> StyledText? {
        let answer = run.answers.last
        let whole =
            task.phrase.map { "\($0.hangul) (\($0.romanization)) is “\($0.meaning)”" }
            ?? task.word.map { "\($0.hangul) (\($0.romanization)) is “\($0.meaning)”" } ?? ""
        if isChild { return praise(mark, whole, run.log.seed &+ run.answers.count) }
        let time = task.phrase == nil ? "" : ", \(VocabularyText.seconds(answer?.milliseconds ?? 0))"
        let points = "\(answer?.points ?? 0) of \(counted(2 * task.blanks.count, "point"))\(time)"
        switch mark.rating {
        case .good, .easy: return StyledText("✓ Right: \(asked: whole). \(declared: points).", .good)
        case .hard: return StyledText("✓ Right, with help: \(asked: whole). \(declared: points).", .warning)
        case .again: return StyledText("✗ No: \(asked: whole). It comes back soon.", .bad)
        }
    }

    private func praise(_ mark: Mark, _ whole: String, _ seed: Int) -> StyledText {
        mark.isRight
            ? StyledText("✓ \(declared: Praise.one(of: Praise.right, seed)) \(asked: whole).", .good)
            : StyledText("\(declared: Praise.one(of: Praise.almost, seed)) \(asked: whole).", .accent)
    }

    func closing(of run: Run<VocabularyExercise>) -> [Block]? {
        guard !run.answers.isEmpty else { return nil }
        if isChild { return [.paragraph("That was the last one!")] }
        return [.paragraph(StyledText("That was the last one: \(run.points) of \(counted(run.maximum, "point"))."))]
    }

    func output(of run: Run<VocabularyExercise>, saying said: [Block]) throws -> Output {
        let outcome = try VocabularyOutcome(run, builder)
        return isChild ? outcome.childOutput(saying: said) : outcome.output(saying: said)
    }
}

extension PlaceMark {
    /// In a sign that needs no colour.
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
