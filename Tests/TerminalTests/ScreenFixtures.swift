import Interface
import Kernel

/// Random hostile text from a seed.
struct HostileText {
    private var random: RandomSource

    init(seed: UInt64) { random = RandomSource(seed: seed) }

    private static let pools: [[ClosedRange<UInt32>]] = [
        [0x20...0x7E], [0x61...0x7A], [0x20...0x20], [0xAC00...0xD7A3], [0x1100...0x11FF],
        [0x4E00...0x9FFF, 0x3041...0x30FF],
        [0x300...0x36F, 0x1AB0...0x1AFF], [0x1F300...0x1F64F, 0x1F900...0x1F9FF],
        [0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F],
        [0xFE00...0xFE0F, 0xE0100...0xE01EF], [0x1F1E6...0x1F1FF], [0x1F3FB...0x1F3FF], [0x00...0x1F, 0x7F...0x9F],
        [0x915...0x94D], [0x600...0x6FF], [0xE0020...0xE007F, 0x1F3F4...0x1F3F4], [0x80...0x24F],
        [0x2028...0x2029, 0xFEFF...0xFEFF],
        [0x10000...0x10FFFF, 0xE000...0xFFFF, 0x100...0xD7FF],
    ]

    mutating func next(longest: Int = 60) -> String {
        var text = String.UnicodeScalarView()
        let count = Int.random(in: 0...longest, using: &random)
        while text.count < count {
            let pool = HostileText.pools[Int.random(in: 0..<HostileText.pools.count, using: &random)]
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                let range = pool[Int.random(in: 0..<pool.count, using: &random)]
                if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &random)) { text.append(scalar) }
            }
        }
        return String(text)
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    mutating func role() -> TextRole { TextRole.allCases[number(0...TextRole.allCases.count - 1)] }

    mutating func styled(longest: Int = 60) -> StyledText {
        (0..<number(1...3)).reduce(StyledText("")) { text, _ in text + StyledText(next(longest: longest), role()) }
    }
}

extension Unicode.Scalar {
    /// Whether text from outside must not send this scalar to a terminal.
    var isDangerous: Bool {
        switch value {
        case 0x0A: false
        case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0x2028, 0x2029: true
        default: false
        }
    }
}

extension String {
    /// The text without SGR codes, the only codes that drawing writes.
    var withoutColors: String { replacing(/\u{1B}\[[0-9;]*m/.matchingSemantics(.unicodeScalar), with: "") }
}
