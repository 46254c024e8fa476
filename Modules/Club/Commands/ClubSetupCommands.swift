import Club
import Groups
import Interface
import Kernel

/// `club` and `club create`.
struct ClubSetupCommands: Sendable {
    let options: ClubOptions

    var commands: [Command] { [overview, create] }

    private var overview: Command {
        Command(
            "club", "Show your club: who trains, who is ready for a grading, who is missing, who owes",
            examples: [.init("club", "the whole club at a glance"), .init("club --json", "for programs")],
            options.club, returns: .one(ClubOverview.fields), changes: true
        ) { club in
            if try !hasRoll(club), try !options.circle().membership.groups().isEmpty { return try memberOverview(club) }
            let roll = try options.roll(club)
            let report = options.updateReports(roll)
            let view = try roll.view { try report.map { try roll.mastery($0.snapshot) } ?? [:] }
            let suggestionCount = report?.snapshot.suggestions.count ?? 0
            let footer = try report.map {
                ClubSetupCommands.counts($0.snapshot, on: try roll.ladder())
                    + SharedClubCommands.copyNotice($0.snapshot)
                    + ClubLocationCommands.outdatedDatabaseNotice($0.snapshot, $0.circle)
            }
            return .one(
                ClubOverview(name: view.club.name, view: view, snapshot: report?.snapshot, today: roll.today),
                ClubOverview.fields,
                blocks: ClubSetupCommands.blocks(view, suggestionCount) + (footer ?? []),
                next: (suggestionCount > 0 ? ["club tips"] : []) + ClubSetupCommands.next(view))
        }
    }

    /// Returns the view of a student or a guardian: news and tasks from the club.
    private func memberOverview(_ club: String?) throws -> Output {
        let (circle, snapshot) = try options.snapshot(club, .userInitiated)
        let today = circle.time.today()
        let tasks = snapshot.tasks(on: today).enumerated().compactMap { place, task -> String? in
            // Tasks that the learner reported as done are omitted.
            let openLearners = snapshot.learners.filter {
                task.post.audience.includes($0, author: task.post.author)
                    && !snapshot.completers(task.post.id).contains($0.id)
            }
            guard snapshot.isStaff || !openLearners.isEmpty else { return nil }
            let command = TaskCommands.command(task, place + 1, in: snapshot, of: openLearners.first, options.sets)
            let learnerNames = snapshot.role == .guardian ? "\(openLearners.map(\.name).joined(separator: ", ")): " : ""
            return "\(learnerNames)\(task.value.piece.title), until \(task.value.until): \(command)"
        }.prefix(5)
        let challenge = snapshot.challenge(on: today)?.post.id
        let notices = snapshot.notices.filter { $0.post.id != challenge }
        let news = notices.prefix(5).map {
            "\($0.post.day)  \($0.value.kind == .news ? "" : "\($0.value.kind.rawValue): ")\($0.value.text)"
        }
        // Instructors can read all results. This view shows the user's own.
        let results = snapshot.results.compactMap { result in
            snapshot.learners.first { $0.id == result.post.about }.map { learner in
                (snapshot.role == .guardian ? "\(learner.name): " : "") + result.value.sentence
            }
        }.prefix(3)
        let parts = [
            ("Shared with you", snapshot.isStaff ? ClubSetupCommands.shared(snapshot) : []),
            ("Handed in", snapshot.isStaff ? snapshot.suggestions.map(\.value.text) : []),
            (snapshot.isStaff ? "Assigned" : "To do", Array(tasks)),
            ("Challenge", try self.challenge(snapshot, on: today)), ("News", news),
            ("Tips", snapshot.tips.prefix(2).map(\.value.text)), ("Classes", ClubSetupCommands.classes(snapshot)),
            ("Gradings", Array(results)), ("Fees", snapshot.bills.map(\.value.text)),
        ].filter {
            !$0.1.isEmpty
        }
        let blocks = parts.flatMap { title, lines -> [Block] in
            [.gap, .paragraph(StyledText(declared: title, .title))]
                + lines.map { line in
                    let text = "  " + line.split(whereSeparator: \.isNewline).joined(separator: "\n    ")
                    return .paragraph(
                        ClubSetupCommands.userWrittenTitles.contains(title)
                            ? StyledText(text) : StyledText(declared: text))
                }
        }
        try circle.membership.mark(read: snapshot.groupSnapshot.unread, in: snapshot.group)
        return .one(
            ClubOverview(name: snapshot.group.name, snapshot: snapshot, today: today), ClubOverview.fields,
            blocks: [.heading(StyledText("\(snapshot.group.name), as \(snapshot.role.title)"))]
                + (parts.isEmpty ? [.paragraph("The club has told you nothing yet.")] : blocks)
                + (snapshot.isStaff
                    ? ClubSetupCommands.counts(snapshot, on: BeltLadder(try options.registry().curriculum.belts()))
                    : [])
                + SharedClubCommands.copyNotice(snapshot)
                + ClubLocationCommands.outdatedDatabaseNotice(snapshot, circle),
            next: (snapshot.learners.contains { isOffered($0, snapshot) } ? ["club grading take"] : [])
                + (notices.count > news.count ? ["club announcements"] : [])
                + (snapshot.isStaff
                    ? ["club announce TEXT", "club members"]
                    : tasks.isEmpty ? ["club share", "club board"] : ["train", "club tasks"]))
    }

