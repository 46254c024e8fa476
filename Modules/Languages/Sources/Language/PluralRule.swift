/// The plural form for a number, with the names of CLDR.
public enum PluralForm: String, CaseIterable, Sendable {
    /// One in English and Spanish, and zero and one in French.
    case one
    /// Whole millions in Spanish and French, where the noun takes “de”. The form is optional in a
    /// pack.
    case many
    case other
}

/// The plural rule of a language: the cardinal rules of Unicode CLDR 46 (supplemental/plurals.xml),
/// for whole numbers from 0.
public enum PluralRule: String, CaseIterable, Sendable {
    /// One form: Korean, Japanese, Chinese, Vietnamese.
    case same
    /// One, else other: English, German, Dutch, and all unlisted languages.
    case single
    /// One, whole millions, else other: Spanish, Italian.
    case singleAndMillions
    /// Zero and one, whole millions, else other: French, Portuguese.
    case uptoOneAndMillions

    public init(of language: String) {
        switch language {
        case "ko", "ja", "zh", "vi", "th", "id": self = .same
        case "es", "it", "ca": self = .singleAndMillions
        case "fr", "pt": self = .uptoOneAndMillions
        default: self = .single
        }
    }

    /// Returns the form for a number.
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
    public var requiredForms: [PluralForm] { self == .same ? [.other] : [.one, .other] }
}
