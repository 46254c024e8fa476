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
    private let syllables: [Syllable]
    private let voices = Vowels()
    /// The loudness over the duration of a syllable, in 513 values.
    private let window: [Float]
    /// The syllables that have begun and continue in the next block.
    private var sounding: [Syllable] = []
    let tail: Int

    init(_ syllables: [Syllable]) {
        self.syllables = syllables.sorted { $0.start < $1.start }
        tail = syllables.reduce(0) { max($0, $1.length) }
        // The attack takes a fifth of the duration, the decay half of it.
        window = (0...512).map { index in
            let position = Double(index) / 512
            let edge = position < 0.2 ? position / 0.2 : position > 0.5 ? (1 - position) / 0.5 : 1
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
        var index = firstIndex(from: block.start)
        while index < syllables.count, syllables[index].start < block.start + block.count {
            var syllable = syllables[index]
            if add(&syllable, to: block, from: syllable.start - block.start) { sounding.append(syllable) }
            index += 1
        }
    }

    /// Adds a syllable to a block and returns whether it continues after the block.
    private func add(_ syllable: inout Syllable, to block: Block, from first: Int) -> Bool {
        let count = min(block.count - first, syllable.length - syllable.at)
        voices.periods.withUnsafeBufferPointer { periods in
            window.withUnsafeBufferPointer { window in
                guard let periods = periods.baseAddress, let window = window.baseAddress else { return }
                let from = periods + syllable.vowels.from * Vowels.size
                let to = periods + syllable.vowels.to * Vowels.size
                let share = 1 / Float(syllable.length)
                var at = syllable.at
                var phase = syllable.phase
                var index = 0
                var pitch = syllable.pitch &+ syllable.slide &* UInt32(at)
                while index < count {
                    let progress = Float(at) * share
                    let sample = Int(phase >> 22)
                    let value = (from[sample] + (to[sample] - from[sample]) * progress) * window[Int(progress * 512)]
                    block.left[first + index] += value * syllable.left
                    block.right[first + index] += value * syllable.right
                    phase &+= pitch
                    pitch &+= syllable.slide
                    at += 1
                    index += 1
                }
                (syllable.at, syllable.phase) = (at, phase)
            }
        }
        return syllable.at < syllable.length
    }

    /// Returns the index of the first syllable that starts at a frame or later, by binary search.
    private func firstIndex(from start: Int) -> Int {
        var low = 0
        var high = syllables.count
        while low < high {
            let middle = (low + high) / 2
            if syllables[middle].start < start { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
