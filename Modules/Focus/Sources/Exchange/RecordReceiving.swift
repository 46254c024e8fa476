import Interchange
import Kernel

/// Makes periods of focus of times in a file. Nobody focuses on two things at once: what overlaps is not taken.
struct RecordReceiving {
    /// A time that lies in history already, in seconds.
    private struct Taken: Comparable {
        let start: Int64
        let end: Int64

        static func < (left: Self, right: Self) -> Bool { (left.start, left.end) < (right.start, right.end) }
    }

    let form: Form
    let time: TimeSource
    /// What is no period of focus here.
    var refused = Tally()
    /// What one has there and not here.
    var lost = Tally()
    /// How many were there already.
    private(set) var present = 0

    init(_ form: Form, time: TimeSource) { (self.form, self.time) = (form, time) }

    /// The records of a file that are new, earliest first.
    ///
    /// - Parameter kept: the records between two days.
    mutating func records(_ found: [Parcel.Found<TrackedTime>], kept: (ClosedRange<Day>) throws -> [FocusRecord]) rethrows
        -> [FocusRecord]
    {
        var made = found.compactMap { one in record(of: one).map { (one.place, $0) } }
        made.sort { ($0.1.start, $0.0) < ($1.1.start, $1.0) }
        guard let first = made.first?.1.day, let last = made.last?.1.day else { return [] }
        let history = try kept(first.adding(days: -2)...last.adding(days: 2))
        let ids = Set(history.map(\.id))
        let taken = history.map { Taken(start: $0.start.seconds, end: $0.end.seconds) }.sorted()
        let same = Set(taken.map { [$0.start, $0.end] })
        // The latest end of all that begin no later.
        let ends = taken.reduce(into: [Int64]()) { $0.append(max($0.last ?? .min, $1.end)) }
        var (latest, new, given): (Int64, [FocusRecord], Set<Identifier<FocusRecord>>) = (.min, [], [])
        for (place, record) in made {
            let span = Taken(start: record.start.seconds, end: record.end.seconds)
            guard !ids.contains(record.id), !same.contains([span.start, span.end]) else {
                present += 1
                continue
            }
            guard given.insert(record.id).inserted else {
                refused.add("in the file twice", "\(form.place) \(place)")
                continue
            }
            let earlier = RecordReceiving.count(of: taken, startingBefore: span.end)
            guard span.start >= latest, earlier == 0 || ends[earlier - 1] <= span.start else {
                refused.add("overlapping another session", "\(form.place) \(place)")
                continue
            }
            latest = span.end
            new.append(record)
        }
        return new
    }

    private static func count(of taken: [Taken], startingBefore end: Int64) -> Int {
        var (low, high) = (0, taken.count)
        while low < high {
            let middle = (low + high) / 2
            if taken[middle].start < end { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private mutating func record(of one: Parcel.Found<TrackedTime>) -> FocusRecord? {
        let (here, found) = ("\(form.place) \(one.place)", one.value)
        func moment(_ shown: Moment, _ exact: String) -> Instant {
            let instant = shown.instant(in: time.calendar)
            guard let other = found.extra[exact].flatMap({ Instant($0) }), other.seconds == instant.seconds else {
                return instant
            }
            return other
        }
        let (start, end) = (moment(found.start, "start"), moment(found.end, "end"))
        guard start < end else {
            refused.add("ending before they begin", here)
            return nil
        }
        guard end <= time.now() else {
            refused.add("not over yet", here)
            return nil
        }
        let length = Int(end.milliseconds - start.milliseconds)
        let ours = found.extra["id"].flatMap { Foreign.isName($0) ? $0 : nil }
        guard length <= 86_400_000 || ours != nil || found.key.map({ Foreign.isName($0) || $0.hasSuffix(Foreign.host) }) == true
        else {
            refused.add("longer than a day", here)
            return nil
        }
        let id =
            ours ?? found.key.map { Foreign.id(of: $0, form) }
            ?? Foreign.id(of: ["session", String(start.seconds), String(end.seconds)])
        let focused =
            found.extra["milliseconds"].flatMap { Int($0) }
            ?? found.extra["focused"].flatMap { Int($0) }.map { $0.multipliedReportingOverflow(by: 1000).partialValue }
        let isRound = form == .pomodoro || ["yes", "true"].contains(found.extra["completed"] ?? found.extra["done"])
        return FocusRecord(
            id: Identifier(id), day: time.calendar.day(of: start), start: start, end: end,
            focused: min(max(focused ?? length, 0), length),
            planned: found.extra["planned"].flatMap { Int($0) } ?? (form == .pomodoro ? length : nil), isCompleted: isRound,
            purpose: purpose(of: found, here), hand: found.extra["hand"].flatMap(FocusRecord.Hand.init),
            interruptions: Interruption.all(in: found.extra["interruptions"]))
    }

    private mutating func purpose(of found: TrackedTime, _ here: String) -> FocusSession.Purpose {
        let program =
            form == .timewarriorData ? "Timewarrior" : form.title.split(separator: " (").first.map(String.init) ?? form.title
        var purpose = FocusSession.Purpose(preset: found.extra["preset"].flatMap { Foreign.line($0, limit: 60) } ?? program)
        purpose.task = found.extra["task"].flatMap { Foreign.isName($0) ? Identifier($0) : nil }
        purpose.title = found.title.flatMap { Foreign.line($0, limit: TaskDraft.longestTitle) }
        for tag in found.tags {
            if let word = Foreign.word(tag), purpose.tags.count < 20 {
                purpose.tags.append(word)
            } else {
                lost.add("a tag", here)
            }
        }
        if let project = found.project {
            purpose.project = Foreign.word(project, isProject: true)
            if purpose.project == nil { lost.add("a project that does not begin with a letter", here) }
        }
        return purpose
    }
}
