/// A Korean particle that depends on the preceding sound. Packs contain both forms, `이(가)`, and the
/// choice is made after interpolation.
///
/// A parenthesis before the particle is ignored. Both forms stay after Latin letters, because their
/// sound is unknown.
struct Particle {
    /// The form in language packs, which shows both choices: `이(가)`.
    private let written: String
    /// The form after a consonant.
    private let closed: String
    /// The form after a vowel.
    private let open: String

    private static let all = [
        Particle(written: "이(가)", closed: "이", open: "가"), Particle(written: "을(를)", closed: "을", open: "를"),
        Particle(written: "은(는)", closed: "은", open: "는"), Particle(written: "와(과)", closed: "과", open: "와"),
        Particle(written: "과(와)", closed: "과", open: "와"), Particle(written: "(으)로", closed: "으로", open: "로"),
        Particle(written: "(이)", closed: "이", open: ""),
    ]

    /// Returns a piece of a sentence to follow a text, with its particles resolved.
    static func resolved(_ piece: String, after text: String) -> String {
        var text = text
        var rest = piece[...]
        while let (particle, range) = next(in: rest) {
            text += rest[..<range.lowerBound]
            text += particle.form(after: Ending(of: text))
            rest = rest[range.upperBound...]
        }
        return text + rest
    }

    /// Returns the first particle in a text.
    private static func next(in text: Substring) -> (Particle, Range<Substring.Index>)? {
        guard text.utf8.contains(UInt8(ascii: "(")) else { return nil }
        return all.compactMap { particle in text.place(of: particle.written).map { (particle, $0) } }
            .min { $0.1.lowerBound < $1.1.lowerBound }
    }

    /// Returns the form after a sound, or the written form if the sound is unknown.
    private func form(after ending: Ending?) -> String {
        switch ending {
        case nil: written
        case .vowel: open
        // The form is 서울로, although 서울 ends with a consonant.
        case .liquid: closed == "으로" ? open : closed
        case .consonant: closed
        }
    }

    /// The final sound of a text.
    enum Ending {
        case vowel
        case liquid
        case consonant

        /// Returns the final sound, or `nil` if it is unknown.
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
            // The digits are read 영 or 십, 백, 천, 만, and 일, 이, 삼, 사, 오, 육, 칠, 팔, 구.
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
