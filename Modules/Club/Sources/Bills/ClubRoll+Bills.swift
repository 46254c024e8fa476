import Documents
import Kernel

/// The fees of students.
extension ClubRoll {
    /// Adds a plan, or changes its future price. Students with the plan keep their agreed price.
    ///
    /// - Parameters:
    ///   - amount: The amount as typed, in the club's currency.
    ///   - grace: The days after the start of a cycle by which it must be paid.
    /// - Throws: `badClubName`, `badAmount`, `tooManyPlans`.
    package func offerPlan(_ name: String, amount: String, every cycle: FeePlan.Cycle, grace: Int = 14) throws
        -> FeePlan
    {
        let plan = FeePlan(
            name: try ClubNames.plan(name), minor: try club.currency.minor(of: amount), cycle: cycle,
            grace: min(max(grace, 0), 60))
        try changeClub("Offered the plan \(plan.name)") { club in
            club.plans.removeAll { Folding.folded($0.name) == Folding.folded(plan.name) }
            guard club.plans.count < ClubRecord.maximumPlans else {
                throw Failure(.tooManyPlans, "A club offers \(ClubRecord.maximumPlans) plans at most.", kind: .usage)
            }
            club.plans.append(plan)
        }
        return plan
    }

    /// Changes the stored club in one unit of work. The label names the change for `undo`.
    func changeClub(_ label: String, _ change: (inout ClubRecord) throws -> Void) throws {
        try store.write(undo: label) { transaction in
            guard var club = try transaction.record(club.id) else {
                throw Failure(.clubNotFound, "The club has been deleted in the meantime.")
            }
            try change(&club)
            try transaction.put(club)
        }
    }

    /// Records a payment.
    ///
    /// - Parameter day: The day, or nil for today. It must not be in the future.
    /// - Throws: `studentNotFound`, `manyStudents`, `badAmount`, `futureDay`.
    package func recordPayment(_ name: String, _ amount: String, on day: Day? = nil, note: String = "") throws -> Bill {
        let minor = try club.currency.minor(of: amount)
        let day = day ?? today
        try expectPast(day, "The payment")
        let note = try ClubNames.optional(note, "A note", 200)
        return try store.write(undo: { "Noted a payment of \($0.student.name)" }) { transaction in
            let student = try StudentNames(students(in: transaction, includingFormer: true)).uniqueMatch(name)
            try transaction.put(
                FeePayment(id: ids.next(), club: club.id, student: student.id, minor: minor, day: day, note: note))
            return try bill(of: student, in: transaction)
        }
    }

    /// Returns the balances of all students with a plan, a former plan or a payment.
    package func bills() throws -> [Bill] {
        try store.read { transaction in
            try students(in: transaction, includingFormer: true).map { try bill(of: $0, in: transaction) }
                .filter { !$0.student.fees.isEmpty || $0.account.paid > 0 }
        }
    }

    /// Returns the balance of one student.
    ///
    /// - Throws: `studentNotFound`, `manyStudents`.
    package func bill(of name: String) throws -> (bill: Bill, payments: [FeePayment]) {
        try store.read { transaction in
            let student = try StudentNames(students(in: transaction, includingFormer: true)).uniqueMatch(name)
            return (
                try bill(of: student, in: transaction), try transaction.records(FeePayment.byStudent.under(student.id))
            )
        }
    }

    /// Returns the balance of a student as of today.
    private func bill(of student: Student, in transaction: borrowing Transaction) throws -> Bill {
        let paid = try transaction.records(FeePayment.byStudent.under(student.id)).reduce(0) { $0 + $1.minor }
        return Bill(student: student, account: FeeAccount(student.fees, paid: paid, on: today), currency: club.currency)
    }

    /// Returns the balances as a table for a spreadsheet.
    package func billTable() throws -> String {
        let rows = try bills().map { bill in
            [
                bill.student.name, bill.student.guardian, bill.student.plan?.plan.name ?? "",
                club.currency.plain(bill.account.charged),
                club.currency.plain(bill.account.paid), club.currency.plain(bill.account.owed),
                club.currency.plain(bill.account.overdue), bill.account.dueDay?.description ?? "", club.currency.code,
            ]
        }
        return CSV.text(
            [["student", "guardian", "plan", "asked", "paid", "owed", "overdue", "until", "currency"]] + rows)
    }
}
