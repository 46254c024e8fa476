import Kernel
import Korean

/// The learner's response to a finished task.
package struct VocabularyResponse: Hashable, Sendable {
    /// For each missing word, whether it was right at the first attempt, without a hint.
    package let places: [Bool]
    /// The number of hints and wrong attempts.
    package let faults: Int
    package let isSolved: Bool
    /// The word that the learner chose instead of the right one; nil without such a confusion.
    package let confusedWord: String?
}

/// The reply to a choice.
package struct MoveReply: Hashable, Sendable {
    package enum Kind: Hashable, Sendable { case right, wrong, note }

    package let kind: Kind
    /// The reply in a sentence; empty without one.
    package let sentence: String

    init(_ kind: Kind, _ sentence: String = "") {
        self.kind = kind
        self.sentence = sentence
    }
}

/// A task as far as it was played: the learner lays words in sequence, and a full row is an
/// attempt.
package struct VocabularyMove: Sendable {
    /// The maximum number of wrong attempts at a phrase; a word allows one.
    package static let maximumAttempts = 3

    package let task: VocabularyTask
    package private(set) var placedTiles: [Int] = []
    /// The words of the last wrong attempt, each with its mark; empty before the first.
    package private(set) var lastAttempt: [(piece: PhraseWord, mark: PlaceMark)] = []
    /// The number of wrong attempts.
    package private(set) var wrongAttempts = 0
    package private(set) var hintCount = 0
    package private(set) var isSolved = false
    private var isGivenUp = false
    private var places: [Bool]
    private var hintedBlanks: Set<Int> = []
    private var confusedWord: String?

    package init(_ task: VocabularyTask) {
        self.task = task
        places = task.blanks.map { _ in true }
    }

    package var isOver: Bool { isSolved || isGivenUp }
    package var hasBegun: Bool { wrongAttempts + hintCount > 0 }
    package var response: VocabularyResponse {
        VocabularyResponse(
            places: zip(places.indices, places).map {
                isSolved || wrongAttempts > 0 ? $1 && !hintedBlanks.contains($0) : false
            },
            faults: wrongAttempts + hintCount, isSolved: isSolved, confusedWord: confusedWord)
    }

    /// Lays a tile; the last one completes an attempt.
    package mutating func apply(_ tile: Int) -> MoveReply {
        guard !isOver, task.tiles.indices.contains(tile), !placedTiles.contains(tile) else {
            return MoveReply(.note, "That word is already placed.")
        }
        placedTiles.append(tile)
        return placedTiles.count == task.blanks.count ? attempt(placedTiles.map { task.tiles[$0] }) : MoveReply(.note)
    }

    /// Removes the last word.
    package mutating func remove() -> MoveReply {
        guard !isOver, let tile = placedTiles.popLast() else { return MoveReply(.note, "No word is placed yet.") }
        return MoveReply(.note, "Removed \(task.tiles[tile].hangul).")
    }

    /// Ends the task without a solution.
    package mutating func giveUp() { if !isSolved { isGivenUp = true } }

    /// Judges a full row of words, and ends the task if it is right or the last attempt.
    private mutating func attempt(_ pieces: [PhraseWord]) -> MoveReply {
        let words = pieces.map(\.hangul)
        let marks = task.marks(words)
        if wrongAttempts == 0 { places = marks.map { $0 == .here } }
        placedTiles = []
        guard !task.isRight(words) else {
            isSolved = true
            return MoveReply(.right)
        }
        wrongAttempts += 1
        lastAttempt = zip(pieces, marks).map { (piece: $0, mark: $1) }
        if task.phrase == nil { confusedWord = words[0] }
        isGivenUp = task.phrase == nil || wrongAttempts == Self.maximumAttempts
        let hereCount = marks.count { $0 == .here }
        let elsewhereCount = marks.count { $0 == .elsewhere }
        let elsewhereText =
            elsewhereCount == 0 ? "" : ", \(elsewhereCount) \(elsewhereCount == 1 ? "belongs" : "belong") elsewhere"
        return MoveReply(
            .wrong, "Not yet: \(hereCount) of \(counted(marks.count, "word")) in the right place\(elsewhereText).")
    }

    // MARK: - Hints

    /// Gives a hint for the next word: first its first letter, then the word itself in its place.
    package mutating func hint() -> MoveReply {
        guard !isOver, placedTiles.count < task.blanks.count else { return MoveReply(.note) }
        let place = placedTiles.count
        let expectedWord = task.solution[placedTiles.count]
        guard hintedBlanks.contains(place) else {
            hintCount += 1
            hintedBlanks.insert(place)
            return MoveReply(
                .note, "\(name(of: place)) begins with \(Self.initial(of: expectedWord, isKorean: isKorean)).")
        }
        guard task.phrase != nil else { return MoveReply(.note, "There is no other hint.") }
        guard
            let tile = task.tiles.indices.first(where: {
                !placedTiles.contains($0) && task.tiles[$0].hangul == expectedWord.hangul
            })
        else { return MoveReply(.note, "Remove a word first: this one is already placed.") }
        hintCount += 1
        placedTiles.append(tile)
        let reply =
            placedTiles.count == task.blanks.count ? attempt(placedTiles.map { task.tiles[$0] }) : MoveReply(.note)
        return reply.kind == .note
            ? MoveReply(.note, "\(name(of: place)) is \(expectedWord.hangul) (\(expectedWord.romanization)).") : reply
    }

    private var isKorean: Bool { task.phrase != nil || task.item.asksKorean }

    /// Returns the name of a blank in a hint.
    private func name(of place: Int) -> String { task.phrase == nil ? "It" : "Word \(task.blanks[place] + 1)" }

    /// Returns the initial consonant with its letter, or the first letter of the English.
    private static func initial(of piece: PhraseWord, isKorean: Bool) -> String {
        guard isKorean else { return "“\(piece.meaning.prefix(1))”" }
        let letter = piece.romanization.prefix(1)
        guard let scalar = piece.hangul.unicodeScalars.first, (0xAC00...0xD7A3).contains(scalar.value) else {
            return "“\(letter)”"
        }
        let initials = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ")
        return "\(initials[Int(scalar.value - 0xAC00) / 588]) (\(letter))"
    }

    // MARK: - Lines

    /// Reads a line in hangul or Latin letters: the whole phrase, the missing words, or one of the
    /// tiles.
    package mutating func read(_ line: String) -> MoveReply {
        guard !isOver else { return MoveReply(.note) }
        let typedWords = line.split(whereSeparator: \.isWhitespace).map(String.init)
        guard let phrase = task.phrase else { return readWord(line) }
        let pieces = typedWords.map(piece(meantBy:))
        if typedWords.count == 1, task.blanks.count > 1, let tile = tile(meantBy: line) { return apply(tile) }
        if let spoken = task.book.read(line).phrase {
            if spoken == phrase { return attempt(task.solution) }
            if spoken.words.count == phrase.words.count { return attempt(task.blanks.map { spoken.words[$0] }) }
        }
        if let unknownWord = zip(typedWords, pieces).first(where: { $1 == nil })?.0 {
            return MoveReply(.note, "“\(unknownWord.prefix(30))” does not lie there.")
        }
        let words = pieces.compactMap { $0 }
        if words.count == task.blanks.count { return attempt(words) }
        if words.count == phrase.words.count { return attempt(task.blanks.map { words[$0] }) }
        return MoveReply(.note, "The phrase has \(counted(phrase.words.count, "word")), not \(words.count).")
    }

    /// Reads the answer to a word and lays its tile.
    private mutating func readWord(_ line: String) -> MoveReply {
        let folded = Folding.compact(line)
        let tile = task.tiles.firstIndex { tile in
            (task.item.asksKorean ? [tile.hangul, tile.romanization] : [tile.meaning]).contains {
                Folding.compact($0) == folded
            }
        }
        guard let tile else { return MoveReply(.note, "“\(line.prefix(30))” does not lie there.") }
        return apply(tile)
    }

    /// Returns the free tile that a word names in hangul or Latin letters.
    private func tile(meantBy word: String) -> Int? {
        let folded = Folding.compact(word)
        return task.tiles.indices.first { index in
            !placedTiles.contains(index)
                && [task.tiles[index].hangul, task.tiles[index].romanization].contains { Folding.compact($0) == folded }
        }
    }

    /// Returns the tile or the word of the phrase that matches.
    private func piece(meantBy word: String) -> PhraseWord? {
        let folded = Folding.compact(word)
        return (task.tiles + (task.phrase?.words ?? [])).first { piece in
            [piece.hangul, piece.romanization].contains { Folding.compact($0) == folded }
        }
    }
}
