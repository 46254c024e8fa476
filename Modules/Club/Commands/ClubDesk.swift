import Club
import Groups
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
            options.club, returns: .one(ClubGlance.fields), changes: true
        ) { club in
            if try !isKept(club), try !options.circle().membership.groups().isEmpty { return try told(club) }
            let roll = try options.roll(club)
            let shared = options.bring(roll)
            let view = try roll.view { try shared.map { try roll.mastery($0.sight) } ?? [:] }
            let asked = shared?.sight.suggestions.count ?? 0
            let ending = try shared.map {
                ClubDesk.counts($0.sight, on: try roll.ladder()) + CircleDesk.copy($0.sight)
                    + PlaceDesk.behind($0.sight, $0.circle)
            }
            return .one(
                ClubGlance(name: view.club.name, view: view, sight: shared?.sight, today: roll.today), ClubGlance.fields,
                blocks: ClubDesk.blocks(view, asked) + (ending ?? []),
                next: (asked > 0 ? ["club tips"] : []) + ClubDesk.next(view))
        }
    }

    /// What a student or a guardian sees: what the club tells them, and what it asks of them.
    private func told(_ club: String?) throws -> Output {
        let (circle, sight) = try options.sight(club, .asked)
        let today = circle.time.today()
        let tasks = sight.tasks(on: today).enumerated().compactMap { place, told -> String? in
            // What somebody has told to be done is not to do any more.
            let open = sight.learners.filter {
                told.paper.audience.holds($0, author: told.paper.author) && !sight.done(told.paper.id).contains($0.id)
            }
            guard sight.isStaff || !open.isEmpty else { return nil }
            let command = TaskDesk.command(told, place + 1, in: sight, of: open.first, options.sets)
            let whom = sight.role == .guardian ? "\(open.map(\.name).joined(separator: ", ")): " : ""
            return "\(whom)\(told.value.piece.title), until \(told.value.until): \(command)"
        }.prefix(5)
        let challenge = sight.challenge(on: today)?.paper.id
        let notices = sight.notices.filter { $0.paper.id != challenge }
        let news = notices.prefix(5).map {
            "\($0.paper.day)  \($0.value.kind == .news ? "" : "\($0.value.kind.rawValue): ")\($0.value.text)"
        }
        // Instructors can read those of everybody; here stands what is one's own.
        let results = sight.results.compactMap { told in
            sight.learners.first { $0.id == told.paper.about }.map { learner in
                (sight.role == .guardian ? "\(learner.name): " : "") + told.value.sentence
            }
        }.prefix(3)
        let parts = [
            ("Shared with you", sight.isStaff ? ClubDesk.shared(sight) : []),
            ("Handed in", sight.isStaff ? sight.suggestions.map(\.value.text) : []),
            (sight.isStaff ? "Assigned" : "To do", Array(tasks)), ("Challenge", try self.challenge(sight, on: today)),
            ("News", news),
            ("Tips", sight.tips.prefix(2).map(\.value.text)), ("Classes", ClubDesk.classes(sight)),
            ("Gradings", Array(results)), ("Fees", sight.bills.map(\.value.text)),
        ].filter {
            !$0.1.isEmpty
        }
        let blocks = parts.flatMap { title, lines -> [Block] in
            [.gap, .paragraph(StyledText(declared: title, .title))]
                + lines.map { line in
                    let text = "  " + line.split(whereSeparator: \.isNewline).joined(separator: "\n    ")
                    return .paragraph(ClubDesk.byPeople.contains(title) ? StyledText(text) : StyledText(declared: text))
                }
        }
        try circle.membership.mark(read: sight.sight.unread, in: sight.known)
        return .one(
            ClubGlance(name: sight.known.name, sight: sight, today: today), ClubGlance.fields,
            blocks: [.heading(StyledText("\(sight.known.name), as \(sight.role.title)"))]
                + (parts.isEmpty ? [.paragraph("The club has told you nothing yet.")] : blocks)
                + (sight.isStaff ? ClubDesk.counts(sight, on: BeltLadder(try options.book().programme.belts())) : [])
                + CircleDesk.copy(sight) + PlaceDesk.behind(sight, circle),
            next: (sight.learners.contains { isOffered($0, sight) } ? ["club grading take"] : [])
                + (notices.count > news.count ? ["club announcements"] : [])
                + (sight.isStaff
                    ? ["club announce TEXT", "club members"]
                    : tasks.isEmpty ? ["club share", "club board"] : ["train", "club tasks"]))
    }

    /// What members wrote themselves.
    private static let byPeople: Set<String> = ["Handed in", "News", "Tips"]

    /// Whether the latest result of somebody could be noted in their profile.
    private func isOffered(_ learner: Member, _ sight: ClubSight) -> Bool {
        guard let result = sight.results(of: learner.id).first?.value else { return false }
        return (try? options.own.offer(result, learner.id == sight.me.id ? nil : learner.name)) ?? nil != nil
    }

    /// The challenge that lasts, and how somebody stands in it.
    private func challenge(_ sight: ClubSight, on today: Day) throws -> [String] {
        guard let told = sight.challenge(on: today) else { return [] }
        let begun = told.paper.day
        let day = "Day \(max(1, today.days(since: begun) + 1)) of 30: \(told.value.text)"
        return try [day]
            + sight.learners.compactMap { learner in
                let isMe = learner.id == sight.me.id
                // A child need not have a profile on this device.
                guard
                    let days = isMe
                        ? try options.own.practice(begun, nil).days : try? options.own.practice(begun, learner.name).days
                else { return nil }
                return isMe
                    ? "You practised on \(counted(days, "day")) of it."
                    : "\(learner.name) practised on \(counted(days, "day")) of it."
            }
    }

    /// What enough of one belt share, on the mean.
    private static func counts(_ sight: ClubSight, on ladder: BeltLadder) -> [Block] {
        let lines = Dictionary(grouping: sight.counts, by: \.belt).sorted { ladder.place($0.key) < ladder.place($1.key) }
            .map { belt, counts in
                let kinds = counts.map { one in
                    one.percent.map { "\(one.kind.rawValue) \($0) % of \(one.people)" } ?? "\(one.kind.rawValue) of \(one.people)"
                }
                return "  \(ladder.belt(belt).name): \(kinds.joined(separator: ", "))"
            }
        guard !lines.isEmpty else { return [] }
        return [.gap, .paragraph(StyledText("Shared, on the mean of each belt", .title))]
            + lines.map { .paragraph(StyledText(declared: $0)) }
    }

    /// In how many classes the learners were, and when last.
    private static func classes(_ sight: ClubSight) -> [String] {
        sight.learners.compactMap { learner in
            let visits = sight.attendance(of: learner.id)
            let name = learner.id == sight.me.id ? "" : "\(learner.name): "
            return visits.first.map { "\(name)\(counted(visits.count, "class")) in half a year, the last on \($0.day)" }
        }
    }

    /// What each student shares, the lowest first.
    private static func shared(_ sight: ClubSight) -> [String] {
        let (shared, mastery) = (sight.shared, sight.mastery)
        return sight.members.filter { shared[$0.id] != nil }.sorted {
            (mastery[$0.id] ?? 101, $0.name) < (mastery[$1.id] ?? 101, $1.name)
        }
        .map { member in
            let kinds = SharedKind.allCases.compactMap { kind in
                shared[member.id]?[kind].map { "\(kind.rawValue)\($0.percent.map { " \($0) %" } ?? "")" }
            }
            return "\(member.name) (\(shared[member.id]?.values.first?.belt ?? "")): \(kinds.joined(separator: ", "))"
        }
    }

    /// Whether the club that is meant has its roll here.
    private func isKept(_ name: String?) throws -> Bool {
        try options.book().clubs().contains { club in name.map { Folding.folded($0) == Folding.folded(club.name) } ?? true }
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
            .option(
                "place", .text("PLACE", limit: 4000),
                "a folder that the others reach, or postgres:URL, to share the club; also for one that you keep already"),
            .option("as", .text("NAME", limit: 60), "what the others call you; the name of your profile if left out"),
            returns: .one(ClubFields.club), changes: true
        ) { name, currency, place, own in
            let book = try options.book()
            if place == nil, own != nil {
                throw Failure(
                    .nothingToChange, "Nobody else sees a club without a place, so nobody calls you anything there.",
                    advice: "Add --place PLACE to share it, or leave --as out.", kind: .usage)
            }
            if let place {
                let club =
                    try book.clubs().first { Folding.folded($0.name) == Folding.folded(name) }
                    ?? book.create(name, currency: currency)
                let known = try options.circle().membership.found(
                    in: place.hasPrefix("postgres:") ? place : options.whole(place), called: club.name,
                    as: own ?? options.own.name())
                return .changed(
                    "\(club.name) is shared in \(known.place.path) (\(club.id)).", club, ClubFields.club,
                    next: ["club invite", "club invite --as guardian"])
            }
            let club = try book.create(name, currency: currency)
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

    /// How many wear each belt, and how much they know on the mean of what they share.
    private static func belts(_ view: ClubView) -> StyledText {
        Dictionary(grouping: view.candidates, by: \.belt.name).sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
            .enumerated().map { place, group in
                let known = group.value.compactMap(\.mastery)
                let mean: StyledText =
                    known.count < SharedCount.fewest ? "" : " (\(known.reduce(0, +) / known.count) % known)"
                return (place == 0 ? "" : ", ") + "\(group.value.count) × \(group.key)" + mean
            }.joined()
    }

    private static func next(_ view: ClubView) -> [String] {
        view.visitors.isEmpty
            ? ["club student add NAME --belt 10k"] : ["club attendance mark NAME…", "club lesson", "club grading"]
    }

    private static func blocks(_ view: ClubView, _ asked: Int) -> [Block] {
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
        let ready = view.candidates.count(where: \.isReady)
        let owing = view.bills.filter { $0.account.owed > 0 }
        let owed = owing.reduce(0) { $0 + $1.account.owed }
        var facts: [(name: String, value: StyledText)] = [
            ("Trains", StyledText(counted(view.visitors.count, "student"))),
            ("Ready", ready == 0 ? "nobody for a grading yet" : StyledText("\(counted(ready, "student")) for a grading")),
            ("Belts", ClubDesk.belts(view)),
        ]
        if !missing.isEmpty { facts.append(("Missing", StyledText(missing, .warning))) }
        if owed > 0 {
            facts.append(("Open fees", StyledText("\(view.club.currency.text(owed)) from \(counted(owing.count, "student"))")))
        }
        if asked > 0 { facts.append(("Handed in", StyledText(counted(asked, "tip")))) }
        return [.heading(StyledText(view.club.name)), .facts(facts), .gap, .table(Table(columns, rows: rows))]
    }
}
