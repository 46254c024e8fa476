import Kernel
import Storage
import Terminal

/// What an app's directory takes, for `doctor --space`: what it is, how much, how old, and how it goes.
struct SpaceDesk: Sendable {
    /// So many kinds of records a person sees, the largest; the others together.
    private static let most = 20

    let registry: Registry
    let time: TimeSource

    /// A line of the table.
    private struct Line: Sendable {
        let what: String
        let space: StoreSpace
        let goes: String
    }

    /// What programs get of something.
    static func value(_ space: StoreSpace) -> FieldValue {
        .object([
            .init("kind", .text(space.kind.rawValue)), .init("name", .text(space.name)),
            .init("partition", .text(space.partition.rawValue)), .init("count", .integer(space.count)),
            .init("bytes", .integer(space.bytes)), .init("since", space.since.map { .text($0.description) } ?? .null),
            .init("command", command(space).map { .text($0) } ?? .null),
        ])
    }

    /// With which command it can be let go, if it may be.
    private static func command(_ space: StoreSpace) -> String? {
        switch space.kind {
        case .records: UndoStep.passing.contains(space.name) ? "undo --forget" : nil
        case .tombstones, .overtaken: "doctor --compact"
        case .quarantine, .aside, .recovered, .backups, .kept: "undo --forget"
        case .log, .index, .folder, .notes: nil
        }
    }

    /// What a person sees.
    func blocks(_ spaces: [StoreSpace]) -> [Block] {
        guard !spaces.isEmpty else { return [.paragraph("Nothing is kept in files.")] }
        let isOfRecords = { (space: StoreSpace) in [.records, .tombstones, .overtaken].contains(space.kind) }
        let records = spaces.filter(isOfRecords).enumerated().sorted {
            ($1.element.bytes, $0.offset) < ($0.element.bytes, $1.offset)
        }
        .map(\.element)
        var shown = records.prefix(Self.most).map(line)
        let rest = records.dropFirst(Self.most)
        if !rest.isEmpty {
            let sum = StoreSpace(
                .records, count: rest.reduce(0) { $0 + $1.count }, bytes: rest.reduce(0) { $0 + $1.bytes },
                since: rest.compactMap(\.since).min())
            shown.append(Line(what: "\(counted(rest.count, "other kind"))", space: sum, goes: ""))
        }
        shown += spaces.filter { !isOfRecords($0) }.map(line)
        let total = ByteSize(spaces.reduce(0) { $0 + $1.bytes })
        return [.table(.of(shown, fields)), .gap, .paragraph(StyledText("\(total) in all. \(Self.rule)"))]
    }

    private static let rule =
        "What was kept aside goes by itself after 90 days, or when it is over 64 MiB; the newest of each kind stays. Deleted records leave a trace for 30 days."

    private var fields: [Field<Line>] {
        let time = time
        return [
            Field("what", title: "What", "what it is", room: .main, isSaid: true) { .text($0.what) },
            Field("bytes", title: "Size", "how long", alignsRight: true, room: .whole) { .text("\(ByteSize($0.space.bytes))") },
            Field("count", title: "Number", "how many", alignsRight: true) { .integer($0.space.count) },
            Field("age", title: "Oldest", "how old the oldest is", alignsRight: true) { line in
                .text(line.space.since.map { Self.age($0, time.now()) } ?? "")
            },
            Field("goes", title: "Goes with", "how it goes") { .text($0.goes) },
        ]
    }

    private static func age(_ since: Instant, _ now: Instant) -> String {
        let days = days(since, now)
        return days == 0 ? "today" : counted(days, "day")
    }

    private static func days(_ since: Instant, _ now: Instant) -> Int {
        Int(max(0, now.milliseconds - since.milliseconds) / 86_400_000)
    }

    private func line(_ space: StoreSpace) -> Line {
        Line(what: name(space), space: space, goes: (Self.command(space) ?? "") + wait(space))
    }

    /// What deleted records have left is not let go at once.
    private func wait(_ space: StoreSpace) -> String {
        guard space.kind == .tombstones, let since = space.since else { return "" }
        let left = 30 - Self.days(since, time.now())
        return left > 0 ? ", in \(counted(left, "day"))" : ""
    }

    private func name(_ space: StoreSpace) -> String {
        let whose = space.partition == .common ? "" : " of \(space.partition.rawValue)"
        return switch space.kind {
        case .records: space.name + whose
        case .tombstones: "\(space.name)\(whose), deleted"
        case .overtaken: "\(space.name)\(whose), older versions"
        case .log: "the rest of the log"
        case .index: "index"
        case .quarantine: "quarantine"
        case .aside: "files that were in the way"
        case .recovered: "recovered"
        case .backups: "log in its old form"
        case .kept: "kept by older versions"
        case .notes: "small files"
        case .folder: registry.all(.dataFolders).first { $0.name == space.name }?.files ?? "folder \(space.name)"
        }
    }
}
