import Kernel

/// How a video or a recording is played: how fast, again and again or once, and which part of it.
public struct Playing: Hashable, Sendable {
    /// How fast.
    public enum Pace: String, CaseIterable, Sendable {
        /// Half as fast as it was taken.
        case half = "0.5"
        /// As it was taken.
        case normal = "1"
        /// Twice as fast.
        case double = "2"
    }

    /// How fast.
    public let pace: Pace
    /// Whether it begins again when it ends.
    public let loops: Bool
    /// Where it begins, in milliseconds; nil for its beginning.
    public let from: Int?
    /// Where it ends, in milliseconds; nil for its end.
    public let to: Int?

    /// A section has to begin before it ends.
    ///
    /// - Throws: `badSection`.
    public init(_ pace: Pace = .normal, loops: Bool = false, from: Int? = nil, to: Int? = nil) throws {
        guard (from ?? 0) >= 0, to.map({ $0 > from ?? 0 }) ?? true else {
            throw Failure(
                .badSection, "The section ends before it begins.", advice: "Write the earlier time after --from.", kind: .usage)
        }
        (self.pace, self.loops, self.from, self.to) = (pace, loops, from, to)
    }

    /// Whether any program that shows a video can do it: all of it, once, as it was taken.
    public var isPlain: Bool { pace == .normal && !loops && from == nil && to == nil }

    /// `at 0.5×, from 0:12 to 0:18, again and again`; empty where it is plain.
    public var words: String {
        func clock(_ milliseconds: Int) -> String {
            let (seconds, rest) = (milliseconds / 1000, milliseconds % 1000)
            let digits = seconds % 60 < 10 ? "0\(seconds % 60)" : "\(seconds % 60)"
            return "\(seconds / 60):\(digits)" + (rest == 0 ? "" : "." + String(1000 + rest).dropFirst())
        }
        return [
            pace == .normal ? nil : "at \(pace.rawValue)×", from.map { "from \(clock($0))" }, to.map { "to \(clock($0))" },
            loops ? "again and again" : nil,
        ].compactMap { $0 }.joined(separator: ", ")
    }

    /// A time of a video as people write it: `12`, `12.5`, `1:05`, `1:02:03.25`; nil where it is none, and beyond a day.
    public static func milliseconds(_ text: String) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count), text.utf8.count <= 16, let last = parts.last else { return nil }
        let second = last.split(separator: ".", omittingEmptySubsequences: false)
        let whole = parts.dropLast() + second.prefix(1)
        guard (1...2).contains(second.count), (whole + second.dropFirst()).allSatisfy({ !$0.isEmpty && $0.allSatisfy(isDigit) })
        else { return nil }
        let numbers = whole.compactMap { Int($0) }
        guard numbers.count == whole.count, numbers.dropFirst().allSatisfy({ $0 < 60 }) else { return nil }
        let fraction = second.count == 2 ? Int((second[1] + "000").prefix(3)) ?? 0 : 0
        let (seconds, isOver) = numbers.reduce((0, false)) { sum, number in
            let (next, overflow) = sum.0.multipliedReportingOverflow(by: 60)
            let (all, more) = next.addingReportingOverflow(number)
            return (all, sum.1 || overflow || more)
        }
        guard !isOver, seconds <= 86_400 else { return nil }
        return seconds * 1000 + fraction
    }

    private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }
}

/// A program that plays a file as it is told; a seam that a test fills with a note of what it was told.
public struct VideoPlayer: Sendable {
    /// Begins to play the file at a path, and does not wait for its end. False where there is no such program.
    ///
    /// Throws what the program's start throws.
    public let play: @Sendable (_ path: String, _ playing: Playing) throws -> Bool

    /// A player from a function.
    public init(play: @escaping @Sendable (_ path: String, _ playing: Playing) throws -> Bool) { self.play = play }

    /// Nothing here plays.
    public static let none = VideoPlayer { _, _ in false }
}

extension ClubMedia {
    /// The path of an attachment that can be played so.
    ///
    /// - Throws: `notPlayed` for a still picture, `badSection` for a section that begins behind the end, and what `path(of:)` throws.
    public func path(of attachment: Attachment, for playing: Playing) throws -> String {
        guard attachment.facts.format.isVideo || attachment.facts.format.isSound || attachment.facts.milliseconds != nil else {
            throw Failure(
                .notPlayed, "\(attachment.id) is a still picture.", advice: "`media show \(attachment.id) --open` opens it.",
                kind: .usage)
        }
        if let from = playing.from, let length = attachment.facts.milliseconds, from >= length {
            throw Failure(
                .badSection, "It is over by then.", advice: "`media show \(attachment.id)` says how long it is.", kind: .usage)
        }
        return try path(of: attachment)
    }
}
