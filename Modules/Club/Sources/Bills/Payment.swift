import Kernel

/// Money that somebody handed over, as it was noted. The app takes none.
public struct FeePayment: Codable, Hashable, Sendable, Storable {
    /// Its own name.
    public let id: Identifier<FeePayment>
    /// Whose it is.
    public let club: Identifier<Club>
    /// Who paid.
    public let student: Identifier<Student>
    /// In the currency's smallest unit.
    public let minor: Int
    /// When.
    public let day: Day
    /// A word about it; may be empty.
    public let note: String

    static let byStudent = Index<FeePayment, IndexKey>.ordered("student") { IndexKey($0.student, $0.day, $0.id) }
    static let byClub = Index<FeePayment, IndexKey>.ordered("club") { IndexKey($0.club, $0.day, $0.id) }
    /// Where payments are kept.
    public static let collection = RecordCollection<FeePayment>("club.payments", indexes: [byStudent, byClub])
}

/// Somebody's fees.
public struct Bill: Sendable {
    /// Who.
    public let student: Student
    /// Where they stand.
    public let account: FeeAccount
    /// What it is counted in.
    public let currency: Currency

    /// What is written to whoever owes; nil where nothing is owed.
    public var reminder: String? {
        guard account.owed > 0, let until = account.until else { return nil }
        let whom = student.guardian.isEmpty ? "Dear \(student.name)" : "For \(student.name) (\(student.guardian))"
        let isLate = account.overdue > 0
        let when = isLate ? "\(currency.text(account.overdue)) of it was due, the first by \(until)." : "Please pay by \(until)."
        let all = currency.text(account.owed)
        if account.open.count == 1 {
            return "\(whom): \(all) is open for \(account.open[0].plan) from \(account.open[0].from). \(when)"
        }
        let cycles = account.open.map { "\(currency.text($0.minor)) for \($0.plan) from \($0.from)" }
        return "\(whom): \(all) is open: \(cycles.joined(separator: ", ")). \(when)"
    }
}
