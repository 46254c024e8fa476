/// A Korean particle that depends on the sound before it. Packs write both forms, `이(가)`; which one it is turns out when the places are filled.
///
/// What stands in parentheses before it is passed over, as readers do. Behind Latin letters, whose sound nobody can tell, both forms stay.
struct Particle {
    private let written: String
    /// Behind a consonant.
    private let closed: String
    /// Behind a vowel.
    private let open: String

    private static let all = [
        Particle(written: "이(가)", closed: "이", open: "가"), Particle(written: "을(를)", closed: "을", open: "를"),
        Particle(written: "은(는)", closed: "은", open: "는"), Particle(written: "와(과)", closed: "과", open: "와"),
        Particle(written: "과(와)", closed: "과", open: "와"), Particle(written: "(으)로", closed: "으로", open: "로"),
        Particle(written: "(이)", closed: "이", open: ""),
    ]

    /// A text with a piece of a sentence behind it, the particles of which are settled.
    static func settled(_ piece: String, behind text: String) -> String {
        var (text, rest) = (text, piece[...])
        while let (particle, range) = next(in: rest) {
            text += rest[..<range.lowerBound]
            text += particle.form(behind: Ending(of: text))
            rest = rest[range.upperBound...]
        }
        return text + rest
    }

    private static func next(in text: Substring) -> (Particle, Range<Substring.Index>)? {
        guard text.utf8.contains(UInt8(ascii: "(")) else { return nil }
        return all.compactMap { particle in text.place(of: particle.written).map { (particle, $0) } }
            .min { $0.1.lowerBound < $1.1.lowerBound }
    }

    private func form(behind ending: Ending?) -> String {
        switch ending {
        case nil: written
        case .vowel: open
        // 서울로, though 서울 ends with a consonant.
        case .liquid: closed == "으로" ? open : closed
        case .consonant: closed
        }
    }

    /// With what sound a text ends.
    enum Ending {
        case vowel
        /// ㄹ.
        case liquid
        case consonant

        /// nil where nobody can tell.
        init?(of text: String) {
            var depth = 0
            for scalar in text.unicodeScalars.reversed() {
                switch scalar {
                case ")": depth += 1
                case "(" where depth > 0: depth -= 1
                case _ where depth > 0, "”", "’", "»", "'", "\"", "`", " ": continue
                default:
                    guard let ending = Ending(scalar) else { return nil }
                    self = ending
                    return
                }
            }
            return nil
        }

        private init?(_ scalar: Unicode.Scalar) {
            switch scalar.value {
            case 0xAC00...0xD7A3:
                let final = (scalar.value - 0xAC00) % 28
                self = final == 0 ? .vowel : final == 8 ? .liquid : .consonant
            // 영 or 십, 백, 천, 만; 일, 이, 삼, 사, 오, 육, 칠, 팔, 구.
            case 0x30...0x39:
                self =
                    [.consonant, .liquid, .vowel, .consonant, .vowel, .vowel, .consonant, .liquid, .liquid, .vowel][
                        Int(scalar.value - 0x30)]
            // 퍼센트.
            case 0x25: self = .vowel
            default: return nil
            }
        }
    }
}
