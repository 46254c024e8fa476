import Kernel

/// What was given for a task, once it is over.
public struct VocabularyResponse: Hashable, Sendable {
    /// Of each missing word whether it was right at the first try, without a hint.
    public let places: [Bool]
    /// Wrong tries and hints.
    public let faults: Int
    /// Whether it was right in the end.
    public let isSolved: Bool
    /// The word that was chosen for another; nil where none was.
    public let instead: String?
}

/// What comes of a choice.
public struct MoveReply: Hashable, Sendable {
    /// How it is shown.
    public enum Kind: Hashable, Sendable { case right, wrong, note }

    /// How it is shown.
    public let kind: Kind
    /// In a sentence; empty where there is nothing to say.
    public let sentence: String

    init(_ kind: Kind, _ sentence: String = "") { (self.kind, self.sentence) = (kind, sentence) }
}

/// A task as far as it was played: words are laid, one after the other; a full row is a try.
public struct VocabularyMove: Sendable {
    /// So many wrong tries end a phrase; a word has one.
    public static let tries = 3

    /// What is asked.
    public let task: VocabularyTask
    /// The tiles that were laid, from the left.
    public private(set) var laid: [Int] = []
    /// The words of the last wrong try, and where each belongs; none before.
    public private(set) var last: [(piece: VocabularyPiece, mark: PlaceMark)] = []
    /// Wrong tries.
    public private(set) var misses = 0
    /// Hints that were taken.
    public private(set) var hints = 0
    /// Whether it was right.
    public private(set) var isSolved = false
    private var isGivenUp = false
    private var places: [Bool]
    private var hinted: Set<Int> = []
    private var instead: String?

    /// A task before the first choice.
    public init(_ task: VocabularyTask) {
        self.task = task
        places = task.blanks.map { _ in true }
    }

    /// Whether nothing is left to choose.
    public var isOver: Bool { isSolved || isGivenUp }
    /// Whether somebody has tried, or was helped.
    public var isTouched: Bool { misses + hints > 0 }
    /// What it comes to.
    public var response: VocabularyResponse {
        VocabularyResponse(
            places: zip(places.indices, places).map { isSolved || misses > 0 ? $1 && !hinted.contains($0) : false },
            faults: misses + hints, isSolved: isSolved, instead: instead)
    }

    /// Lays a tile. The last one makes a try.
    public mutating func take(_ tile: Int) -> MoveReply {
        guard !isOver, task.tiles.indices.contains(tile), !laid.contains(tile) else {
            return MoveReply(.note, "That one is laid already.")
        }
        laid.append(tile)
        return laid.count == task.blanks.count ? attempt(laid.map { task.tiles[$0] }) : MoveReply(.note)
    }

    /// Takes the last word away again.
    public mutating func remove() -> MoveReply {
        guard !isOver, let tile = laid.popLast() else { return MoveReply(.note, "No word is laid.") }
        return MoveReply(.note, "Removed \(task.tiles[tile].hangul).")
    }

    /// Ends it.
    public mutating func giveUp() { if !isSolved { isGivenUp = true } }

    private mutating func attempt(_ pieces: [VocabularyPiece]) -> MoveReply {
        let words = pieces.map(\.hangul)
        let marks = task.marks(words)
        if misses == 0 { places = marks.map { $0 == .here } }
        laid = []
        guard !task.isRight(words) else {
            isSolved = true
            return MoveReply(.right)
        }
        misses += 1
        last = zip(pieces, marks).map { (piece: $0, mark: $1) }
        if task.phrase == nil { instead = words[0] }
        isGivenUp = task.phrase == nil || misses == Self.tries
        let here = marks.count { $0 == .here }
        let elsewhere = marks.count { $0 == .elsewhere }
        let moved = elsewhere == 0 ? "" : ", \(elsewhere) \(elsewhere == 1 ? "belongs" : "belong") elsewhere"
        return MoveReply(.wrong, "Not yet: \(here) of \(counted(marks.count, "word")) in the right place\(moved).")
    }

    // MARK: - Hints

