import Community
import Interface
import Kernel

/// The commands `hub announce` and `hub announcement`.
struct AnnouncementCommands: Sendable {
    let admin: CommunityAdmin

    /// An announcement and whether it is shown now.
    private struct Row: Sendable {
        let announcement: Announcement
        let state: String
    }

    private static let fields: [Field<Row>] = [
        Field(
            "id", title: "Id", "the announcement's identifier",
            cell: { StyledText($0.announcement.id.shortForm, .muted) }
        ) {
            .text($0.announcement.id.rawValue)
        },
        Field("app", title: "App", "the app whose users it is for; empty for everybody") { .text($0.announcement.app) },
        Field("title", title: "Title", "the title") { .text($0.announcement.title) },
        Field("message", "the message") { .text($0.announcement.message) },
        Field("category", title: "Kind", "Release, Maintenance or Community") {
            .text($0.announcement.category.rawValue)
        },
        Field("state", title: "State", "shown, planned or over") { .text($0.state) },
        Field("postedAt", title: "From", "when it is first shown", cell: { StyledText(day($0.announcement.postedAt)) })
        {
            .instant($0.announcement.postedAt)
        },
        Field(
            "expiresAt", title: "Until", "when it is last shown",
            cell: { StyledText($0.announcement.expiresAt.map(day) ?? "") }
        ) {
            .instant($0.announcement.expiresAt)
        },
        Field("targetVersion", "the version it is about") { .text($0.announcement.targetVersion) },
    ]

    private static func day(_ instant: Instant) -> String { String(instant.description.prefix(10)) }

    var announce: Command {
        Command(
            "announce", "Tell all users something",
            discussion: "announcement edit and announcement withdraw change it or take it back.",
            examples: [.init("announce 'Version 1.1' 'It is here.' --category Release", "at once")],
            .argument("title", .words("TITLE"), "up to 120 characters"),
            .argument("message", .words("MESSAGE"), "up to 4,000 characters"),
            Parameter<Announcement.Category>.option(
                "category", .choice("KIND"), default: .community, shown: "Community", "what it is about"),
            .option("from", .day, "the first day it is shown; today if left out"),
            .option("until", .day, "the last day it is shown; no end if left out"),
            .option("target", .words("VERSION"), "the version it is about"),
            .option("app", .words("APP"), "the app whose users are told; everybody if left out"),
            returns: .one(AnnouncementCommands.fields), changes: true
        ) { title, message, category, from, until, target, app in
            let announcement = try admin.announce(
                title, message, category: category, shown: .init(from: from, through: until), version: target, app: app)
            return .changed(
                "Announced “\(announcement.title)” (\(announcement.id)), shown from \(announcement.postedAt).",
                row(announcement),
                AnnouncementCommands.fields,
                next: ["announcement list", "announcement withdraw \(announcement.id.shortForm)"])
        }
    }

    var list: Command {
        Command(
            "announcement list", "List announcements, latest first",
            examples: [.init("announcement list", "all of them")],
            .option("app", .words("APP"), "only announcements for users of this app"),
            returns: .list(AnnouncementCommands.fields)
        ) { app in
            let matches = try admin.announcements().enumerated().filter { $0.element.isFor(app) }
            return .list(
                matches.map { row($0.element) }, AnnouncementCommands.fields, empty: "There are no announcements.",
                next: matches.isEmpty
                    ? ["announce TITLE MESSAGE"] : ["announcement show ROW", "announcement withdraw ROW"]
            ).numbered(.at(matches.map { $0.offset + 1 }), of: BoardNames.announcements.list)
        }
    }

    var show: Command {
        Command(
            "announcement show", "Show one announcement in full",
            examples: [.init("announcement show ID", "one of the list", runs: false)], id,
            returns: .one(AnnouncementCommands.fields)
        ) { typed in
            let row = row(try admin.announcement(typed))
            let facts = [
                row.announcement.category.rawValue, row.state,
                "from \(AnnouncementCommands.day(row.announcement.postedAt))",
                row.announcement.expiresAt.map { "until \(AnnouncementCommands.day($0))" },
                row.announcement.targetVersion.map { "about \($0)" },
                row.announcement.app.map { "for \($0)" },
            ]
            return .one(
                row, AnnouncementCommands.fields,
                blocks: [
                    .heading(StyledText(row.announcement.title)),
                    .paragraph(StyledText(declared: facts.compactMap { $0 }.joined(separator: " · "), .muted)),
                    .paragraph(StyledText(row.announcement.message)),
                ],
                next: [
                    "announcement edit \(row.announcement.id.shortForm) --message TEXT",
                    "announcement withdraw \(row.announcement.id.shortForm)",
                ])
        }
    }

    var edit: Command {
        Command(
            "announcement edit", "Change what an announcement says",
            examples: [.init("announcement edit ID --message 'It is here now.'", "another text", runs: false)], id,
            .option("title", .words("TITLE"), "another title"), .option("message", .words("MESSAGE"), "another text"),
            Parameter<Announcement.Category?>.option("category", .choice("KIND"), "what it is about"),
            .option("until", .day, "the last day it is shown"),
            .option("target", .words("VERSION"), "the version it is about"),
            returns: .one(AnnouncementCommands.fields), changes: true
        ) { typed, title, message, category, until, target in
            guard [title, message, category?.rawValue, until?.description, target].contains(where: { $0 != nil }) else {
                throw Failure(
                    .nothingToChange, "No change was given.",
                    advice: "Give --title, --message, --category, --until or --target.", kind: .usage)
            }
            let before = try admin.announcement(typed)
            let changed = try admin.edit(
                before.id, title: title, message: message, category: category, through: until, version: target)
            let oldTexts = [title == nil ? nil : before.title, message == nil ? nil : before.message].compactMap {
                $0.map { "“\($0)”" }
            }
            let oldNotice = oldTexts.isEmpty ? "" : " Before it said \(oldTexts.joined(separator: ", "))."
            return .changed(
                "Changed “\(changed.title)” (\(changed.id)).\(oldNotice)", row(changed), AnnouncementCommands.fields,
                next: ["announcement show \(changed.id.shortForm)"])
        }
    }

    var withdraw: Command {
        Command(
            "announcement withdraw", "Take an announcement back",
            discussion: "Users no longer see it. Asks first; --yes answers.",
            examples: [.init("announcement withdraw ID --yes", "without asking", runs: false)], id,
            returns: .one(AnnouncementCommands.fields), changes: true
        ) { typed in
            let announcement = try admin.announcement(typed)
            return .confirm("Take back “\(announcement.title)”?") {
                let withdrawn = try admin.withdraw(announcement.id)
                return .changed(
                    "Took back “\(withdrawn.title)” (\(withdrawn.id)). It said: “\(withdrawn.message)”", row(withdrawn),
                    AnnouncementCommands.fields, next: ["announcement list"])
            }
        }
    }

    private var id: Parameter<String> {
        .argument(
            "id",
            ValueKind<String>.id { try admin.announcements().map(\.id.rawValue) }.row(
                of: BoardNames.announcements.list),
            BoardNames.announcements.help)
    }

    /// Returns an announcement with its state at the present time.
    private func row(_ announcement: Announcement) -> Row {
        let now = admin.now
        return Row(
            announcement: announcement,
            state: announcement.isActive(at: now) ? "shown" : announcement.postedAt > now ? "planned" : "over")
    }
}
