/// A syllable of speech: a falling or rising pitch, and a transition between vowels.
struct Syllable: Sendable {
    let start: Int
    let length: Int
    /// The phase increment for each frame in units of 2⁻³² turns, and its change for each frame.
    let pitch, slide: UInt32
    let vowels: (from: Int, to: Int)
    let left, right: Float

    fileprivate var at = 0
    fileprivate var phase: UInt32 = 0

    init(start: Int, length: Int, hertz: Double, glide: Double, vowels: (Int, Int), level: Double, pan: Double) {
        self.start = start
        self.length = max(1, length)
        self.vowels = vowels
        let turns = hertz / Double(LoopPlan.rate) * 0x1p32
        pitch = UInt32(turns * (1 + glide))
        slide = UInt32(bitPattern: Int32(-turns * glide / Double(self.length)))
        left = Float(level * DeterministicMath.cosine(turns: (pan + 1) / 8))
        right = Float(level * DeterministicMath.sine(turns: (pan + 1) / 8))
    }
}

/// All speech of a loop.
struct Syllables: Sendable {
    private let all: [Syllable]
    private let voices = Vowels()
    private let window: [Float]
    private var sounding: [Syllable] = []
    let tail: Int

    init(_ syllables: [Syllable]) {
        all = syllables.sorted { $0.start < $1.start }
        tail = all.reduce(0) { max($0, $1.length) }
        // The attack takes a fifth of the duration, the decay half of it.
        window = (0...512).map { index in
            let place = Double(index) / 512
            let edge = place < 0.2 ? place / 0.2 : place > 0.5 ? (1 - place) / 0.5 : 1
            return Float(edge * edge * (3 - 2 * edge))
        }
        sounding.reserveCapacity(64)
    }

    /// Adds the audible syllables to a block.
    mutating func add(to block: Block) {
        var number = sounding.count - 1
        while number >= 0 {
            if !add(&sounding[number], to: block, from: 0) {
                sounding.swapAt(number, sounding.count - 1)
                sounding.removeLast()
            }
            number -= 1
        }
        var index = first(from: block.start)
        while index < all.count, all[index].start < block.start + block.count {
            var one = all[index]
            if add(&one, to: block, from: one.start - block.start) { sounding.append(one) }
            index += 1
        }
    }

    private func add(_ one: inout Syllable, to block: Block, from first: Int) -> Bool {
        let count = min(block.count - first, one.length - one.at)
        voices.periods.withUnsafeBufferPointer { periods in
            window.withUnsafeBufferPointer { window in
                guard let periods = periods.baseAddress, let window = window.baseAddress else { return }
                let from = periods + one.vowels.from * Vowels.size
                let to = periods + one.vowels.to * Vowels.size
                let share = 1 / Float(one.length)
                var at = one.at
                var phase = one.phase
                var index = 0
                var pitch = one.pitch &+ one.slide &* UInt32(at)
                while index < count {
                    let done = Float(at) * share
                    let place = Int(phase >> 22)
                    let value = (from[place] + (to[place] - from[place]) * done) * window[Int(done * 512)]
                    block.left[first + index] += value * one.left
                    block.right[first + index] += value * one.right
                    phase &+= pitch
                    pitch &+= one.slide
                    at += 1
                    index += 1
                }
                (one.at, one.phase) = (at, phase)
            }
        }
        return one.at < one.length
    }

    private func first(from start: Int) -> Int {
        var low = 0
        var high = all.count
        while low < high {
            let middle = (low + high) / 2
            if all[middle].start < start { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
