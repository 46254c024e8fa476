import Documents
import Kernel

extension ClubRoll {
    /// Offers a plan, or changes what one of that name costs from now on; who has it already keeps the price that was agreed on.
    ///
    /// - Parameters:
    ///   - amount: as people write it, in the club's currency.
    ///   - grace: so many days after the beginning of a cycle it must be paid.
    /// - Throws: `badClubName`, `badAmount`, `tooManyPlans`.
    public func offer(_ name: String, amount: String, every cycle: FeePlan.Cycle, grace: Int = 14) throws -> FeePlan {
        let plan = FeePlan(
            name: try ClubNames.plan(name), minor: try club.currency.minor(of: amount), cycle: cycle,
            grace: min(max(grace, 0), 60))
        try changeClub("Offered the plan \(plan.name)") { club in
            club.plans.removeAll { Folding.folded($0.name) == Folding.folded(plan.name) }
            guard club.plans.count < Club.mostPlans else {
                throw Failure(.tooManyPlans, "A club offers \(Club.mostPlans) plans at most.", kind: .usage)
            }
            club.plans.append(plan)
        }
        return plan
    }

    func changeClub(_ label: String, _ change: (inout Club) throws -> Void) throws {
        try store.write(undo: label) { unit in
            guard var club = try unit.record(club.id) else {
                throw Failure(.clubNotFound, "The club has been deleted in the meantime.")
            }
            try change(&club)
            try unit.put(club)
        }
    }

    /// Notes that somebody paid.
    ///
    /// - Parameter day: today when nil; no day ahead.
    /// - Throws: `studentNotFound`, `manyStudents`, `badAmount`, `futureDay`.
    public func pay(_ name: String, _ amount: String, on day: Day? = nil, note: String = "") throws -> Bill {
        let (minor, day) = (try club.currency.minor(of: amount), day ?? today)
        try expectPast(day, "The payment")
        let note = try ClubNames.optional(note, "A note", 200)
        return try store.write(undo: { "Noted a payment of \($0.student.name)" }) { unit in
            let student = try StudentNames(students(in: unit, left: true)).one(name)
            try unit.put(
                FeePayment(id: ids.next(), club: club.id, student: student.id, minor: minor, day: day, note: note))
            return try bill(of: student, in: unit)
        }
    }

    /// Everybody's fees: of whoever has a plan, had one or paid.
    public func bills() throws -> [Bill] {
        try store.read { unit in
            try students(in: unit, left: true).map { try bill(of: $0, in: unit) }
                .filter { !$0.student.fees.isEmpty || $0.account.paid > 0 }
        }
    }

    /// The fees of one.
    ///
    /// - Throws: `studentNotFound`, `manyStudents`.
    public func bill(of name: String) throws -> (bill: Bill, payments: [FeePayment]) {
        try store.read { unit in
            let student = try StudentNames(students(in: unit, left: true)).one(name)
            return (try bill(of: student, in: unit), try unit.records(FeePayment.byStudent.under(student.id)))
        }
    }

    private func bill(of student: Student, in unit: borrowing Transaction) throws -> Bill {
        let paid = try unit.records(FeePayment.byStudent.under(student.id)).reduce(0) { $0 + $1.minor }
        return Bill(student: student, account: FeeAccount(student.fees, paid: paid, on: today), currency: club.currency)
    }

    /// The bills as a table for a spreadsheet.
    public func billTable() throws -> String {
        let rows = try bills().map { bill in
            [
                bill.student.name, bill.student.guardian, bill.student.plan?.plan.name ?? "",
                club.currency.plain(bill.account.asked),
                club.currency.plain(bill.account.paid), club.currency.plain(bill.account.owed),
                club.currency.plain(bill.account.overdue), bill.account.until?.description ?? "", club.currency.code,
            ]
        }
        return CSV.text(
            [["student", "guardian", "plan", "asked", "paid", "owed", "overdue", "until", "currency"]] + rows)
    }
}
