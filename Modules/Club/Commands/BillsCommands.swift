import Club
import Groups
import Interface
import Kernel

/// `club bills` and its subcommands. The app records payments and takes no money.
struct BillsCommands: Sendable {
    let options: ClubOptions

    var commands: [Command] { [bills, plan, pay, show, remind, export] }

    private var bills: Command {
        Command(
            "club bills", "List who owes what, until when",
            discussion:
                "Fees follow from plans and from when a student has them. Payments settle the oldest cycle first; parts are fine.",
            examples: [
                .init("club bills", "everybody", runs: false), .init("club bills --open", "who owes", runs: false),
            ],
            .flag("open", "only who owes"), options.club, returns: .list(ClubFields.bill)
        ) { onlyOpen, club in
            let roll = try options.roll(club)
            let bills = try roll.bills().filter { !onlyOpen || $0.account.owed > 0 }
            let owed = bills.reduce(0) { $0 + $1.account.owed }
            return .list(
                bills, ClubFields.bill, heading: StyledText("\(roll.club.currency.text(owed)) open"),
                empty: onlyOpen ? "Nobody owes anything." : "Nobody has a fee plan yet.",
                next: bills.isEmpty
                    ? ["club bills plan NAME AMOUNT"] : ["club bills pay NAME AMOUNT", "club bills remind"])
        }
    }

    private var plan: Command {
        Command(
            "club bills plan", "Offer a fee plan, or change what it costs from now on",
            discussion:
                "Who has the plan already keeps the price that was agreed on; `club student change NAME --plan PLAN` gives them the new one.",
            examples: [.init("club bills plan adult 35 --every month", "35.00 each month", runs: false)],
            .argument("name", .text("NAME", limit: FeePlan.longestName), "what the plan is called"),
            .argument("amount", .text("AMOUNT", limit: 20), "how much, as in 35 or 35.50"),
            Parameter<FeePlan.Cycle>.option("every", .choice("CYCLE"), default: .month, "how often"),
            .option(
                "grace", .integer(0...60), default: 14, "days after the beginning of a cycle until it must be paid"),
            options.club, returns: .one(ClubFields.plan), changes: true
        ) { name, amount, cycle, grace, club in
            let roll = try options.roll(club)
            let plan = try roll.offerPlan(name, amount: amount, every: cycle, grace: grace)
            return .changed(
                "Offered \(plan.name): \(roll.club.currency.text(plan.minor)) every \(plan.cycle.rawValue).", plan,
                ClubFields.plan, next: ["club student change NAME --plan \(plan.name.shellWord)"])
        }
    }

    private var pay: Command {
        Command(
            "club bills pay", "Note that a student paid; no money is taken",
            examples: [.init("club bills pay mina 20 --note cash", "a part, in cash", runs: false)],
            .argument("student", options.student, ClubOptions.studentHelp),
            .argument("amount", .text("AMOUNT", limit: 20), "how much, as in 35 or 35.50"),
            .option("day", .pastDay, "the day; today if left out"),
            .option("note", .text("TEXT", limit: 200), "a word about it"),
            options.club, returns: .one(ClubFields.bill), changes: true
        ) { student, amount, day, note, club in
            let roll = try options.roll(club)
            let bill = try roll.recordPayment(student, amount, on: day, note: note ?? "")
            options.updateReports(roll)
            let balance =
                bill.account.owed > 0 ? "\(bill.currency.text(bill.account.owed)) is open." : "Nothing is open."
            return .changed(
                "Noted for \(bill.student.name) (\(bill.student.id)). \(balance)", bill, ClubFields.bill,
                next: ["undo", "club bills"])
        }
    }

