/// Word Match: Korean words one after the other, their English in any order.
public struct PairBoard: Board {
    /// The terms, in the order in which they are asked.
    public let pairs: [GamePair]
    private let order: [Int]
    /// How many of them are done.
    public private(set) var place = 0
    private var tries = 0
    public private(set) var points = 0
    public private(set) var misses = 0

    init(_ pairs: [GamePair], using random: inout some RandomNumberGenerator) {
        self.pairs = pairs
        order = Array(pairs.indices).shuffled(using: &random)
    }

    /// The term that is asked; nil when all are done.
    public var asked: GamePair? { place < pairs.count ? pairs[place] : nil }
    public var isOver: Bool { place == pairs.count }
    public var maximum: Int { pairs.count * Worth.most }
    public var choices: [BoardChoice] { order.map { BoardChoice([pairs[$0].english], isThere: $0 >= place) } }

    public mutating func take(_ choice: Int) -> Reply {
        guard let asked, order.indices.contains(choice), order[choice] >= place else {
            return Reply(.note, "That one is gone already.")
        }
        let taken = pairs[order[choice]]
        guard taken == asked else {
            (tries, misses) = (tries + 1, misses + 1)
            return Reply(.wrong, "No: “\(taken.english)” is \(taken.hangul) (\(taken.romanization)).")
        }
        points += Worth.after(tries)
        (place, tries) = (place + 1, 0)
        return Reply(.right, "Right: \(asked.hangul) (\(asked.romanization)) is “\(asked.english)”.")
    }

    public mutating func giveUp() { place = pairs.count }
}
