import Kernel

/// The answer given instead of the right one.
package enum ConfusedAnswer: Hashable, Sendable {
    /// Another subject of the same kind, such as `low-block` instead of `rising-block`.
    case subject(String)
    /// Typed words that match no known subject.
    case words(String)

    /// The maximum length of words and names. Longer words are truncated before they are saved.
    package static let maximumLength = 80

    /// Creates a confusion with a subject, or nil if its name is too long.
    package init?(subject: String) {
        guard !subject.isEmpty, subject.utf8.count <= ConfusedAnswer.maximumLength else { return nil }
        self = .subject(subject)
    }

    /// Creates a confusion with typed words, truncated if long, or nil if they are empty or contain
    /// invisible characters.
    package init?(words: String) {
        let rule = InputTextRule(upTo: ConfusedAnswer.maximumLength, .joined)
        guard let normalizedWords = try? rule.normalized(String(words.prefix(ConfusedAnswer.maximumLength))) else {
            return nil
        }
        self = .words(normalizedWords)
    }

    package var subject: String? { if case .subject(let subject) = self { subject } else { nil } }
}

extension ConfusedAnswer: Codable {
    private enum CodingKeys: String, CodingKey { case subject, words }

    /// Decodes an object with a single member. Invalid text throws a decoding error.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let answer =
            if let subject = try values.decodeIfPresent(String.self, forKey: .subject) {
                ConfusedAnswer(subject: subject)
            } else {
                ConfusedAnswer(words: try values.decode(String.self, forKey: .words))
            }
        guard let answer else {
            throw DecodingError.dataCorruptedError(
                forKey: .words, in: values, debugDescription: "an answer that cannot be")
        }
        self = answer
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .subject(let subject): try values.encode(subject, forKey: .subject)
        case .words(let words): try values.encode(words, forKey: .words)
        }
    }
}

/// The counts of other subjects answered instead of one. At most five subjects are counted, and
/// the least frequent is dropped.
package struct ConfusionCounts: Hashable, Sendable {
    /// The number of subjects that are distinguished.
    package static let maximumSubjects = 5

    /// The number of confusions with each subject.
    package private(set) var times: [String: Int]

    package init() { times = [:] }

    /// Returns the counts with one more confusion. Words without a subject are ignored.
    package func counting(_ confusion: ConfusedAnswer?) -> ConfusionCounts {
        guard let subject = confusion?.subject else { return self }
        var newCounts = self
        newCounts.times[subject, default: 0] += 1
        guard newCounts.times.count > ConfusionCounts.maximumSubjects else { return newCounts }
        let rarest = newCounts.times.filter { $0.key != subject }.min { ($0.value, $1.key) < ($1.value, $0.key) }
        newCounts.times[rarest?.key ?? subject] = nil
        return newCounts
    }

    /// Adds two sets of counts.
    package static func + (left: ConfusionCounts, right: ConfusionCounts) -> ConfusionCounts {
        var sum = left
        sum.times.merge(right.times, uniquingKeysWith: +)
        return sum
    }

    /// The confused subjects, most frequent first.
    package var ranked: [(subject: String, times: Int)] {
        times.map { ($0.key, $0.value) }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }.map { (subject: $0.0, times: $0.1) }
    }
}

extension ConfusionCounts: Codable {
    /// Decodes the counts. Too many entries or invalid counts throw a decoding error.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.singleValueContainer()
        times = try values.decode([String: Int].self)
        guard times.count <= ConfusionCounts.maximumSubjects,
            times.allSatisfy({ ConfusedAnswer(subject: $0.key) != nil && Bounds.answers.contains($0.value) })
        else { throw DecodingError.dataCorruptedError(in: values, debugDescription: "counts that cannot be") }
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.singleValueContainer()
        try values.encode(times)
    }
}