    /// The titles of sections with texts by members, which stay untranslated.
    private static let userWrittenTitles: Set<String> = ["Handed in", "News", "Tips"]

    /// Returns whether the learner's latest result could be recorded in their profile.
    private func isOffered(_ learner: Member, _ snapshot: ClubSnapshot) -> Bool {
        guard let result = snapshot.results(of: learner.id).first?.value else { return false }
        return (try? options.progress.offer(result, learner.id == snapshot.me.id ? nil : learner.name)) ?? nil != nil
    }

    /// Returns the current challenge with the learner's standing.
    private func challenge(_ snapshot: ClubSnapshot, on today: Day) throws -> [String] {
        guard let challenge = snapshot.challenge(on: today) else { return [] }
        let start = challenge.post.day
        let dayText = "Day \(max(1, today.days(since: start) + 1)) of 30: \(challenge.value.text)"
        return try [dayText]
            + snapshot.learners.compactMap { learner in
                let isMe = learner.id == snapshot.me.id
                // A child may have no profile on this device.
                guard
                    let days = isMe
                        ? try options.progress.practice(start, nil).days
                        : try? options.progress.practice(start, learner.name).days
                else { return nil }
                return isMe
                    ? "You practised on \(counted(days, "day")) of it."
                    : "\(learner.name) practised on \(counted(days, "day")) of it."
            }
    }

    /// Returns the mean values of belts with enough sharing members.
    private static func counts(_ snapshot: ClubSnapshot, on ladder: BeltLadder) -> [Block] {
        let lines = Dictionary(grouping: snapshot.counts, by: \.belt).sorted {
            ladder.rank($0.key) < ladder.rank($1.key)
        }
        .map { belt, counts in
            let kinds = counts.map { count in
                count.percent.map { "\(count.kind.rawValue) \($0) % of \(count.people)" }
                    ?? "\(count.kind.rawValue) of \(count.people)"
            }
            return "  \(ladder.belt(belt).name): \(kinds.joined(separator: ", "))"
        }
        guard !lines.isEmpty else { return [] }
        return [.gap, .paragraph(StyledText("Shared, on the mean of each belt", .title))]
            + lines.map { .paragraph(StyledText(declared: $0)) }
    }

    /// Returns the number of classes of each learner, and the last one.
    private static func classes(_ snapshot: ClubSnapshot) -> [String] {
        snapshot.learners.compactMap { learner in
            let visits = snapshot.attendance(of: learner.id)
            let name = learner.id == snapshot.me.id ? "" : "\(learner.name): "
            return visits.first.map { "\(name)\(counted(visits.count, "class")) in half a year, the last on \($0.day)" }
        }
    }

    /// Returns the shared values of each student, lowest belt first.
    private static func shared(_ snapshot: ClubSnapshot) -> [String] {
        let shared = snapshot.shared
        let mastery = snapshot.mastery
        return snapshot.members.filter { shared[$0.id] != nil }.sorted {
            (mastery[$0.id] ?? 101, $0.name) < (mastery[$1.id] ?? 101, $1.name)
        }
        .map { member in
            let kinds = SharedKind.allCases.compactMap { kind in
                shared[member.id]?[kind].map { "\(kind.rawValue)\($0.percent.map { " \($0) %" } ?? "")" }
            }
            return "\(member.name) (\(shared[member.id]?.values.first?.belt ?? "")): \(kinds.joined(separator: ", "))"
        }
    }

