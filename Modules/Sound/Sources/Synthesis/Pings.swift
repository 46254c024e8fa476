/// A struck tone with a soft or hard attack, a decay and an optional slide: a drop, a spark, a
/// bubble, a bird's note, a part of a bell.
struct Ping: Sendable {
    let start: Int
    fileprivate var framesLeft: Int
    /// The oscillator: a complex number, and the factor that turns and shrinks it each frame.
    private var re = 0.0, im = 0.0, turnRe, turnIm: Double
    /// The factor that changes the turn each frame, for a slide.
    private let bendRe, bendIm: Double
    private var attack: Double
    private let soften: Double
    private let gainLeft, gainRight: Float

    /// The parameters of the tone.
    struct Tone {
        /// The frequency in hertz, and its change a second.
        var pitch: Double, slide = 0.0
        /// The seconds until it is 8.7 dB softer.
        var decay: Double
        /// The attack in seconds, 0 for a click.
        var attack = 0.0
        var level: Double
        /// The position from -1, left, to 1.
        var pan = 0.0
        /// The number of audible decays: nine are 78 dB.
        var decays = 9.0
    }

    init(at start: Int, _ tone: Tone) {
        let rate = Double(LoopPlan.rate)
        self.start = start
        framesLeft = max(1, Int(tone.decays * tone.decay * rate))
        let fade = DeterministicMath.exp(-1 / (tone.decay * rate))
        let turns = tone.pitch / rate
        turnRe = fade * DeterministicMath.cosine(turns: turns)
        turnIm = fade * DeterministicMath.sine(turns: turns)
        let bend = tone.slide / rate / rate
        bendRe = DeterministicMath.cosine(turns: bend)
        bendIm = DeterministicMath.sine(turns: bend)
        attack = tone.attack > 0 ? 1 : 0
        soften = tone.attack > 0 ? DeterministicMath.exp(-1 / (tone.attack * rate)) : 0
        // A quarter of a turn from side to side keeps the loudness constant.
        let side = (tone.pan + 1) / 8
        gainLeft = Float(tone.level * DeterministicMath.cosine(turns: side))
        gainRight = Float(tone.level * DeterministicMath.sine(turns: side))
        re = 1
    }

    var length: Int { framesLeft }

    /// Adds the tone to a block from a frame on, and returns false when the tone is over.
    fileprivate mutating func add(to block: Block, from first: Int) -> Bool {
        let count = min(block.count - first, framesLeft)
        // A tone without slide after its attack takes half the work.
        if bendIm == 0, attack < 1e-9 { ring(block, first, count) } else { slide(block, first, count) }
        framesLeft -= count
        return framesLeft > 0
    }

    /// Adds a tone of constant pitch after its attack.
    private mutating func ring(_ block: Block, _ first: Int, _ count: Int) {
        var x = re
        var y = im
        var index = first
        while index < first + count {
            let value = Float(y)
            block.left[index] += value * gainLeft
            block.right[index] += value * gainRight
            (x, y) = (x * turnRe - y * turnIm, x * turnIm + y * turnRe)
            index += 1
        }
        re = x
        im = y
    }

    /// Adds a tone whose pitch changes, or whose attack is still audible.
    private mutating func slide(_ block: Block, _ first: Int, _ count: Int) {
        var x = re
        var y = im
        var turnX = turnRe
        var turnY = turnIm
        var soft = attack
        var index = first
        while index < first + count {
            let value = Float(y * (1 - soft))
            block.left[index] += value * gainLeft
            block.right[index] += value * gainRight
            (x, y) = (x * turnX - y * turnY, x * turnY + y * turnX)
            (turnX, turnY) = (turnX * bendRe - turnY * bendIm, turnX * bendIm + turnY * bendRe)
            soft *= soften
            index += 1
        }
        re = x
        im = y
        turnRe = turnX
        turnIm = turnY
        attack = soft
    }
}

/// The struck tones of a loop.
struct Pings: Sendable {
    private let sortedPings: [Ping]
    private var nextIndex: Int?
    /// The tones that have begun and continue in the next block.
    private var sounding: [Ping] = []

    let tail: Int

    init(_ pings: [Ping], on plan: LoopPlan) {
        sortedPings = pings.filter { $0.start < plan.frames }.sorted { $0.start < $1.start }
        tail = sortedPings.reduce(0) { max($0, $1.length) }
        sounding.reserveCapacity(256)
    }

    /// Adds the audible tones to a block.
    mutating func add(to block: Block) {
        var number = sounding.count - 1
        while number >= 0 {
            if !sounding[number].add(to: block, from: 0) {
                sounding.swapAt(number, sounding.count - 1)
                sounding.removeLast()
            }
            number -= 1
        }
        var index = block.start == 0 ? 0 : nextIndex ?? firstIndex(from: block.start)
        while index < sortedPings.count, sortedPings[index].start < block.start + block.count {
            var ping = sortedPings[index]
            if ping.add(to: block, from: ping.start - block.start) { sounding.append(ping) }
            index += 1
        }
        nextIndex = index
    }

    /// Returns the index of the first tone that starts at a frame or later, by binary search.
    private func firstIndex(from start: Int) -> Int {
        var low = 0
        var high = sortedPings.count
        while low < high {
            let middle = (low + high) / 2
            if sortedPings[middle].start < start { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
