import Interchange
import Kernel

/// Converts the times in a file to periods of focus.
///
/// A time that overlaps another is skipped, since a person focuses on one thing at a time.
struct SessionImporter {
    /// A time that history contains already, in seconds.
    private struct OccupiedSpan: Comparable {
        /// Seconds since the beginning of 1970.
        let start: Int64
        let end: Int64

        static func < (left: Self, right: Self) -> Bool { (left.start, left.end) < (right.start, right.end) }
    }

    let form: FileFormat
    let time: TimeSource
    /// The times that are skipped, with the reasons.
    var refused = Tally()
    /// The details that imported times lose.
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
        _ trackedTimes: [ParsedFile.PositionedValue<TrackedTime>], kept: (ClosedRange<Day>) throws -> [FocusRecord]
    )
        rethrows
        -> [FocusRecord]
    {
        var candidates = trackedTimes.compactMap { entry in record(of: entry).map { (entry.place, $0) } }
        candidates.sort { ($0.1.start, $0.0) < ($1.1.start, $1.0) }
        guard let first = candidates.first?.1.day, let last = candidates.last?.1.day else { return [] }
        let history = try kept(first.adding(days: -2)...last.adding(days: 2))
        let ids = Set(history.map(\.id))
        let occupied = history.map { OccupiedSpan(start: $0.start.seconds, end: $0.end.seconds) }.sorted()
        let occupiedSpans = Set(occupied.map { [$0.start, $0.end] })
        // The latest end of all times that begin no later.
        let latestEnds = occupied.reduce(into: [Int64]()) { $0.append(max($0.last ?? .min, $1.end)) }
        var (latestEnd, newRecords, usedIDs): (Int64, [FocusRecord], Set<Identifier<FocusRecord>>) = (.min, [], [])
        for (position, record) in candidates {
            let span = OccupiedSpan(start: record.start.seconds, end: record.end.seconds)
            guard !ids.contains(record.id), !occupiedSpans.contains([span.start, span.end]) else {
                present += 1
                continue
            }
            guard usedIDs.insert(record.id).inserted else {
                refused.add("in the file twice", "\(form.positionNoun) \(position)")
                continue
            }
            let earlier = SessionImporter.count(of: occupied, startingBefore: span.end)
            guard span.start >= latestEnd, earlier == 0 || latestEnds[earlier - 1] <= span.start else {
                refused.add("overlapping another session", "\(form.positionNoun) \(position)")
                continue
            }
            latestEnd = span.end
            newRecords.append(record)
        }
        return newRecords
    }

    /// Returns the number of spans that start before a time, by binary search in sorted spans.
    private static func count(of spans: [OccupiedSpan], startingBefore end: Int64) -> Int {
        var low = 0
        var high = spans.count
        while low < high {
            let middle = (low + high) / 2
            if spans[middle].start < end { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Returns the record of a tracked time, or nil after adding the reason to `refused`.
    private mutating func record(of entry: ParsedFile.PositionedValue<TrackedTime>) -> FocusRecord? {
        let position = "\(form.positionNoun) \(entry.place)"
        let trackedTime = entry.value
        /// Returns a time of the file, with the milliseconds that this app added in a field of its
        /// own.
        func moment(_ fileMoment: Moment, _ exactField: String) -> Instant {
            let instant = fileMoment.instant(in: time.calendar)
            guard let exactInstant = trackedTime.extra[exactField].flatMap({ Instant($0) }),
                exactInstant.seconds == instant.seconds
            else {
                return instant
            }
            return exactInstant
        }
        let start = moment(trackedTime.start, "start")
        let end = moment(trackedTime.end, "end")
        guard start < end else {
            refused.add("ending before they begin", position)
            return nil
        }
        guard end <= time.now() else {
            refused.add("not over yet", position)
            return nil
        }
        let length = Int(end.milliseconds - start.milliseconds)
        let ownID = trackedTime.extra["id"].flatMap { ForeignNames.isValidID($0) ? $0 : nil }
        guard
            length <= 86_400_000 || ownID != nil
                || trackedTime.key.map({ ForeignNames.isValidID($0) || $0.hasSuffix(ForeignNames.host) }) == true
        else {
            refused.add("longer than a day", position)
            return nil
        }
        let id =
            ownID ?? trackedTime.key.map { ForeignNames.id(of: $0, form) }
            ?? ForeignNames.id(of: ["session", String(start.seconds), String(end.seconds)])
        let focused =
            trackedTime.extra["milliseconds"].flatMap { Int($0) }
            ?? trackedTime.extra["focused"].flatMap { Int($0) }.map {
                $0.multipliedReportingOverflow(by: 1000).partialValue
            }
        let isRound =
            form == .pomodoro || ["yes", "true"].contains(trackedTime.extra["completed"] ?? trackedTime.extra["done"])
        return FocusRecord(
            id: Identifier(id), day: time.calendar.day(of: start), start: start, end: end,
            focused: min(max(focused ?? length, 0), length),
            planned: trackedTime.extra["planned"].flatMap { Int($0) } ?? (form == .pomodoro ? length : nil),
            isCompleted: isRound,
            purpose: purpose(of: trackedTime, position), hand: trackedTime.extra["hand"].flatMap(FocusRecord.Hand.init),
            interruptions: Interruption.all(in: trackedTime.extra["interruptions"]))
    }

    /// Returns the preset, task and labels of a tracked time.
    private mutating func purpose(of trackedTime: TrackedTime, _ position: String) -> FocusSession.Purpose {
        let programName =
            form == .timewarriorData
            ? "Timewarrior" : form.title.split(separator: " (").first.map(String.init) ?? form.title
        var purpose = FocusSession.Purpose(
            preset: trackedTime.extra["preset"].flatMap { ForeignNames.line($0, limit: 60) } ?? programName)
        purpose.task = trackedTime.extra["task"].flatMap { ForeignNames.isValidID($0) ? Identifier($0) : nil }
        purpose.title = trackedTime.title.flatMap { ForeignNames.line($0, limit: TaskDraft.longestTitle) }
        (purpose.tags, purpose.project) = ForeignNames.labels(
            trackedTime.tags, trackedTime.project, losing: &lost, position)
        return purpose
    }
}