    private var show: Command {
        Command(
            "club bills show", "Show a student's fees: what is open, what was paid",
            examples: [.init("club bills show mina", "her fees", runs: false)],
            .argument("student", options.student, ClubOptions.studentHelp), options.club, returns: .one(ClubFields.bill)
        ) { student, club in
            let (bill, payments) = try options.roll(club).bill(of: student)
            let openRows = bill.account.open.map {
                ["\($0.from)", $0.plan, bill.currency.plain($0.minor), "by \($0.due)"].map { StyledText($0) }
            }
            let paymentRows = payments.map {
                ["\($0.day)", $0.note, bill.currency.plain($0.minor), "paid"].map { StyledText($0) }
            }
            let columns = [
                Table.Column("Day"), Table.Column("For", room: .main), Table.Column("Amount", alignsRight: true),
                Table.Column(""),
            ]
            return .one(
                bill, ClubFields.bill,
                blocks: [
                    .heading(BillsCommands.statusText(bill)),
                    .table(Table(columns, rows: openRows + paymentRows)),
                ], next: ["club bills pay \(bill.student.name.shellWord) AMOUNT"])
        }
    }

    /// Returns the student's open or prepaid amount.
    private static func statusText(_ bill: Bill) -> StyledText {
        let prepaid = bill.account.prepaid
        return prepaid > 0
            ? StyledText("\(bill.student.name): nothing open, \(bill.currency.text(prepaid)) paid ahead")
            : StyledText("\(bill.student.name): \(bill.currency.text(bill.account.owed)) open")
    }

    private var remind: Command {
        Command(
            "club bills remind", "Write a reminder for everybody who owes, to be copied or sent",
            examples: [.init("club bills remind --late", "who should have paid by now", runs: false)],
            .flag("late", "only who should have paid by now"),
            .flag("send", "tell students and guardians who are in the shared club"), options.club,
            returns: .list(BillsCommands.reminderFields), changes: true
        ) { onlyLate, sends, club in
            let roll = try options.roll(club)
            let bills = try roll.bills().filter { onlyLate ? $0.account.overdue > 0 : $0.account.owed > 0 }
            var output = Output.list(
                bills, BillsCommands.reminderFields, empty: "Nobody owes anything.", next: ["club bills"])
            if !bills.isEmpty {
                output.blocks = Array(
                    bills.compactMap(\.reminder).flatMap { [.gap, Block.paragraph(StyledText($0))] }.dropFirst())
            }
            if sends { output.notice = try send(bills, roll) }
            return output
        }
    }

    /// Sends bills to the members of a shared club.
    ///
    /// - Returns: A sentence about the result.
    private func send(_ bills: [Bill], _ roll: ClubRoll) throws -> String {
        guard let (circle, snapshot) = try options.snapshot(of: roll, .userInitiated) else {
            // Fails with advice for a club that is not shared.
            _ = try options.circle().group(roll.club.name)
            return ""
        }
        let links = try roll.links(to: snapshot)
        let billsOfMembers = bills.compactMap { bill in links[bill.student.id].map { (bill, $0) } }
        guard !billsOfMembers.isEmpty else { return "Nobody of them is in the shared club: nothing was sent." }
        let sending = try billsOfMembers.reduce(SubmissionOutcome.arrived) {
            try $0.combined(circle.report($1.0, to: $1.1, in: snapshot.group))
        }
        return ClubOptions.deliveryMessage("Sent \(counted(billsOfMembers.count, "reminder")).", sending)
    }

    private static let reminderFields: [Field<Bill>] = [
        Field("student", title: "Student", "who") { .text($0.student.name) },
        Field("guardian", title: "Guardian", "who answers for them; empty for nobody") { .text($0.student.guardian) },
        Field("text", title: "Reminder", "what to write to them", room: .main) { .text($0.reminder) },
    ]

    private var export: Command {
        Command(
            "club bills export", "Write everybody's fees as CSV",
            examples: [.init("club bills export --to fees.csv", "for a spreadsheet", runs: false)],
            options.club, .destination(.option("to", .outputFile, "the file to write; left out, standard output")),
            returns: .list(ClubFields.bill)
        ) { club, destination in
            let roll = try options.roll(club)
            return try destination.write(
                Array(roll.billTable().utf8), "the fees", orList: try roll.bills(), ClubFields.bill)
        }
    }
}
