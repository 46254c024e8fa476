import Kernel

/// Whom people mean: by the whole name, the alias, the first name where one student alone has it, the row of the list, or the id.
struct StudentNames {
    private let students: [Student]
    private let byWhole: [String: [Student]]
    private let byFirst: [String: [Student]]

    /// Students in the order of the list.
    init(_ students: [Student]) {
        self.students = students
        byWhole = Dictionary(
            grouping: students.flatMap { student in
                Set([Folding.folded(student.name), Folding.folded(student.alias), student.id.rawValue])
                    .filter { !$0.isEmpty }.map { ($0, student) }
            }, by: \.0
        ).mapValues { $0.map(\.1) }
        byFirst = Dictionary(grouping: students.filter { $0.left == nil }) { Folding.words($0.name).first ?? "" }
    }

    func meant(_ typed: String) -> [Student] {
        let wanted = Folding.folded(typed)
        guard !wanted.isEmpty else { return [] }
        if let whole = byWhole[wanted] { return whole }
        if let first = byFirst[wanted] { return first }
        if let row = NamingRule.row(typed), row <= students.count { return [students[row - 1]] }
        return []
    }

    func one(_ typed: String) throws -> Student {
        let found = meant(typed)
        guard let student = found.first else {
            throw Failure(
                .studentNotFound, "Nobody on the roll is called “\(typed.short)”.",
                advice: "`club student list` shows all; `club student add NAME` adds somebody.", kind: .usage, absent: typed)
        }
        guard found.count == 1 else {
            throw Failure(
                .manyStudents, "“\(typed.short)” may be \(found.prefix(5).map(\.name).joined(separator: ", ")).",
                advice: "Write the whole name.", kind: .usage)
        }
        return student
    }

    /// All of them, each once, in the order in which they were named, or a failure that names whoever is unknown.
    func all(_ typed: [String]) throws -> (students: [Student], twice: [Student]) {
        var (seen, students, twice) = (Set<Identifier<Student>>(), [Student](), [Student]())
        var unknown: [String] = []
        for name in typed {
            guard !meant(name).isEmpty else {
                unknown.append(name)
                continue
            }
            let student = try one(name)
            if seen.insert(student.id).inserted { students.append(student) } else { twice.append(student) }
        }
        guard unknown.isEmpty else {
            let shown = listed(first: 5, of: unknown) { "“\($0.short)”" }
            throw Failure(
                .studentNotFound, "Nobody on the roll is called \(shown). Nobody was marked.",
                advice: "`club student add NAME` adds somebody; `club student list` shows all.", kind: .usage, absent: unknown[0])
        }
        return (students, twice)
    }
}
