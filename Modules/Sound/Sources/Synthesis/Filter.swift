/// A second-order filter over two channels in transposed direct form II with double precision.
///
/// The formulas come from Robert Bristow-Johnson's “Cookbook formulae for audio EQ biquad filter
/// coefficients”.
struct Filter: Sendable {
    private let b0, b1, b2, a1, a2: Double
    private var left = (first: 0.0, second: 0.0)
    private var right = (first: 0.0, second: 0.0)

    init(b0: Double, b1: Double, b2: Double, a1: Double, a2: Double) {
        self.b0 = b0
        self.b1 = b1
        self.b2 = b2
        self.a1 = a1
        self.a2 = a2
    }

    private init(_ hertz: Double, _ q: Double, _ b: (_ cosine: Double, _ alpha: Double) -> (Double, Double, Double)) {
        let turns = hertz / Double(LoopPlan.rate)
        let cosine = DeterministicMath.cosine(turns: turns)
        let alpha = DeterministicMath.sine(turns: turns) / (2 * q)
        let b = b(cosine, alpha)
        let a0 = 1 + alpha
        self.init(b0: b.0 / a0, b1: b.1 / a0, b2: b.2 / a0, a1: -2 * cosine / a0, a2: (1 - alpha) / a0)
    }

    /// Returns a low-pass filter with 12 dB an octave.
    static func lowPass(_ hertz: Double, q: Double = 0.7071067811865476) -> Filter {
        Filter(hertz, q) { cosine, _ in ((1 - cosine) / 2, 1 - cosine, (1 - cosine) / 2) }
    }

    /// Returns a high-pass filter with 12 dB an octave.
    static func highPass(_ hertz: Double, q: Double = 0.7071067811865476) -> Filter {
        Filter(hertz, q) { cosine, _ in ((1 + cosine) / 2, -1 - cosine, (1 + cosine) / 2) }
    }

    /// Returns a band-pass filter with unchanged loudness at its center.
    static func bandPass(_ hertz: Double, q: Double) -> Filter { Filter(hertz, q) { _, alpha in (alpha, 0, -alpha) } }

    /// Returns a low-pass filter with 6 dB an octave, which turns white noise into brown.
    static func gentleLowPass(_ hertz: Double) -> Filter {
        let keep = DeterministicMath.exp(-6.283185307179586 * hertz / Double(LoopPlan.rate))
        return Filter(b0: 1 - keep, b1: 0, b2: 0, a1: -keep, a2: 0)
    }

    /// Filters a block in place.
    mutating func apply(_ block: Block) {
        var ((l1, l2), (r1, r2), index) = (left, right, 0)
        while index < block.count {
            let x = Double(block.left[index])
            let y = Double(block.right[index])
            let u = b0 * x + l1
            let v = b0 * y + r1
            l1 = b1 * x - a1 * u + l2
            r1 = b1 * y - a1 * v + r2
            l2 = b2 * x - a2 * u
            r2 = b2 * y - a2 * v
            (block.left[index], block.right[index]) = (Float(u), Float(v))
            index += 1
        }
        // Calculating with inaudibly small numbers is slow.
        left = Filter.withoutTinyValues(l1, l2)
        right = Filter.withoutTinyValues(r1, r2)
    }

    /// Filters a block into another one.
    mutating func apply(_ source: Block, into block: Block) {
        block.copy(source)
        apply(block)
    }

    private static func withoutTinyValues(_ first: Double, _ second: Double) -> (first: Double, second: Double) {
        abs(first) + abs(second) < 1e-30 ? (0, 0) : (first, second)
    }
}
