/// Which form of a sentence a number asks for, by the names of CLDR.
public enum PluralForm: String, CaseIterable, Sendable {
    /// One, in English and Spanish; none and one in French.
    case one
    /// Whole millions in Spanish and French, where the noun takes “de”; a pack need not have it.
    case many
    /// Everything else, and everything in Korean.
    case other
}

/// How a language counts whole numbers: the cardinal rules of Unicode CLDR 46 (supplemental/plurals.xml), for whole numbers from 0.
public enum PluralRule: String, CaseIterable, Sendable {
    /// One form: Korean, Japanese, Chinese, Vietnamese.
    case same
    /// One, else other: English, German, Dutch, and what is not listed here.
    case single
    /// One, whole millions, else other: Spanish, Italian.
    case singleAndMillions
    /// None and one, whole millions, else other: French, Portuguese.
    case uptoOneAndMillions

    /// The rule of a language by its tag: `fr`.
    public init(of language: String) {
        switch language {
        case "ko", "ja", "zh", "vi", "th", "id": self = .same
        case "es", "it", "ca": self = .singleAndMillions
        case "fr", "pt": self = .uptoOneAndMillions
        default: self = .single
        }
    }

    /// The form for a number.
    public func form(of number: Int) -> PluralForm {
        let isMillions = number != 0 && number % 1_000_000 == 0
        return switch self {
        case .same: .other
        case .single: number == 1 ? .one : .other
        case .singleAndMillions: number == 1 ? .one : isMillions ? .many : .other
        case .uptoOneAndMillions: (0...1).contains(number) ? .one : isMillions ? .many : .other
        }
    }

    /// The forms that a sentence with plurals must have.
    public var needed: [PluralForm] { self == .same ? [.other] : [.one, .other] }
}
