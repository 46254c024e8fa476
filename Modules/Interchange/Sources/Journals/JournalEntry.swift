import Kernel

/// A diary entry for one day, with the unvalidated values of its file.
package struct JournalEntry: Hashable, Sendable {
    package var day: Day
    /// The plain text, or an empty string.
    package var text = ""
    package var tags: [String] = []
    package var isStarred = false
    package var place: String?
    /// The mood, from 1 (worst) to 5 (best).
    package var mood: Int?
    package var sealedUntil: Day?
    /// The photos as paths in the file, main photo first.
    package var photos: [String] = []

    package init(day: Day) { self.day = day }
}

/// The entries of a diary file, and the parts that could not be read.
package struct Journal: Sendable {
    package let form: JournalFormat
    /// The entries in file order. Several may share a day.
    package var entries: [JournalEntry] = []
    /// The unsupported parts of the file, by name.
    package var unread = Tally()
    /// The entries that could not be read, by reason.
    package var faults = Tally()

    /// The maximum number of entries that are read from one file.
    package static let most = 200_000

    init(_ form: JournalFormat) { self.form = form }

    package init(_ form: JournalFormat, _ entries: [JournalEntry]) {
        self.form = form
        self.entries = entries
    }

    /// Returns this journal with the entries of another appended.
    package func adding(_ other: Journal) -> Journal {
        var merged = self
        merged.entries += other.entries
        for group in other.unread.groups { merged.unread.add(group.message, group.examples.first) }
        for group in other.faults.groups { merged.faults.add(group.message, group.examples.first) }
        return merged
    }
}

/// The format of a diary file.
package enum JournalFormat: String, Sendable, CaseIterable {
    /// The JSON of Day One, stored in a ZIP with its photos.
    case dayOne = "Day One"
    /// The JSON of jrnl, without photos.
    case jrnl
    case dailyYou = "Daily You"
    /// The JSON of Grain's `export --json`.
    case grain = "Grain"
    case markdown = "Markdown"

    /// The time zones for reading times.
    package struct ZoneLookup: Sendable {
        let here: LocalCalendar
        let zone: @Sendable (String) -> LocalCalendar?

        /// Creates a clock from a default calendar and a lookup of time zones.
        ///
        /// - Parameters:
        ///   - here: the calendar for times whose zone is missing or unknown.
        ///   - zone: a function that returns the calendar for a tz database name.
        package init(here: LocalCalendar, zone: @escaping @Sendable (String) -> LocalCalendar?) {
            self.here = here
            self.zone = zone
        }

        /// Returns the day of a time in a zone, and whether the zone is known. Otherwise the day is
        /// that of `here`.
        func day(of text: String, in zone: String?) -> (day: Day, isKnown: Bool)? {
            guard let instant = Instant(text) else { return nil }
            let zoneCalendar = zone.flatMap(self.zone)
            return ((zoneCalendar ?? here).day(of: instant), zone == nil || zoneCalendar != nil)
        }
    }

    /// Reads a diary file and detects its format from the content, or returns `nil` for other
    /// files.
    ///
    /// - Throws: `formBroken` if the file is damaged or truncated, or `formTooLarge`.
    package static func read(_ bytes: [UInt8], by clock: ZoneLookup) throws -> Journal? {
        let utf8Bytes = try FileFormat.utf8(bytes)
        let firstByte = utf8Bytes.first { $0 > 32 && $0 < 128 }
        var journal: Journal?
        var number = 0
        func add(_ entry: JSONValue) throws {
            number += 1
            guard number <= Journal.most else {
                throw Failure(
                    .formTooLarge, "The file has more than 200,000 entries.", advice: "Split it into parts.",
                    kind: .badData)
            }
            if number == 1 { journal = format(of: entry).map(Journal.init) }
            guard journal != nil else { return }
            switch journal?.form.entry(entry, by: clock, &journal) {
            case .success(let parsed)?: journal?.entries.append(parsed)
            case .failure(let fault)?: journal?.faults.add(fault.reason, "entry \(number)")
            case nil: break
            }
        }
        switch firstByte {
        case UInt8(ascii: "["):
            var entries = JSONEntries(utf8Bytes)
            while let entry = try entries.next() { try add(entry) }
        case UInt8(ascii: "{"): try eachEntry(of: utf8Bytes, add)
        default: return nil
        }
        return journal
    }

    /// Passes each element of the list `entries` in a JSON object to a closure.
    private static func eachEntry(of utf8Bytes: [UInt8], _ body: (JSONValue) throws -> Void) throws {
        var remaining: [UInt8]? = utf8Bytes
        var members = JSONMembers(list: "entries") { remaining.take() }
        do {
            while let part = try members.next() {
                if case .element(let text) = part { try body(JSONValue(Data(text))) }
            }
        } catch let failure as Failure where failure.code == .formTooLarge { throw failure } catch {
            throw Failure(
                .formBroken, "The file is no JSON, or it is damaged or cut short.", advice: "Export it once more.",
                kind: .badData
            )
        }
    }

    /// Returns the format of an entry, detected from its members.
    private static func format(of entry: JSONValue) -> JournalFormat? {
        if entry["creationDate"] != nil { return .dayOne }
        if entry["title"] != nil, entry["date"] != nil { return .jrnl }
        if entry["timeCreated"] != nil { return .dailyYou }
        return entry["day"] != nil && entry["photo"] != nil ? .grain : nil
    }

    /// The reason an entry could not be read.
    struct Fault: Error { let reason: String }

    private func entry(_ value: JSONValue, by clock: ZoneLookup, _ journal: inout Journal?) -> Result<
        JournalEntry, Fault
    > {
        var unread = Tally()
        defer { for group in unread.groups { journal?.unread.add(group.message) } }
        let parsed: JournalEntry? =
            switch self {
            case .dayOne: DayOneFile.entry(value, by: clock, &unread)
            case .jrnl: JrnlFile.entry(value)
            case .dailyYou: DailyYouFile.entry(value)
            case .grain: GrainFile.entry(value)
            case .markdown: nil
            }
        return parsed.map(Result.success) ?? .failure(Fault(reason: "it has no day"))
    }
}

extension JSONValue {
    /// The string value, or `nil` for other values and for `(null)`, which Day One writes for a
    /// missing text.
    var stringValue: String? {
        guard case .string(let text) = self, text != "(null)" else { return nil }
        return text
    }

    var number: Int? {
        switch self {
        case .integer(let number): number
        case .number(let number): Int(exactly: number.rounded())
        default: nil
        }
    }

    var isTrue: Bool { self == .bool(true) || self == .integer(1) }

    var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }
}
