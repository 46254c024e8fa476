/// Phrase Decoder: the words of a phrase out of order. Every order that is a phrase is right.
public struct OrderBoard: Board {
    private static let cost = 2
    private static let most = 6

    /// The phrase that was scrambled.
    public let phrase: GamePhrase
    /// Its words as they lie there: no phrase in this order.
    public let scrambled: [GameTile]
    /// The words that were laid, as places in `scrambled`.
    public private(set) var laid: [Int] = []
    /// Whether the meaning is shown.
    public private(set) var isHinted = false
    /// The phrase that was found; nil until then, and when it was given up.
    public private(set) var found: GamePhrase?
    public private(set) var misses = 0
    private var isGivenUp = false
    private let read: @Sendable ([String]) -> PhraseVerdict

    /// Nil where every order of the words is a phrase, so that nothing can be scrambled.
    init?(
        _ phrase: GamePhrase, read: @escaping @Sendable ([String]) -> PhraseVerdict,
        using random: inout some RandomNumberGenerator
    ) {
        for _ in 0..<24 {
            let order = phrase.tiles.shuffled(using: &random)
            guard read(order.map(\.hangul)).phrase == nil else { continue }
            (self.phrase, scrambled, self.read) = (phrase, order, read)
            return
        }
        return nil
    }

    public var isOver: Bool { found != nil || isGivenUp }
    public var maximum: Int { Self.most }
    public var points: Int { found == nil ? 0 : worth }
    /// What the phrase still brings.
    public var worth: Int { max(0, Self.most - Self.cost * (misses + (isHinted ? 1 : 0))) }

    public var choices: [BoardChoice] {
        scrambled.enumerated().map { BoardChoice([$1.hangul, $1.romanization], isThere: !isOver && !laid.contains($0)) }
    }

    public mutating func take(_ choice: Int) -> Reply {
        guard !isOver, scrambled.indices.contains(choice), !laid.contains(choice) else {
            return Reply(.note, "That one is gone already.")
        }
        laid.append(choice)
        guard laid.count == scrambled.count else { return Reply(.note, "") }
        switch read(laid.map { scrambled[$0].hangul }) {
        case .allowed(let phrase):
            found = phrase
            return Reply(.right, "Right: “\(phrase.meaning)”.")
        case .refused(let why):
            misses += 1
            laid = []
            isGivenUp = misses == Self.most / Self.cost
            return Reply(.wrong, why)
        }
    }

    public mutating func takeBack() -> Reply? {
        guard !isOver, let last = laid.popLast() else { return nil }
        return Reply(.note, "Taken back: \(scrambled[last].hangul).")
    }

    /// Shows the meaning, for two points.
    public mutating func hint() { if !isOver { isHinted = true } }

    public mutating func giveUp() { if found == nil { isGivenUp = true } }
}
