import Kernel

/// What a diary says of a day: as odd as in its file, nothing is judged here.
public struct JournalEntry: Hashable, Sendable {
    /// The day, where it was written.
    public var day: Day
    /// Plain text; empty for none.
    public var text = ""
    /// Without the mark before them.
    public var tags: [String] = []
    /// Whether it is marked as one of the best.
    public var isStarred = false
    /// The name of a place.
    public var place: String?
    /// 1, as bad as it gets, to 5, as good as it gets.
    public var mood: Int?
    /// The day on which it opens.
    public var sealedUntil: Day?
    /// Its photos, the first one first, by the paths that the file gives them.
    public var photos: [String] = []

    /// A day that says nothing yet.
    public init(day: Day) { self.day = day }
}

/// What a file of a diary holds, and what of it could not be read.
public struct Journal: Sendable {
    /// In which way it is written.
    public let form: JournalForm
    /// In the order of the file; several may be of one day.
    public var entries: [JournalEntry] = []
    /// What stands there and has no place here, by its name.
    public var unread = Tally()
    /// What could not be read, by its reason.
    public var faults = Tally()

    /// So many entries are taken of one file.
    public static let most = 200_000

    init(_ form: JournalForm) { self.form = form }

    /// Entries that were read elsewhere.
    public init(_ form: JournalForm, _ entries: [JournalEntry]) { (self.form, self.entries) = (form, entries) }

    /// With the entries of another one behind these.
    public func adding(_ other: Journal) -> Journal {
        var both = self
        both.entries += other.entries
        for group in other.unread.groups { both.unread.add(group.what, group.first.first) }
        for group in other.faults.groups { both.faults.add(group.what, group.first.first) }
        return both
    }
}

/// In which way a file of a diary is written.
public enum JournalForm: String, Sendable, CaseIterable {
    /// JSON of Day One, which a ZIP has beside its photos.
    case dayOne = "Day One"
    /// JSON of jrnl; it knows no photos.
    case jrnl
    /// JSON of Daily You.
    case dailyYou = "Daily You"
    /// JSON as `export --json` of Grain gives it.
    case grain = "Grain"
    /// A file of Markdown a day, in a folder.
    case markdown = "Markdown"

    /// Where times are read.
    public struct Clock: Sendable {
        let here: LocalCalendar
        let zone: @Sendable (String) -> LocalCalendar?

        /// - Parameters:
        ///   - here: holds where a file says nothing of a zone, or of none that is known.
        ///   - zone: a zone by its name in the tz database.
        public init(here: LocalCalendar, zone: @escaping @Sendable (String) -> LocalCalendar?) {
            (self.here, self.zone) = (here, zone)
        }

        func day(of text: String, in zone: String?) -> (day: Day, isKnown: Bool)? {
            guard let instant = Instant(text) else { return nil }
            let there = zone.flatMap(self.zone)
            return ((there ?? here).day(of: instant), zone == nil || there != nil)
        }
    }

    /// Reads a file of a diary, in whichever form it is by what stands in it; nil where it is none.
    ///
    /// - Throws: `formBroken` where it is damaged or cut short; `formTooLarge`.
    public static func read(_ bytes: [UInt8], by clock: Clock) throws -> Journal? {
        let plain = try Form.plain(bytes)
        let list = plain.first { $0 > 32 && $0 < 128 }
        var journal: Journal?
        var number = 0
        func take(_ entry: JSONValue) throws {
            number += 1
            guard number <= Journal.most else {
                throw Failure(
                    .formTooLarge, "The file has more than 200,000 entries.", advice: "Split it into parts.", kind: .badData)
            }
            if number == 1 { journal = of(entry).map(Journal.init) }
            guard journal != nil else { return }
            switch journal?.form.entry(entry, by: clock, &journal) {
            case .success(let found)?: journal?.entries.append(found)
            case .failure(let fault)?: journal?.faults.add(fault.reason, "entry \(number)")
            case nil: break
            }
        }
        switch list {
        case UInt8(ascii: "["):
            var entries = JSONEntries(plain)
            while let entry = try entries.next() { try take(entry) }
        case UInt8(ascii: "{"): try eachEntry(of: plain, take)
        default: return nil
        }
        return journal
    }

    private static func eachEntry(of plain: [UInt8], _ body: (JSONValue) throws -> Void) throws {
        var whole: [UInt8]? = plain
        var members = JSONMembers(list: "entries") { whole.take() }
        do {
            while let part = try members.next() {
                if case .element(let text) = part { try body(JSONValue(Data(text))) }
            }
        } catch let failure as Failure where failure.code == .formTooLarge { throw failure } catch {
            throw Failure(
                .formBroken, "The file is no JSON, or it is damaged or cut short.", advice: "Export it once more.", kind: .badData
            )
        }
    }

    /// Whose entry it is.
    private static func of(_ entry: JSONValue) -> JournalForm? {
        if entry["creationDate"] != nil { return .dayOne }
        if entry["title"] != nil, entry["date"] != nil { return .jrnl }
        if entry["timeCreated"] != nil { return .dailyYou }
        return entry["day"] != nil && entry["photo"] != nil ? .grain : nil
    }

    /// Why an entry could not be read.
    struct Fault: Error { let reason: String }

    private func entry(_ value: JSONValue, by clock: Clock, _ journal: inout Journal?) -> Result<JournalEntry, Fault> {
        var unread = Tally()
        defer { for group in unread.groups { journal?.unread.add(group.what) } }
        let found: JournalEntry? =
            switch self {
            case .dayOne: DayOneFile.entry(value, by: clock, &unread)
            case .jrnl: JrnlFile.entry(value)
            case .dailyYou: DailyYouFile.entry(value)
            case .grain: GrainFile.entry(value)
            case .markdown: nil
            }
        return found.map(Result.success) ?? .failure(Fault(reason: "it has no day"))
    }
}

extension JSONValue {
    /// A text; nil where there is none, and for what Day One writes instead of none.
    var said: String? {
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