    /// Helps with the next word: first with its first letter, then with the word itself, in its place.
    public mutating func hint() -> MoveReply {
        guard !isOver, laid.count < task.blanks.count else { return MoveReply(.note) }
        let (place, wanted) = (laid.count, task.solution[laid.count])
        guard hinted.contains(place) else {
            hints += 1
            hinted.insert(place)
            return MoveReply(.note, "\(name(of: place)) begins with \(Self.beginning(of: wanted, isKorean: isKorean)).")
        }
        guard task.phrase != nil else { return MoveReply(.note, "There is no other hint.") }
        guard let tile = task.tiles.indices.first(where: { !laid.contains($0) && task.tiles[$0] == wanted }) else {
            return MoveReply(.note, "Take a word away first: this one is laid already.")
        }
        hints += 1
        laid.append(tile)
        let reply = laid.count == task.blanks.count ? attempt(laid.map { task.tiles[$0] }) : MoveReply(.note)
        return reply.kind == .note
            ? MoveReply(.note, "\(name(of: place)) is \(wanted.hangul) (\(wanted.romanization)).") : reply
    }

    private var isKorean: Bool { task.phrase != nil || task.item.asksKorean }

    private func name(of place: Int) -> String {
        task.phrase == nil ? "It" : "Word \(task.blanks[place] + 1)"
    }

    /// The first consonant with its letter, or the first letter of the English.
    private static func beginning(of piece: VocabularyPiece, isKorean: Bool) -> String {
        guard isKorean else { return "“\(piece.meaning.prefix(1))”" }
        let letter = piece.romanization.prefix(1)
        guard let scalar = piece.hangul.unicodeScalars.first, (0xAC00...0xD7A3).contains(scalar.value) else {
            return "“\(letter)”"
        }
        let initials = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ")
        return "\(initials[Int(scalar.value - 0xAC00) / 588]) (\(letter))"
    }

    // MARK: - Lines

    /// Takes a line: the whole phrase, the missing words, or one of the tiles; in hangul or in Latin letters.
    public mutating func read(_ line: String) -> MoveReply {
        guard !isOver else { return MoveReply(.note) }
        let typed = line.split(whereSeparator: \.isWhitespace).map(String.init)
        guard let phrase = task.phrase else { return readWord(line) }
        let pieces = typed.map(piece(meantBy:))
        if typed.count == 1, task.blanks.count > 1, let tile = tile(meantBy: line) { return take(tile) }
        if let said = task.book.read(line).phrase {
            if said == phrase { return attempt(task.solution) }
            if said.pieces.count == phrase.pieces.count { return attempt(task.blanks.map { said.pieces[$0] }) }
        }
        if let strange = zip(typed, pieces).first(where: { $1 == nil })?.0 {
            return MoveReply(.note, "“\(strange.prefix(30))” does not lie there.")
        }
        let words = pieces.compactMap { $0 }
        if words.count == task.blanks.count { return attempt(words) }
        if words.count == phrase.pieces.count { return attempt(task.blanks.map { words[$0] }) }
        return MoveReply(.note, "The phrase has \(counted(phrase.pieces.count, "word")), not \(words.count).")
    }

    private mutating func readWord(_ line: String) -> MoveReply {
        let folded = Folding.compact(line)
        let meant = task.tiles.firstIndex { tile in
            (task.item.asksKorean ? [tile.hangul, tile.romanization] : [tile.meaning]).contains { Folding.compact($0) == folded }
        }
        guard let meant else { return MoveReply(.note, "“\(line.prefix(30))” does not lie there.") }
        return take(meant)
    }

    private func tile(meantBy word: String) -> Int? {
        let folded = Folding.compact(word)
        return task.tiles.indices.first { index in
            !laid.contains(index)
                && [task.tiles[index].hangul, task.tiles[index].romanization].contains { Folding.compact($0) == folded }
        }
    }

    /// A word that lies there, or stands in the phrase.
    private func piece(meantBy word: String) -> VocabularyPiece? {
        let folded = Folding.compact(word)
        return (task.tiles + (task.phrase?.pieces ?? [])).first { piece in
            [piece.hangul, piece.romanization].contains { Folding.compact($0) == folded }
        }
    }
}
