/// A filter of second order over two channels, by Robert Bristow-Johnson's “Cookbook formulae for audio EQ biquad filter coefficients”, as
/// transposed direct form II in double precision.
struct Filter: Sendable {
    private let b0, b1, b2, a1, a2: Double
    private var left = (first: 0.0, second: 0.0)
    private var right = (first: 0.0, second: 0.0)

    /// A filter by its coefficients, a0 being 1.
    init(b0: Double, b1: Double, b2: Double, a1: Double, a2: Double) {
        (self.b0, self.b1, self.b2, self.a1, self.a2) = (b0, b1, b2, a1, a2)
    }

    private init(_ hertz: Double, _ q: Double, _ b: (_ cosine: Double, _ alpha: Double) -> (Double, Double, Double)) {
        let turns = hertz / Double(LoopPlan.rate)
        let (cosine, alpha) = (Exact.cosine(turns: turns), Exact.sine(turns: turns) / (2 * q))
        let (b, a0) = (b(cosine, alpha), 1 + alpha)
        self.init(b0: b.0 / a0, b1: b.1 / a0, b2: b.2 / a0, a1: -2 * cosine / a0, a2: (1 - alpha) / a0)
    }

    /// What lies below a frequency, 12 dB an octave.
    static func low(_ hertz: Double, q: Double = 0.7071067811865476) -> Filter {
        Filter(hertz, q) { cosine, _ in ((1 - cosine) / 2, 1 - cosine, (1 - cosine) / 2) }
    }

    /// What lies above it.
    static func high(_ hertz: Double, q: Double = 0.7071067811865476) -> Filter {
        Filter(hertz, q) { cosine, _ in ((1 + cosine) / 2, -1 - cosine, (1 + cosine) / 2) }
    }

    /// What lies around it, as loud as it was there.
    static func band(_ hertz: Double, q: Double) -> Filter { Filter(hertz, q) { _, alpha in (alpha, 0, -alpha) } }

    /// What lies below a frequency, 6 dB an octave: behind white noise, brown.
    static func slope(_ hertz: Double) -> Filter {
        let keep = Exact.exp(-6.283185307179586 * hertz / Double(LoopPlan.rate))
        return Filter(b0: 1 - keep, b1: 0, b2: 0, a1: -keep, a2: 0)
    }

    /// Filters a block in its place.
    mutating func apply(_ block: Block) {
        var ((l1, l2), (r1, r2), index) = (left, right, 0)
        while index < block.count {
            let (x, y) = (Double(block.left[index]), Double(block.right[index]))
            let (u, v) = (b0 * x + l1, b0 * y + r1)
            (l1, r1) = (b1 * x - a1 * u + l2, b1 * y - a1 * v + r2)
            (l2, r2) = (b2 * x - a2 * u, b2 * y - a2 * v)
            (block.left[index], block.right[index]) = (Float(u), Float(v))
            index += 1
        }
        // Numbers too small to be heard are slow to reckon with.
        (left, right) = (Filter.heard(l1, l2), Filter.heard(r1, r2))
    }

    /// Filters noise into a block of its own.
    mutating func apply(_ source: Block, into block: Block) {
        block.copy(source)
        apply(block)
    }

    private static func heard(_ first: Double, _ second: Double) -> (first: Double, second: Double) {
        abs(first) + abs(second) < 1e-30 ? (0, 0) : (first, second)
    }
}
