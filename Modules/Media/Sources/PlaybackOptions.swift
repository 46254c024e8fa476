import Kernel

/// The playback options of a video or a recording: speed, repetition and section.
package struct PlaybackOptions: Hashable, Sendable {
    /// The playback speed.
    package enum Pace: String, CaseIterable, Sendable {
        /// Half speed.
        case half = "0.5"
        case normal = "1"
        case double = "2"
    }

    package let pace: Pace
    /// Whether the section repeats without an end.
    package let isLooping: Bool
    /// The start in milliseconds, or nil for the beginning.
    package let from: Int?
    /// The end in milliseconds, or nil for the end of the file.
    package let to: Int?

    /// Creates playback options, in which a section must begin before it ends.
    ///
    /// - Throws: `badSection`.
    package init(_ pace: Pace = .normal, isLooping: Bool = false, from: Int? = nil, to: Int? = nil) throws {
        guard (from ?? 0) >= 0, to.map({ $0 > from ?? 0 }) ?? true else {
            throw Failure(
                .badSection, "The section ends before it begins.", advice: "Write the earlier time after --from.",
                kind: .usage)
        }
        self.pace = pace
        self.isLooping = isLooping
        self.from = from
        self.to = to
    }

    /// Whether any video program suffices, because the whole file plays once at normal speed.
    package var isPlain: Bool { pace == .normal && !isLooping && from == nil && to == nil }

    /// The options in words, for example `at 0.5×, from 0:12 to 0:18, again and again`, or empty
    /// text for plain playback.
    package var text: String {
        /// Returns milliseconds as a clock, such as `0:12` or `1:05.250`.
        func clock(_ milliseconds: Int) -> String {
            let seconds = milliseconds / 1000
            let remainder = milliseconds % 1000
            let digits = seconds % 60 < 10 ? "0\(seconds % 60)" : "\(seconds % 60)"
            return "\(seconds / 60):\(digits)" + (remainder == 0 ? "" : "." + String(1000 + remainder).dropFirst())
        }
        return [
            pace == .normal ? nil : "at \(pace.rawValue)×", from.map { "from \(clock($0))" },
            to.map { "to \(clock($0))" },
            isLooping ? "again and again" : nil,
        ].compactMap { $0 }.joined(separator: ", ")
    }

    /// Parses a time such as `12`, `12.5`, `1:05` or `1:02:03.25`. Invalid text and times beyond a
    /// day give nil.
    package static func milliseconds(_ text: String) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count), text.utf8.count <= 16, let last = parts.last else { return nil }
        let secondParts = last.split(separator: ".", omittingEmptySubsequences: false)
        let wholeParts = parts.dropLast() + secondParts.prefix(1)
        guard (1...2).contains(secondParts.count),
            (wholeParts + secondParts.dropFirst()).allSatisfy({ !$0.isEmpty && $0.allSatisfy(isDigit) })
        else { return nil }
        let numbers = wholeParts.compactMap { Int($0) }
        guard numbers.count == wholeParts.count, numbers.dropFirst().allSatisfy({ $0 < 60 }) else { return nil }
        let fraction = secondParts.count == 2 ? Int((secondParts[1] + "000").prefix(3)) ?? 0 : 0
        let (seconds, hasOverflowed) = numbers.reduce((0, false)) { sum, number in
            let (next, overflow) = sum.0.multipliedReportingOverflow(by: 60)
            let (all, more) = next.addingReportingOverflow(number)
            return (all, sum.1 || overflow || more)
        }
        guard !hasOverflowed, seconds <= 86_400 else { return nil }
        return seconds * 1000 + fraction
    }

    private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }
}

/// A program that plays a file with options, a port that a test replaces with a recorder.
package struct VideoPlayer: Sendable {
    /// Starts to play the file at a path without waiting for its end, and returns false if there is
    /// no such program.
    ///
    /// - Throws: the error of the program's start.
    package let play: @Sendable (_ path: String, _ playing: PlaybackOptions) throws -> Bool

    package init(play: @escaping @Sendable (_ path: String, _ playing: PlaybackOptions) throws -> Bool) {
        self.play = play
    }

    /// The player of a machine without a suitable program.
    package static let none = VideoPlayer { _, _ in false }
}

extension ClubMedia {
    /// Returns the path of an attachment that can play with these options.
    ///
    /// - Throws: `notPlayed` for a still picture, `badSection` for a section after the end, and the
    ///   errors of `path(of:)`.
    package func path(of attachment: Attachment, for options: PlaybackOptions) throws -> String {
        guard attachment.facts.format.isVideo || attachment.facts.format.isSound || attachment.facts.milliseconds != nil
        else {
            throw Failure(
                .notPlayed, "\(attachment.id) is a still picture.",
                advice: "`media show \(attachment.id) --open` opens it.", kind: .usage)
        }
        if let from = options.from, let length = attachment.facts.milliseconds, from >= length {
            throw Failure(
                .badSection, "It is over by then.", advice: "`media show \(attachment.id)` says how long it is.",
                kind: .usage)
        }
        return try path(of: attachment)
    }
}
