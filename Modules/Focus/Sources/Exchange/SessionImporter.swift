import Interchange
import Kernel

/// Converts the times in a file to periods of focus.
///
/// A time that overlaps another is skipped, since a person focuses on one thing at a time.
struct SessionImporter {
    /// A time that history contains already, in seconds.
    private struct OccupiedSpan: Comparable {
        let start: Int64
        let end: Int64

        static func < (left: Self, right: Self) -> Bool { (left.start, left.end) < (right.start, right.end) }
    }

    let form: FileFormat
    let time: TimeSource
    var refused = Tally()
    var lost = Tally()
    /// The number of imported periods that history already contains.
    private(set) var present = 0

    init(_ form: FileFormat, time: TimeSource) {
        self.form = form
        self.time = time
    }

    /// Returns the new records of a file, earliest first.
    ///
    /// - Parameter kept: the records between two days.
    mutating func records(
        _ found: [ParsedFile.PositionedValue<TrackedTime>], kept: (ClosedRange<Day>) throws -> [FocusRecord]
    )
        rethrows
        -> [FocusRecord]
    {
        var candidates = found.compactMap { one in record(of: one).map { (one.place, $0) } }
        candidates.sort { ($0.1.start, $0.0) < ($1.1.start, $1.0) }
        guard let first = candidates.first?.1.day, let last = candidates.last?.1.day else { return [] }
        let history = try kept(first.adding(days: -2)...last.adding(days: 2))
        let ids = Set(history.map(\.id))
        let occupied = history.map { OccupiedSpan(start: $0.start.seconds, end: $0.end.seconds) }.sorted()
        let same = Set(occupied.map { [$0.start, $0.end] })
        // The latest end of all times that begin no later.
        let ends = occupied.reduce(into: [Int64]()) { $0.append(max($0.last ?? .min, $1.end)) }
        var (latest, new, usedIDs): (Int64, [FocusRecord], Set<Identifier<FocusRecord>>) = (.min, [], [])
        for (place, record) in candidates {
            let span = OccupiedSpan(start: record.start.seconds, end: record.end.seconds)
            guard !ids.contains(record.id), !same.contains([span.start, span.end]) else {
                present += 1
                continue
            }
            guard usedIDs.insert(record.id).inserted else {
                refused.add("in the file twice", "\(form.positionNoun) \(place)")
                continue
            }
            let earlier = SessionImporter.count(of: occupied, startingBefore: span.end)
            guard span.start >= latest, earlier == 0 || ends[earlier - 1] <= span.start else {
                refused.add("overlapping another session", "\(form.positionNoun) \(place)")
                continue
            }
            latest = span.end
            new.append(record)
        }
        return new
    }

    private static func count(of taken: [OccupiedSpan], startingBefore end: Int64) -> Int {
        var low = 0
        var high = taken.count
        while low < high {
            let middle = (low + high) / 2
            if taken[middle].start < end { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private mutating func record(of one: ParsedFile.PositionedValue<TrackedTime>) -> FocusRecord? {
        let here = "\(form.positionNoun) \(one.place)"
        let tracked = one.value
        func moment(_ shown: Moment, _ exact: String) -> Instant {
            let instant = shown.instant(in: time.calendar)
            guard let other = tracked.extra[exact].flatMap({ Instant($0) }), other.seconds == instant.seconds else {
                return instant
            }
            return other
        }
        let start = moment(tracked.start, "start")
        let end = moment(tracked.end, "end")
        guard start < end else {
            refused.add("ending before they begin", here)
            return nil
        }
        guard end <= time.now() else {
            refused.add("not over yet", here)
            return nil
        }
        let length = Int(end.milliseconds - start.milliseconds)
        let ours = tracked.extra["id"].flatMap { ForeignNames.isValidID($0) ? $0 : nil }
        guard
            length <= 86_400_000 || ours != nil
                || tracked.key.map({ ForeignNames.isValidID($0) || $0.hasSuffix(ForeignNames.host) }) == true
        else {
            refused.add("longer than a day", here)
            return nil
        }
        let id =
            ours ?? tracked.key.map { ForeignNames.id(of: $0, form) }
            ?? ForeignNames.id(of: ["session", String(start.seconds), String(end.seconds)])
        let focused =
            tracked.extra["milliseconds"].flatMap { Int($0) }
            ?? tracked.extra["focused"].flatMap { Int($0) }.map {
                $0.multipliedReportingOverflow(by: 1000).partialValue
            }
        let isRound =
            form == .pomodoro || ["yes", "true"].contains(tracked.extra["completed"] ?? tracked.extra["done"])
        return FocusRecord(
            id: Identifier(id), day: time.calendar.day(of: start), start: start, end: end,
            focused: min(max(focused ?? length, 0), length),
            planned: tracked.extra["planned"].flatMap { Int($0) } ?? (form == .pomodoro ? length : nil),
            isCompleted: isRound,
            purpose: purpose(of: tracked, here), hand: tracked.extra["hand"].flatMap(FocusRecord.Hand.init),
            interruptions: Interruption.all(in: tracked.extra["interruptions"]))
    }

    private mutating func purpose(of found: TrackedTime, _ here: String) -> FocusSession.Purpose {
        let program =
            form == .timewarriorData
            ? "Timewarrior" : form.title.split(separator: " (").first.map(String.init) ?? form.title
        var purpose = FocusSession.Purpose(
            preset: found.extra["preset"].flatMap { ForeignNames.line($0, limit: 60) } ?? program)
        purpose.task = found.extra["task"].flatMap { ForeignNames.isValidID($0) ? Identifier($0) : nil }
        purpose.title = found.title.flatMap { ForeignNames.line($0, limit: TaskDraft.longestTitle) }
        (purpose.tags, purpose.project) = ForeignNames.labels(found.tags, found.project, losing: &lost, here)
        return purpose
    }
}
