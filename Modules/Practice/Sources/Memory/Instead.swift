import Kernel

/// What was answered in place of what was wanted.
public enum Instead: Hashable, Sendable {
    /// Another subject of the same kind: `low-block` where `rising-block` was asked.
    case subject(String)
    /// Words that are no subject.
    case words(String)

    /// How long words and names may be. What is longer is cut before it is kept.
    public static let longest = 80

    /// Another subject; nil for a name that is too long to be kept.
    public init?(subject: String) {
        guard !subject.isEmpty, subject.utf8.count <= Instead.longest else { return nil }
        self = .subject(subject)
    }

    /// Words as they were typed, cut where they are long; nil where nothing is left of them, or they hold what cannot be seen.
    public init?(words: String) {
        let rule = TypedText(upTo: Instead.longest, .joined)
        guard let kept = try? rule.judged(String(words.prefix(Instead.longest))) else { return nil }
        self = .words(kept)
    }

    /// The other subject; nil for words.
    public var subject: String? { if case .subject(let subject) = self { subject } else { nil } }
}

extension Instead: Codable {
    private enum CodingKeys: String, CodingKey { case subject, words }

    /// Reads an object with one member that says which it is; text that nobody could have kept is damage.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let read =
            if let subject = try values.decodeIfPresent(String.self, forKey: .subject) {
                Instead(subject: subject)
            } else {
                Instead(words: try values.decode(String.self, forKey: .words))
            }
        guard let read else {
            throw DecodingError.dataCorruptedError(forKey: .words, in: values, debugDescription: "an answer that cannot be")
        }
        self = read
    }

    /// Writes the one member.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .subject(let subject): try values.encode(subject, forKey: .subject)
        case .words(let words): try values.encode(words, forKey: .words)
        }
    }
}

/// How often other subjects were answered instead of one, bounded: of more than `kinds` the least often answered is forgotten.
public struct Mistaken: Hashable, Sendable {
    /// So many subjects are told apart.
    public static let kinds = 5

    /// How often, by subject.
    public private(set) var times: [String: Int]

    /// Nothing was mistaken yet.
    public init() { times = [:] }

    /// With one more; words that are no subject count for nothing.
    public func counting(_ instead: Instead?) -> Mistaken {
        guard let subject = instead?.subject else { return self }
        var counted = self
        counted.times[subject, default: 0] += 1
        guard counted.times.count > Mistaken.kinds else { return counted }
        let least = counted.times.filter { $0.key != subject }.min { ($0.value, $1.key) < ($1.value, $0.key) }
        counted.times[least?.key ?? subject] = nil
        return counted
    }

    /// Both counts together.
    public static func + (left: Mistaken, right: Mistaken) -> Mistaken {
        var sum = left
        sum.times.merge(right.times, uniquingKeysWith: +)
        return sum
    }

    /// The subjects, the most often answered first.
    public var ranked: [(subject: String, times: Int)] {
        times.map { ($0.key, $0.value) }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }.map { (subject: $0.0, times: $0.1) }
    }
}

extension Mistaken: Codable {
    /// Reads the counts; more than are told apart, and counts that cannot be, are damage.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.singleValueContainer()
        times = try values.decode([String: Int].self)
        guard times.count <= Mistaken.kinds,
            times.allSatisfy({ Instead(subject: $0.key) != nil && Bounds.answers.contains($0.value) })
        else { throw DecodingError.dataCorruptedError(in: values, debugDescription: "counts that cannot be") }
    }

    /// Writes the counts alone.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.singleValueContainer()
        try values.encode(times)
    }
}
