import Interface
import Kernel
import Storage

/// The disk usage of an app's directory for `doctor --space`: kind, size, age and the command that
/// frees it.
struct SpaceCommands: Sendable {
    /// The greatest number of record kinds in the table. One line combines the others.
    private static let maxKinds = 20

    let registry: Registry
    let time: TimeSource

    /// One row of the table.
    private struct Line: Sendable {
        let name: String
        let space: StoreSpace
        let command: String
    }

    /// Returns the machine-readable form of one kind of usage.
    static func value(_ space: StoreSpace) -> OutputValue {
        .object([
            .init("kind", .text(space.kind.rawValue)), .init("name", .text(space.name)),
            .init("partition", .text(space.partition.rawValue)), .init("count", .integer(space.count)),
            .init("bytes", .integer(space.bytes)), .init("since", space.since.map { .text($0.description) } ?? .null),
            .init("command", command(space).map { .text($0) } ?? .null),
        ])
    }

    /// Returns the command that deletes this kind of data, if any.
    private static func command(_ space: StoreSpace) -> String? {
        switch space.kind {
        case .records: UndoStep.undoCollections.contains(space.name) ? "undo --forget" : nil
        case .tombstones, .overtaken: "doctor --compact"
        case .quarantine, .aside, .recovered, .backups, .kept: "undo --forget"
        case .log, .index, .folder, .notes: nil
        }
    }

    /// Returns the table of all kinds of usage, largest records first, and the total.
    func blocks(_ spaces: [StoreSpace]) -> [Block] {
        guard !spaces.isEmpty else { return [.paragraph("Nothing is kept in files.")] }
        let isOfRecords = { (space: StoreSpace) in [.records, .tombstones, .overtaken].contains(space.kind) }
        let records = spaces.filter(isOfRecords).enumerated().sorted {
            ($1.element.bytes, $0.offset) < ($0.element.bytes, $1.offset)
        }
        .map(\.element)
        var lines = records.prefix(Self.maxKinds).map(line)
        let omittedKinds = records.dropFirst(Self.maxKinds)
        if !omittedKinds.isEmpty {
            let omittedSpace = StoreSpace(
                .records, count: omittedKinds.reduce(0) { $0 + $1.count },
                bytes: omittedKinds.reduce(0) { $0 + $1.bytes },
                since: omittedKinds.compactMap(\.since).min())
            lines.append(Line(name: "\(counted(omittedKinds.count, "other kind"))", space: omittedSpace, command: ""))
        }
        lines += spaces.filter { !isOfRecords($0) }.map(line)
        let total = ByteSize(spaces.reduce(0) { $0 + $1.bytes })
        return [.table(.of(lines, fields)), .gap, .paragraph(StyledText("\(total) in all. \(Self.cleanupRule)"))]
    }

    private static let cleanupRule =
        "What was kept aside goes by itself after 90 days, or when it is over 64 MiB; the newest of each kind stays. Deleted records leave a trace for 30 days."

    private var fields: [Field<Line>] {
        let time = time
        return [
            Field("what", title: "What", "what it is", room: .main, isTranslatable: true) { .text($0.name) },
            Field("bytes", title: "Size", "how long", alignsRight: true, room: .fixed) {
                .text("\(ByteSize($0.space.bytes))")
            },
            Field("count", title: "Number", "how many", alignsRight: true) { .integer($0.space.count) },
            Field("age", title: "Oldest", "how old the oldest is", alignsRight: true) { line in
                .text(line.space.since.map { Self.age($0, time.now()) } ?? "")
            },
            Field("goes", title: "Goes with", "how it goes") { .text($0.command) },
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
        Line(name: name(space), space: space, command: (Self.command(space) ?? "") + wait(space))
    }

    /// Returns the remaining wait before tombstones can be deleted.
    private func wait(_ space: StoreSpace) -> String {
        guard space.kind == .tombstones, let since = space.since else { return "" }
        let remaining = 30 - Self.days(since, time.now())
        return remaining > 0 ? ", in \(counted(remaining, "day"))" : ""
    }

    private func name(_ space: StoreSpace) -> String {
        let owner = space.partition == .common ? "" : " of \(space.partition.rawValue)"
        return switch space.kind {
        case .records: space.name + owner
        case .tombstones: "\(space.name)\(owner), deleted"
        case .overtaken: "\(space.name)\(owner), older versions"
        case .log: "the rest of the log"
        case .index: "index"
        case .quarantine: "quarantine"
        case .aside: "displaced files"
        case .recovered: "recovered"
        case .backups: "log in its old form"
        case .kept: "kept by older versions"
        case .notes: "small files"
        case .folder: registry.all(.dataFolders).first { $0.name == space.name }?.files ?? "folder \(space.name)"
        }
    }
}