    /// Returns whether the roll of the club is on this device.
    private func hasRoll(_ name: String?) throws -> Bool {
        try options.registry().clubs().contains { club in
            name.map { Folding.folded($0) == Folding.folded(club.name) } ?? true
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
            .argument("name", .text("NAME", limit: ClubRecord.longestName), "what the club is called"),
            .option("currency", ClubSetupCommands.currency, default: .pound, "three letters, as in GBP, EUR, USD"),
            .option(
                "place", .text("PLACE", limit: 4000),
                "a folder that the others reach, or postgres:URL, to share the club; also for one that you keep already"
            ),
            .option("as", .text("NAME", limit: 60), "what the others call you; the name of your profile if left out"),
            returns: .one(ClubFields.club), changes: true
        ) { name, currency, place, ownName in
            let book = try options.registry()
            if place == nil, ownName != nil {
                throw Failure(
                    .nothingToChange, "Nobody else sees a club without a place, so nobody calls you anything there.",
                    advice: "Add --place PLACE to share it, or leave --as out.", kind: .usage)
            }
            if let place {
                let club =
                    try book.clubs().first { Folding.folded($0.name) == Folding.folded(name) }
                    ?? book.create(name, currency: currency)
                let group = try options.circle().membership.create(
                    in: SharedLocation.resolved(place, absolute: options.absolutePath), called: club.name,
                    as: ownName ?? options.progress.name())
                return .changed(
                    "\(club.name) is shared in \(group.place.path) (\(club.id)).", club, ClubFields.club,
                    next: ["club invite", "club invite --as guardian"])
            }
            let club = try book.create(name, currency: currency)
            return .changed(
                "Began the club \(club.name) (\(club.id)).", club, ClubFields.club,
                next: ["club student add NAME --belt 10k", "club student import roll.csv"])
        }
    }

    private static let currency = ValueKind<Currency>("CODE", values: "GBP, EUR, USD …", spelled: { $0.code }) {
        word, _ in
        guard let currency = Currency(word) else {
            throw Failure(.badCurrency, "“\(word.prefix(20))” is not a currency of three letters.", kind: .usage)
        }
        return currency
    }

    /// Returns the number of students of each belt, with their mean mastery.
    private static func belts(_ view: ClubView) -> StyledText {
        Dictionary(grouping: view.candidates, by: \.belt.name).sorted {
            ($1.value.count, $0.key) < ($0.value.count, $1.key)
        }
        .enumerated().map { place, group in
            let masteries = group.value.compactMap(\.mastery)
            let mean: StyledText =
                masteries.count < SharedCount.minimumPeople
                ? "" : " (\(masteries.reduce(0, +) / masteries.count) % known)"
            return (place == 0 ? "" : ", ") + "\(group.value.count) × \(group.key)" + mean
        }.joined()
    }

    /// Returns the commands to suggest after the overview.
    private static func next(_ view: ClubView) -> [String] {
        view.visitors.isEmpty
            ? ["club student add NAME --belt 10k"] : ["club attendance mark NAME…", "club lesson", "club grading"]
    }

    /// Returns the overview of a roll: facts, and a table of the candidates.
    private static func blocks(_ view: ClubView, _ suggestionCount: Int) -> [Block] {
        guard !view.visitors.isEmpty else {
            return [.heading(StyledText(view.club.name)), .paragraph("Nobody is on the roll yet.")]
        }
        let rows = view.candidates.map { candidate in
            [
                StyledText(candidate.student.name), StyledText(candidate.belt.name), StyledText("\(candidate.months)"),
                StyledText("\(candidate.classes)"),
                StyledText(candidate.mastery.map { "\($0) %" } ?? "–"),
                candidate.isReady
                    ? StyledText("ready", .good)
                    : StyledText("wants \(candidate.missing.joined(separator: ", "))", .muted),
            ]
        }
        let columns = [
            Table.Column("Student", room: .main), Table.Column("Belt"), Table.Column("Months", alignsRight: true),
            Table.Column("Classes", alignsRight: true), Table.Column("Known", alignsRight: true),
            Table.Column("Grading"),
        ]
        let missingText = view.missing.prefix(5).map { "\($0.student.name) (\(counted($0.daysAway, "day")))" }.joined(
            separator: ", ")
        let readyCount = view.candidates.count(where: \.isReady)
        let owing = view.bills.filter { $0.account.owed > 0 }
        let owed = owing.reduce(0) { $0 + $1.account.owed }
        var facts: [(name: String, value: StyledText)] = [
            ("Trains", StyledText(counted(view.visitors.count, "student"))),
            (
                "Ready",
                readyCount == 0
                    ? "nobody for a grading yet" : StyledText("\(counted(readyCount, "student")) for a grading")
            ),
            ("Belts", ClubSetupCommands.belts(view)),
        ]
        if !missingText.isEmpty { facts.append(("Missing", StyledText(missingText, .warning))) }
        if owed > 0 {
            facts.append(
                ("Open fees", StyledText("\(view.club.currency.text(owed)) from \(counted(owing.count, "student"))")))
        }
        if suggestionCount > 0 { facts.append(("Handed in", StyledText(counted(suggestionCount, "tip")))) }
        return [.heading(StyledText(view.club.name)), .facts(facts), .gap, .table(Table(columns, rows: rows))]
    }
}
