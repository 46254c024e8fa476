import Community
import Interface
import Kernel

/// The commands `hub announce` and `hub announcement`.
struct AnnouncementCommands: Sendable {
    let admin: CommunityAdmin

    /// An announcement and whether it is shown now.
    private struct Row: Sendable {
        let one: Announcement
        let state: String
    }

    private static let fields: [Field<Row>] = [
        Field("id", title: "Id", "the announcement's identifier", cell: { StyledText($0.one.id.shortForm, .muted) }) {
            .text($0.one.id.rawValue)
        },
        Field("app", title: "App", "the app whose users it is for; empty for everybody") { .text($0.one.app) },
        Field("title", title: "Title", "the title") { .text($0.one.title) },
        Field("message", "the message") { .text($0.one.message) },
        Field("category", title: "Kind", "Release, Maintenance or Community") { .text($0.one.category.rawValue) },
        Field("state", title: "State", "shown, planned or over") { .text($0.state) },
        Field("postedAt", title: "From", "when it is first shown", cell: { StyledText(day($0.one.postedAt)) }) {
            .instant($0.one.postedAt)
        },
        Field(
            "expiresAt", title: "Until", "when it is last shown", cell: { StyledText($0.one.expiresAt.map(day) ?? "") }
        ) {
            .instant($0.one.expiresAt)
        },
        Field("targetVersion", "the version it is about") { .text($0.one.targetVersion) },
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
            let made = try admin.announce(
                title, message, category: category, shown: .init(from: from, through: until), version: target, app: app)
            return .changed(
                "Announced “\(made.title)” (\(made.id)), shown from \(made.postedAt).", row(made),
                AnnouncementCommands.fields, next: ["announcement list", "announcement withdraw \(made.id.shortForm)"])
        }
    }

    var list: Command {
        Command(
            "announcement list", "List announcements, latest first",
            examples: [.init("announcement list", "all of them")],
            .option("app", .words("APP"), "only announcements for users of this app"),
            returns: .list(AnnouncementCommands.fields)
        ) { app in
            let found = try admin.announcements().enumerated().filter { $0.element.isFor(app) }
            return .list(
                found.map { row($0.element) }, AnnouncementCommands.fields, empty: "There are no announcements.",
                next: found.isEmpty
                    ? ["announce TITLE MESSAGE"] : ["announcement show ROW", "announcement withdraw ROW"]
            ).numbered(.at(found.map { $0.offset + 1 }), of: BoardNames.announcements.list)
        }
    }

    var show: Command {
        Command(
            "announcement show", "Show one announcement in full",
            examples: [.init("announcement show ID", "one of the list", runs: false)], id,
            returns: .one(AnnouncementCommands.fields)
        ) { typed in
            let found = row(try admin.announcement(typed))
            let facts = [
                found.one.category.rawValue, found.state, "from \(AnnouncementCommands.day(found.one.postedAt))",
                found.one.expiresAt.map { "until \(AnnouncementCommands.day($0))" },
                found.one.targetVersion.map { "about \($0)" },
                found.one.app.map { "for \($0)" },
            ]
            return .one(
                found, AnnouncementCommands.fields,
                blocks: [
                    .heading(StyledText(found.one.title)),
                    .paragraph(StyledText(declared: facts.compactMap { $0 }.joined(separator: " · "), .muted)),
                    .paragraph(StyledText(found.one.message)),
                ],
                next: [
                    "announcement edit \(found.one.id.shortForm) --message TEXT",
                    "announcement withdraw \(found.one.id.shortForm)",
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
            let old = [title == nil ? nil : before.title, message == nil ? nil : before.message].compactMap {
                $0.map { "“\($0)”" }
            }
            let was = old.isEmpty ? "" : " Before it said \(old.joined(separator: ", "))."
            return .changed(
                "Changed “\(changed.title)” (\(changed.id)).\(was)", row(changed), AnnouncementCommands.fields,
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
            let one = try admin.announcement(typed)
            return .confirm("Take back “\(one.title)”?") {
                let withdrawn = try admin.withdraw(one.id)
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

    private func row(_ one: Announcement) -> Row {
        let now = admin.now
        return Row(one: one, state: one.isActive(at: now) ? "shown" : one.postedAt > now ? "planned" : "over")
    }
}
