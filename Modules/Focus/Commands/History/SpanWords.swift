import Focus
import Kernel
import Terminal

/// Times that are over, as people write them: `yesterday 9:00 to 9:50`, `today 14:00 for 25m`, `last 25m`, `9am-9:50am`, `friday 22:00 to 1:00`.
struct SpanWords {
    let time: TimeSource

    /// - Throws: `notASpan` of kind `usage`.
    func times(of text: String) throws -> Range<Instant> {
        let words = SpanWords.words(of: text)
        guard let (start, end) = try lastMinutes(words) ?? times(words) else { throw notASpan(text) }
        guard start < end else {
            throw Failure(.notASpan, "“\(text)” ends before it begins.", advice: SpanWords.advice, kind: .usage)
        }
        return start..<end
    }

    static let advice = "Write it as in 'yesterday 9:00 to 9:50', 'today 14:00 for 25m' or 'last 25m'."

    private func notASpan(_ text: String) -> Failure {
        Failure(.notASpan, "“\(text.prefix(100))” is not a time from when to when.", advice: SpanWords.advice, kind: .usage)
    }

    /// Small letters; `9:00-9:50` is `9:00 to 9:50`, and `9 am` is `9am`.
    private static func words(of text: String) -> [String] {
        text.lowercased().prefix(200).split { $0.isWhitespace || $0 == "," }.map(String.init).reduce(into: []) { words, word in
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

    private func lastMinutes(_ words: [String]) throws -> (Instant, Instant)? {
        guard words.first == "last", let span = Span(words.dropFirst().joined()) else { return nil }
        let now = time.now()
        return (now.adding(seconds: -Double(span.seconds)), now)
    }

    private func times(_ words: [String]) throws -> (Instant, Instant)? {
        guard let cut = words.firstIndex(where: { $0 == "to" || $0 == "for" }), cut > 0, let begin = ClockTime(words[cut - 1])
        else { return nil }
        let (before, behind) = (Array(words[..<(cut - 1)]), Array(words[(cut + 1)...]))
        if words[cut] == "for" {
            guard let count = (1...2).last(where: { $0 <= behind.count && Span(behind[..<$0].joined()) != nil }),
                let span = Span(behind[..<count].joined()), let day = try day(before, Array(behind[count...]))
            else { return nil }
            let start = time.calendar.instant(of: day, secondOfDay: begin.second)
            return (start, start.adding(seconds: Double(span.seconds)))
        }
        guard let place = behind.firstIndex(where: { ClockTime($0) != nil || $0 == "now" }) else { return nil }
        let endDay = Array(behind[..<place])
        guard let day = try day(before, Array(behind[(place + 1)...])) else { return nil }
        let start = time.calendar.instant(of: day, secondOfDay: begin.second)
        guard let end = ClockTime(behind[place]) else { return (start, time.now()) }
        // An end before the beginning is one behind midnight.
        let last = endDay.isEmpty ? day.adding(days: end.second <= begin.second ? 1 : 0) : try reading(endDay)
        return (start, time.calendar.instant(of: last, secondOfDay: end.second))
    }

    /// The day in front of the times or behind them; today where neither is.
    private func day(_ before: [String], _ behind: [String]) throws -> Day? {
        guard before.isEmpty || behind.isEmpty else { return nil }
        return before.isEmpty && behind.isEmpty ? time.today() : try reading(before + behind)
    }

    private func reading(_ words: [String]) throws -> Day {
        try DayReading(words.joined(separator: " "), today: time.today(), bareWeekday: .latest).day
    }
}
