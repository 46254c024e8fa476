import Groups
import Kernel

/// The values of one kind that a student shares.
package struct ClubDisclosure: Codable, Hashable, Sendable {
    /// One line of a disclosure.
    package struct Part: Codable, Hashable, Sendable {
        package let title: String
        /// The mastered share in percent, or nil if nothing is counted.
        package let percent: Int?

        package init(_ title: String, percent: Int?) {
            self.title = title
            self.percent = percent
        }
    }

    package let kind: SharedKind
    /// The learner's belt.
    package let belt: String
    /// The mastered share of the belt's material in percent, or nil if nothing is counted.
    package let percent: Int?
    /// The single patterns, pages, visits or gradings.
    package let parts: [Part]

    /// Creates a disclosure from levels of 0…1000, or from notes alone.
    package init(_ kind: SharedKind, belt: String, levels: [(title: String, level: Int)], noted: [String] = []) {
        self.init(
            kind, belt: belt, percent: levels.isEmpty ? nil : levels.reduce(0) { $0 + $1.level } / levels.count / 10,
            parts: levels.map { Part($0.title, percent: $0.level / 10) } + noted.map { Part($0, percent: nil) })
    }

    package init(_ kind: SharedKind, belt: String, percent: Int?, parts: [Part]) {
        self.kind = kind
        self.belt = belt
        self.percent = percent
        self.parts = parts
    }
}

/// A message from the club to everyone.
package struct ClubNotice: Codable, Hashable, Sendable {
    /// The subject of a notice.
    package enum Kind: String, Codable, CaseIterable, Sendable {
        case news
        case feature
        case challenge
        case tip
    }

    /// The maximum length in characters.
    package static let longest = 1000

    package let kind: Kind
    package let text: String

    package init(kind: Kind, text: String) {
        self.kind = kind
        self.text = text
    }
}

/// A task to work on until a day.
package struct ClubTask: Codable, Hashable, Sendable {
    /// The subject of a task.
    package enum Kind: String, Codable, CaseIterable, Sendable {
        case set
        case pattern
        case page
    }

    package let kind: Kind
    package let piece: Piece
    /// The last day to work on it.
    package let until: Day

    package init(_ kind: Kind, _ piece: Piece, until: Day) {
        self.kind = kind
        self.piece = piece
        self.until = until
    }

    /// The command that starts the task.
    package var command: String {
        switch kind {
        case .set: "set study \(ClubTask.shellWord(piece.id))"
        case .pattern: "pattern practice \(ClubTask.shellWord(piece.id))"
        case .page: "theory read \(ClubTask.shellWord(piece.id))"
        }
    }

    /// Returns the name as one shell word, because people copy the command from the screen. The
    /// author is not trusted.
    private static func shellWord(_ name: String) -> String {
        let isPlain =
            !name.isEmpty
            && name.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == 0x2D
            }
        return isPlain && !name.hasPrefix("-") ? name : "-- '\(name.replacing("'", with: "'\\''"))'"
    }
}

/// A grading result that reaches the student.
package struct GradingReport: Codable, Hashable, Sendable {
    package let day: Day
    /// The names of the belt that was graded for and of the belt afterwards.
    package let target, reached: String
    package let result: ClubGrading.Result
    /// A message for the student, which may be empty.
    package let note: String

    /// Returns a validated copy to record. The author is not trusted.
    ///
    /// - Throws: The failure of an invalid text.
    package func validated() throws -> GradingReport {
        GradingReport(
            day: day, target: try ClubNames.validated(target, "A belt", GradingReport.longest),
            reached: try ClubNames.validated(reached, "A belt", GradingReport.longest), result: result,
            note: try ClubNames.optional(note, "A note", GradingReport.longestNote))
    }

    private static let (longest, longestNote) = (60, 200)
}

/// A bill that reaches the student or the guardian.
package struct DeliveredBill: Codable, Hashable, Sendable {
    package let day: Day
    package let text: String
}

/// A member's line on the leaderboard.
package struct BoardLine: Codable, Hashable, Sendable {
    package let alias: String
    package let points: Int
    /// The days of the challenge that the member completed, or 0 without a challenge.
    package let days: Int

    package init(alias: String, points: Int, days: Int) {
        self.alias = alias
        self.points = points
        self.days = days
    }
}

extension Post {
    /// The kinds whose texts may have several lines.
    private static let multilineKinds: Set<String> = [
        ClubPost.notice, ClubPost.tip, ClubPost.suggestion, ClubPost.bill, ClubPost.pack,
    ]

    /// Decodes the content as a value of the club, or returns nil for content that this version
    /// cannot read. A text that may have one line when written is reduced to one line when read,
    /// whatever its author.
    func value<Value: Decodable>(_ type: Value.Type) -> Value? {
        let decoder = JSONDecoder()
        // These kinds may have line breaks. Other content without control characters and
        // backslashes has none.
        let isPlain = Post.multilineKinds.contains(kind) || !content.contains { $0 < 0x20 || $0 == 0x5C }
        guard !isPlain else { return try? decoder.decode(type, from: Data(content)) }
        guard let json = try? decoder.decode(JSONValue.self, from: Data(content)) else { return nil }
        return (try? JSONValue.encoder.encode(json.inOneLine)).flatMap { try? decoder.decode(type, from: $0) }
    }
}

extension JSONValue {
    /// The value with each of its texts reduced to one line.
    fileprivate var inOneLine: JSONValue {
        switch self {
        case .string(let text): .string(text.inOneLine)
        case .array(let values): .array(values.map(\.inOneLine))
        case .object(let fields): .object(fields.mapValues(\.inOneLine))
        default: self
        }
    }
}
