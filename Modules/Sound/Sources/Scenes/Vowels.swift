/// A period of a voice at 150 Hz for each of six vowels.
///
/// Harmonics of a glottal pulse (12 dB an octave down) are shaped by three formants (means of men
/// and women after G. E. Peterson and H. L. Barney, 1952).
struct Vowels: Sendable {
    static let size = 1024
    static let count = 6
    private static let formants: [[Double]] = [
        [300, 2500, 3150], [460, 2200, 2800], [570, 1950, 2650], [790, 1150, 2600], [580, 880, 2580], [340, 910, 2450],
    ]

    let periods: [Float]

    init() {
        var all: [Float] = []
        all.reserveCapacity(Vowels.size * Vowels.count)
        for formants in Vowels.formants {
            var period = [Double](repeating: 0, count: Vowels.size)
            for harmonic in 1...24 {
                let hertz = 150 * Double(harmonic)
                let shaped = zip(formants, [1, 0.6, 0.25]).reduce(0.0) { sum, formant in
                    let away = (hertz - formant.0) / (60 + 0.06 * formant.0)
                    return sum + formant.1 / (1 + away * away)
                }
                let level = (shaped + 0.02) * 6 / (Double(harmonic) + 5)
                for index in period.indices {
                    let turns = Double(harmonic * index % Vowels.size) / Double(Vowels.size)
                    period[index] +=
                        level * DeterministicMath.sine(turns: turns + 0.37 * Double(harmonic * harmonic % 7))
                }
            }
            let power = (period.reduce(0) { $0 + $1 * $1 } / Double(Vowels.size)).squareRoot()
            all += period.map { Float($0 / power) }
        }
        periods = all
    }
}
