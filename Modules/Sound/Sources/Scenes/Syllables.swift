/// A syllable of somebody who talks: a pitch that falls or rises, and a way from one vowel to another.
struct Syllable: Sendable {
    let start: Int
    let length: Int
    /// Turns a frame in 2³² parts, and how many more in the next.
    let pitch, slide: UInt32
    let vowels: (from: Int, to: Int)
    let left, right: Float

    fileprivate var at = 0
    fileprivate var phase: UInt32 = 0

    init(start: Int, length: Int, hertz: Double, glide: Double, vowels: (Int, Int), level: Double, pan: Double) {
        (self.start, self.length, self.vowels) = (start, max(1, length), vowels)
        let turns = hertz / Double(LoopPlan.rate) * 0x1p32
        pitch = UInt32(turns * (1 + glide))
        slide = UInt32(bitPattern: Int32(-turns * glide / Double(self.length)))
        left = Float(level * Exact.cosine(turns: (pan + 1) / 8))
        right = Float(level * Exact.sine(turns: (pan + 1) / 8))
    }
}

/// Everything that is said on a loop.
struct Syllables: Sendable {
    private let all: [Syllable]
    private let voices = Vowels()
    private let window: [Float]
    private var sounding: [Syllable] = []
    let tail: Int

    init(_ syllables: [Syllable]) {
        all = syllables.sorted { $0.start < $1.start }
        tail = all.reduce(0) { max($0, $1.length) }
        // It comes in a fifth of its time and goes in half of it.
        window = (0...512).map { index in
            let place = Double(index) / 512
            let edge = place < 0.2 ? place / 0.2 : place > 0.5 ? (1 - place) / 0.5 : 1
            return Float(edge * edge * (3 - 2 * edge))
        }
        sounding.reserveCapacity(64)
    }

    /// Adds what is heard in a block.
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
                let (from, to) = (periods + one.vowels.from * Vowels.size, periods + one.vowels.to * Vowels.size)
                let share = 1 / Float(one.length)
                var (at, phase, index) = (one.at, one.phase, 0)
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
        var (low, high) = (0, all.count)
        while low < high {
            let middle = (low + high) / 2
            if all[middle].start < start { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
