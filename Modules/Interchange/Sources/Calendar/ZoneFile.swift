import Kernel

/// The reader for binary time zone files (TZif, RFC 9636).
package enum ZoneFile {
    /// Returns the calendar of a zone, or `nil` for invalid bytes.
    package static func calendar(_ bytes: [UInt8]) -> LocalCalendar? {
        guard let first = Header(bytes, at: 0), first.version >= 2,
            let header = Header(bytes, at: 44 + first.length(time: 4))
        else { return nil }
        let body = header.start + 44
        let typeIndexStart = body + header.times * 8
        let typeInfoStart = body + header.times * 9
        guard header.types > 0, body + header.length(time: 8) <= bytes.count else { return nil }
        let offsets = (0..<header.types).map {
            Int(Int32(truncatingIfNeeded: number(bytes, typeInfoStart + $0 * 6, 4)))
        }
        guard offsets.allSatisfy({ abs($0) < 90_000 }) else { return nil }
        let times = (0..<header.times).map { number(bytes, body + $0 * 8, 8) }
        let types = (0..<header.times).map { min(Int(bytes[typeIndexStart + $0]), header.types - 1) }
        let rule = ZoneRule(
            String(decoding: bytes[(body + header.length(time: 8))...].prefix(200).filter { $0 != 10 }, as: UTF8.self))
        return LocalCalendar { instant in
            let second = Int(instant.seconds)
            guard let last = times.last else { return rule?.offset(at: second) ?? offsets[0] }
            if second >= last { return rule?.offset(at: second) ?? offsets[types[types.count - 1]] }
            var low = 0
            var high = times.count
            while low < high {
                let middle = (low + high) / 2
                if times[middle] <= second { low = middle + 1 } else { high = middle }
            }
            return low == 0 ? offsets[0] : offsets[types[low - 1]]
        }
    }

    /// The header of one version of the data in a file, with the sizes of its tables.
    private struct Header {
        let start: Int
        let version: Int
        let (times, types): (Int, Int)
        private let (marks, standards, leaps, letters): (Int, Int, Int, Int)

        init?(_ bytes: [UInt8], at start: Int) {
            guard start + 44 <= bytes.count, bytes[start..<start + 4].elementsEqual("TZif".utf8) else { return nil }
            let counts = (0..<6).map { number(bytes, start + 20 + $0 * 4, 4) }
            guard counts.allSatisfy({ $0 >= 0 && $0 < 100_000 }) else { return nil }
            self.start = start
            version = Int(bytes[start + 4]) - 48
            marks = counts[0]
            standards = counts[1]
            leaps = counts[2]
            times = counts[3]
            types = counts[4]
            letters = counts[5]
        }

        /// Returns the length of the tables after the header, for times of this many bytes.
        func length(time: Int) -> Int {
            times * (time + 1) + types * 6 + letters + leaps * (time + 4) + standards + marks
        }
    }

    /// Returns a big-endian number of this many bytes.
    private static func number(_ bytes: [UInt8], _ place: Int, _ count: Int) -> Int {
        Int(truncatingIfNeeded: bytes[place..<place + count].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
}

/// The POSIX rule that applies after the last change in a zone file: `CET-1CEST,M3.5.0,M10.5.0/3`.
private struct ZoneRule {
    /// A yearly change between standard time and summer time, in wall-clock time.
    private struct Change {
        let (month, week, weekday, second): (Int, Int, Int, Int)
    }

    /// The offset of standard time from UTC, in seconds.
    private let standard: Int
    private let summer: (offset: Int, begins: Change, ends: Change)?

    init?(_ text: String) {
        let parts = text.split(separator: ",")
        guard let names = parts.first else { return nil }
        var rest = names[...]
        guard ZoneRule.skipName(&rest), let standard = ZoneRule.seconds(&rest) else { return nil }
        self.standard = -standard
        guard !rest.isEmpty else {
            summer = nil
            return
        }
        guard ZoneRule.skipName(&rest), parts.count == 3, let begins = ZoneRule.change(parts[1]),
            let ends = ZoneRule.change(parts[2])
        else { return nil }
        summer = (
            rest.isEmpty ? -standard + 3600 : ZoneRule.seconds(&rest).map { -$0 } ?? 3600 - standard, begins, ends
        )
    }

    /// Returns the offset from UTC at a time since 1970, in seconds.
    func offset(at second: Int) -> Int {
        guard let summer else { return standard }
        let year = Day(ordinal: (second + standard) / 86_400 - ((second + standard) % 86_400 < 0 ? 1 : 0)).year
        let begins = ZoneRule.instant(of: summer.begins, in: year) - standard
        let ends = ZoneRule.instant(of: summer.ends, in: year) - summer.offset
        let isSummer = begins < ends ? second >= begins && second < ends : second >= begins || second < ends
        return isSummer ? summer.offset : standard
    }

    /// Returns the time of a change in a year, in wall-clock time.
    private static func instant(of change: Change, in year: Int) -> Int {
        guard let first = Day(year: year, month: change.month, day: 1) else { return 0 }
        // The weekday counts from Sunday. 1 January 1970 was a Thursday.
        let begin = ((first.ordinal + 4) % 7 + 7) % 7
        var date = 1 + ((change.weekday - begin) % 7 + 7) % 7 + (change.week - 1) * 7
        while date > Day.daysIn(month: change.month, year: year) { date -= 7 }
        return first.adding(days: date - 1).ordinal * 86_400 + change.second
    }

    /// Skips the abbreviation of a zone, and returns whether there was one.
    private static func skipName(_ text: inout Substring) -> Bool {
        if text.hasPrefix("<") {
            guard let end = text.firstIndex(of: ">") else { return false }
            text = text[text.index(after: end)...]
            return true
        }
        let name = text.prefix { $0.isLetter }
        text = text.dropFirst(name.count)
        return name.count >= 3
    }

    /// Parses an offset such as `5`, `-5:30` or `+9`.
    private static func seconds(_ text: inout Substring) -> Int? {
        let word = text.prefix { $0.isNumber || $0 == ":" || $0 == "-" || $0 == "+" }
        text = text.dropFirst(word.count)
        let parts = word.drop { $0 == "-" || $0 == "+" }.split(separator: ":").map { Int($0) }
        guard let hours = parts.first ?? nil, hours <= 167, parts.count <= 3, !parts.contains(nil) else { return nil }
        let total = zip(parts, [3600, 60, 1]).reduce(0) { $0 + ($1.0 ?? 0) * $1.1 }
        return word.hasPrefix("-") ? -total : total
    }

    /// Parses a change such as `M3.5.0/3`: month, week, weekday and hour.
    private static func change(_ text: Substring) -> Change? {
        let sides = text.split(separator: "/", maxSplits: 1)
        let parts = sides[0].dropFirst().split(separator: ".").map { Int($0) }
        guard text.hasPrefix("M"), parts.count == 3, let month = parts[0], let week = parts[1], let weekday = parts[2],
            (1...12).contains(month), (1...5).contains(week), (0...6).contains(weekday)
        else { return nil }
        var time = sides.count > 1 ? sides[1] : "2"
        return seconds(&time).map { Change(month: month, week: week, weekday: weekday, second: $0) }
    }
}
