import Kernel

/// A payment as recorded by the instructor. The app takes no money.
package struct FeePayment: Codable, Hashable, Sendable, Storable {
    package let id: Identifier<FeePayment>
    package let club: Identifier<ClubRecord>
    package let student: Identifier<Student>
    /// The paid amount in the currency's smallest unit.
    package let minor: Int
    package let day: Day
    /// A comment, which may be empty.
    package let note: String

    static let byStudent = Index<FeePayment, IndexKey>.ordered("student") { IndexKey($0.student, $0.day, $0.id) }
    static let byClub = Index<FeePayment, IndexKey>.ordered("club") { IndexKey($0.club, $0.day, $0.id) }
    package static let collection = RecordCollection<FeePayment>("club.payments", indexes: [byStudent, byClub])
}

/// A student's fees.
package struct Bill: Sendable {
    package let student: Student
    package let account: FeeAccount
    package let currency: Currency

    /// A reminder for a student who owes money, or nil if nothing is owed.
    package var reminder: String? {
        guard account.owed > 0, let until = account.dueDay else { return nil }
        let salutation = student.guardian.isEmpty ? "Dear \(student.name)" : "For \(student.name) (\(student.guardian))"
        let isOverdue = account.overdue > 0
        let due =
            isOverdue
            ? "\(currency.text(account.overdue)) of it was due, the first by \(until)." : "Please pay by \(until)."
        let owed = currency.text(account.owed)
        if account.open.count == 1 {
            return
                "\(salutation): \(owed) is open for \(account.open[0].plan) from \(account.open[0].from). \(due)"
        }
        let openCharges = account.open.map { "\(currency.text($0.minor)) for \($0.plan) from \($0.from)" }
        return "\(salutation): \(owed) is open: \(openCharges.joined(separator: ", ")). \(due)"
    }
}
