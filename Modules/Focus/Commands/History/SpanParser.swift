import Focus
import Interface
import Kernel

/// A parser of past time spans.
///
/// Examples are `yesterday 9:00 to 9:50`, `today 14:00 for 25m`, `last 25m`, `9am-9:50am` and
/// `friday 22:00 to 1:00`.
struct SpanParser {
    let time: TimeSource

    /// Parses a time span.
    ///
    /// - Throws: `notASpan` of kind `usage`.
    func times(of text: String) throws -> Range<Instant> {
        let words = SpanParser.words(of: text)
        guard let (start, end) = try lastMinutes(words) ?? times(words) else { throw notASpan(text) }
        guard start < end else {
            throw Failure(.notASpan, "“\(text)” ends before it begins.", advice: SpanParser.advice, kind: .usage)
        }
        return start..<end
    }

    static let advice = "Write it as in 'yesterday 9:00 to 9:50', 'today 14:00 for 25m' or 'last 25m'."

    /// Returns the failure for text without readable times.
    private func notASpan(_ text: String) -> Failure {
        Failure(
            .notASpan, "“\(text.prefix(100))” is not a time from when to when.", advice: SpanParser.advice, kind: .usage
        )
    }

    /// Returns the lower-case words of a text.
    ///
    /// `9:00-9:50` becomes `9:00 to 9:50`, and `9 am` becomes `9am`.
    private static func words(of text: String) -> [String] {
        text.lowercased().prefix(200).split { $0.isWhitespace || $0 == "," }.map(String.init).reduce(into: []) {
            words, word in
            if word == "am" || word == "pm", let hour = words.last, Int(hour.prefix(1)) != nil {
                words[words.count - 1] = hour + word
                return
            }
            let ends = word.split(separator: "-", omittingEmptySubsequences: false).flatMap {
                $0.split(separator: "–", omittingEmptySubsequences: false)
            }
            if ends.count == 2, ends.allSatisfy({ ClockTime(String($0)) != nil || $0 == "now" }) {
                words += [String(ends[0]), "to", String(ends[1])]
            } else if ["-", "–", "until", "till"].contains(word) {
                words.append("to")
            } else if !["from", "at", "on", "the"].contains(word) {
                words.append(word)
            }
        }
    }

    /// Returns the times of `last 25m`, or nil for other words.
    private func lastMinutes(_ words: [String]) throws -> (Instant, Instant)? {
        guard words.first == "last", let span = Span(words.dropFirst().joined()) else { return nil }
        let now = time.now()
        return (now.adding(seconds: -Double(span.seconds)), now)
    }

    /// Returns the times of words such as `yesterday 9:00 to 9:50`, or nil for other words.
    private func times(_ words: [String]) throws -> (Instant, Instant)? {
        guard let separator = words.firstIndex(where: { $0 == "to" || $0 == "for" }), separator > 0,
            let startTime = ClockTime(words[separator - 1])
        else { return nil }
        let wordsBefore = Array(words[..<(separator - 1)])
        let wordsAfter = Array(words[(separator + 1)...])
        if words[separator] == "for" {
            guard
                let count = (1...2).last(where: { $0 <= wordsAfter.count && Span(wordsAfter[..<$0].joined()) != nil }),
                let span = Span(wordsAfter[..<count].joined()),
                let day = try dayOfTimes(wordsBefore, Array(wordsAfter[count...]))
            else { return nil }
            let start = time.calendar.instant(of: day, secondOfDay: startTime.second)
            return (start, start.adding(seconds: Double(span.seconds)))
        }
        guard let endPlace = wordsAfter.firstIndex(where: { ClockTime($0) != nil || $0 == "now" }) else { return nil }
        let endDay = Array(wordsAfter[..<endPlace])
        guard let day = try dayOfTimes(wordsBefore, Array(wordsAfter[(endPlace + 1)...])) else { return nil }
        let start = time.calendar.instant(of: day, secondOfDay: startTime.second)
        guard let endTime = ClockTime(wordsAfter[endPlace]) else { return (start, time.now()) }
        // An end before the start is after midnight.
        let last = endDay.isEmpty ? day.adding(days: endTime.second <= startTime.second ? 1 : 0) : try parseDay(endDay)
        return (start, time.calendar.instant(of: last, secondOfDay: endTime.second))
    }

    /// Returns the day before or after the times, or today if neither is given.
    private func dayOfTimes(_ before: [String], _ after: [String]) throws -> Day? {
        guard before.isEmpty || after.isEmpty else { return nil }
        return before.isEmpty && after.isEmpty ? time.today() : try parseDay(before + after)
    }

    /// Returns the past day that words mean.
    private func parseDay(_ words: [String]) throws -> Day {
        try ParsedDay(words.joined(separator: " "), today: time.today(), bareWeekday: .latest).day
    }
}
