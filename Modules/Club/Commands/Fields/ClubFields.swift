import Club
import Interface
import Kernel

/// The fields of clubs, students, classes and bills for `--json` and `--plain`.
enum ClubFields {
    static let club: [Field<ClubRecord>] = [
        Field("id", title: "Id", "the club") { .text($0.id.rawValue) },
        Field("name", title: "Name", "what it is called") { .text($0.name) },
        Field("currency", title: "Currency", "what fees are counted in") { .text($0.currency.code) },
        Field("began", title: "Began", "when it was begun here") { .day($0.began) },
    ]

    static let assigned: [Field<ClubTask>] = [
        Field("kind", "set, pattern or page") { .text($0.kind.rawValue) },
        Field("id", "its name in the content") { .text($0.piece.id) },
        Field("title", "what people read") { .text($0.piece.title) },
        Field("until", "the last day") { .day($0.until) },
    ]

    static let notice: [Field<ClubNotice>] = [
        Field("kind", "news, feature, challenge or tip") { .text($0.kind.rawValue) },
        Field("text", "what it says") { .text($0.text) },
    ]

    static let student: [Field<Student>] = [
        Field("id", "the student") { .text($0.id.rawValue) },
        Field("name", title: "Name", "what they are called", room: .main) { .text($0.name) },
        Field("belt", title: "Belt", "the short form of the belt") { .text($0.belt) },
        Field("since", title: "Since", "since when they wear it") { .day($0.since) },
        Field("plan", title: "Plan", "their fee plan; null without one") { .text($0.plan?.plan.name) },
        Field("guardian", title: "Guardian", "who answers for them; empty for nobody") { .text($0.guardian) },
        Field("alias", "what the leaderboard calls them; empty for who does not stand there") { .text($0.alias) },
        Field("member", "who they were said to be in the shared club; null where that goes by the name") {
            .text($0.member)
        },
        Field("joined", "when they came") { .day($0.joined) },
        Field("left", "when they left; null while they train") { .day($0.left) },
    ]

    static let marked: [Field<MarkedClass>] = [
        Field("day", "the day of the class") { .day($0.day) },
        Field("class", "what it is called") { .text($0.lesson) },
        Field("marked", "who was marked now") { .texts($0.marked.map(\.name)) },
        Field("before", "who had been marked before") { .texts($0.alreadyMarked.map(\.name)) },
        Field("twice", "who was named more than once") { .texts($0.repeated.map(\.name)) },
    ]

    static let visit: [Field<StudentAttendance.Visit>] = [
        Field("day", title: "Day", "the day") { .day($0.day) },
        Field("class", title: "Class", "what it is called", room: .main) { .text($0.lesson) },
    ]

    static let contributors: [Field<Contributor>] = [
        Field("name", title: "Name", "the alias that they chose", room: .main) { .text($0.name) },
        Field("count", title: "Brought", "tips and packs of theirs", alignsRight: true) { .integer($0.count) },
    ]

    static let heldClass: [Field<HeldClass>] = [
        Field("day", title: "Day", "the day") { .day($0.day) },
        Field("class", title: "Class", "what it is called") { .text($0.lesson) },
        Field("count", title: "There", "how many were there", alignsRight: true) { .integer($0.students.count) },
        Field("students", title: "Who", "who was there", room: .main) { .texts($0.students.map(\.name)) },
    ]

    static let visitor: [Field<Visitor>] = [
        Field("name", title: "Name", "who", room: .main) { .text($0.student.name) },
        Field("belt", title: "Belt", "the short form of the belt") { .text($0.student.belt) },
        Field("last", title: "Last here", "when they were last there; null for never") { .day($0.last) },
        Field("away", title: "Days", "days since then, or since they came", alignsRight: true) {
            .integer($0.daysAway)
        },
        Field("guardian", title: "Guardian", "who answers for them; empty for nobody") { .text($0.student.guardian) },
    ]

    static let plan: [Field<FeePlan>] = [
        Field("name", title: "Plan", "what it is called") { .text($0.name) },
        Field("minor", title: "Amount", "how much, in the smallest unit", alignsRight: true) { .integer($0.minor) },
        Field("every", title: "Every", "month, quarter, half or year") { .text($0.cycle.rawValue) },
        Field("grace", "days after the beginning of a cycle until it must be paid") { .integer($0.grace) },
    ]

    static let bill: [Field<Bill>] = [
        Field("student", title: "Student", "who", room: .main) { .text($0.student.name) },
        Field("plan", title: "Plan", "the plan that they have now; null without one") {
            .text($0.student.plan?.plan.name)
        },
        Field(
            "owed", title: "Owes", "what is open, in the smallest unit", alignsRight: true,
            cell: { amount($0.account.owed, $0) }
        ) {
            .integer($0.account.owed)
        },
        Field(
            "overdue", title: "Late", "what was due by now", alignsRight: true, cell: { amount($0.account.overdue, $0) }
        ) {
            .integer($0.account.overdue)
        },
        Field("until", title: "Until", "when the oldest open cycle is to be paid; null where nothing is owed") {
            .day($0.account.dueDay)
        },
        Field("asked", "all that was asked for until today") { .integer($0.account.charged) },
        Field("paid", "all that was paid") { .integer($0.account.paid) },
        Field("ahead", "what was paid ahead") { .integer($0.account.prepaid) },
        Field("next", "when the next cycle begins; null where no plan lasts") { .day($0.account.next?.from) },
        Field("currency", "what it is counted in") { .text($0.currency.code) },
    ]

    /// Returns an amount for a table, with a dash for zero.
    private static func amount(_ minor: Int, _ bill: Bill) -> StyledText {
        StyledText(minor == 0 ? "–" : bill.currency.plain(minor), minor == 0 ? .muted : .plain)
    }
}
