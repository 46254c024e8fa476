import Club
import Kernel
import Terminal

/// `club` and `club create`.
struct ClubDesk: Sendable {
    let options: ClubOptions

    var commands: [Command] { [overview, create] }

    private var overview: Command {
        Command(
            "club", "Show your club: who trains, who is ready for a grading, who is missing, who owes",
            examples: [.init("club", "the whole club at a glance"), .init("club --json", "for programs")],
            options.club, returns: .one(ClubFields.overview)
        ) { club in
            let view = try options.roll(club).view()
            return .one(view, ClubFields.overview, blocks: ClubDesk.blocks(view), next: ClubDesk.next(view))
        }
    }

    private var create: Command {
        Command(
            "club create", "Begin a club on this device: its roll, attendance, gradings and fees",
            discussion: """
                Everything works offline and for one instructor alone; no student needs the app. You can keep several clubs, and then say which \
                with --club.
                """,
            examples: [
                .init("club create 'Tigers Dojang'", "counted in pounds"),
                .init("club create Hwarang --currency EUR", "counted in euros"),
            ],
            .argument("name", .text("NAME", limit: Club.longestName), "what the club is called"),
            .option("currency", ClubDesk.currency, default: .pound, "three letters, as in GBP, EUR, USD"),
            returns: .one(ClubFields.club), changes: true
        ) { name, currency in
            let club = try options.book().create(name, currency: currency)
            return .changed(
                "Began the club \(club.name) (\(club.id)).", club, ClubFields.club,
                next: ["club student add NAME --belt 10k", "club student import roll.csv"])
        }
    }

    private static let currency = ValueKind<Currency>("CODE", values: "GBP, EUR, USD …", spelled: { $0.code }) { word, _ in
        guard let currency = Currency(word) else {
            throw Failure(.badCurrency, "“\(word.prefix(20))” is not a currency of three letters.", kind: .usage)
        }
        return currency
    }

    private static func next(_ view: ClubView) -> [String] {
        view.visitors.isEmpty
            ? ["club student add NAME --belt 10k"] : ["club attendance mark NAME…", "club lesson", "club grading"]
    }

    private static func blocks(_ view: ClubView) -> [Block] {
        guard !view.visitors.isEmpty else {
            return [.heading(StyledText(view.club.name)), .paragraph("Nobody is on the roll yet.")]
        }
        let rows = view.candidates.map { one in
            [
                StyledText(one.student.name), StyledText(one.belt.name), StyledText("\(one.months)"),
                StyledText("\(one.classes)"),
                StyledText(one.mastery.map { "\($0) %" } ?? "–"),
                one.isReady ? StyledText("ready", .good) : StyledText("wants \(one.missing.joined(separator: ", "))", .muted),
            ]
        }
        let columns = [
            Table.Column("Student", room: .main), Table.Column("Belt"), Table.Column("Months", alignsRight: true),
            Table.Column("Classes", alignsRight: true), Table.Column("Known", alignsRight: true), Table.Column("Grading"),
        ]
        let missing = view.missing.prefix(5).map { "\($0.student.name) (\(counted($0.away, "day")))" }.joined(separator: ", ")
        let owing = view.bills.filter { $0.account.owed > 0 }
        let owed = owing.reduce(0) { $0 + $1.account.owed }
        var facts: [(name: String, value: StyledText)] = [
            ("Trains", StyledText(counted(view.visitors.count, "student"))),
            ("Ready", StyledText("\(view.candidates.count(where: \.isReady)) for a grading")),
        ]
        if !missing.isEmpty { facts.append(("Missing", StyledText(missing, .warning))) }
        if owed > 0 {
            facts.append(("Open fees", StyledText("\(view.club.currency.text(owed)) of \(counted(owing.count, "student"))")))
        }
        return [.heading(StyledText(view.club.name)), .facts(facts), .gap, .table(Table(columns, rows: rows))]
    }
}
