import Kernel

/// Resolution of a typed name: the whole name, the alias, a unique first name, the row of the list,
/// or the ID.
struct StudentNames {
    private let students: [Student]
    /// The students by folded name, alias and ID.
    private let studentsByName: [String: [Student]]
    /// The active students by folded first name.
    private let studentsByFirstName: [String: [Student]]

    init(_ students: [Student]) {
        self.students = students
        studentsByName = Dictionary(
            grouping: students.flatMap { student in
                Set([Folding.folded(student.name), Folding.folded(student.alias), student.id.rawValue])
                    .filter { !$0.isEmpty }.map { ($0, student) }
            }, by: \.0
        ).mapValues { $0.map(\.1) }
        studentsByFirstName = Dictionary(grouping: students.filter { $0.left == nil }) {
            Folding.words($0.name).first ?? ""
        }
    }

    /// Returns every student that a typed name may mean.
    func resolve(_ typed: String) -> [Student] {
        let folded = Folding.folded(typed)
        guard !folded.isEmpty else { return [] }
        if let matches = studentsByName[folded] { return matches }
        if let matches = studentsByFirstName[folded] { return matches }
        if let row = NamingRule.row(typed), row <= students.count { return [students[row - 1]] }
        return []
    }

    /// Returns the only student that a typed name may mean.
    ///
    /// - Throws: `studentNotFound`, `manyStudents`.
    func uniqueMatch(_ typed: String) throws -> Student {
        let matches = resolve(typed)
        guard let student = matches.first else {
            throw Failure(
                .studentNotFound, "Nobody on the roll is called “\(typed.truncated)”.",
                advice: "`club student list` shows all; `club student add NAME` adds somebody.", kind: .usage,
                missingName: typed)
        }
        guard matches.count == 1 else {
            throw Failure(
                .manyStudents, "“\(typed.truncated)” may be \(matches.prefix(5).map(\.name).joined(separator: ", ")).",
                advice: "Write the whole name.", kind: .usage)
        }
        return student
    }

    /// Returns the named students once each, in the order of the names. It fails with the unknown
    /// names.
    func matches(_ typed: [String]) throws -> (students: [Student], twice: [Student]) {
        var seenIDs = Set<Identifier<Student>>()
        var students = [Student]()
        var repeated = [Student]()
        var unknownNames: [String] = []
        for name in typed {
            guard !resolve(name).isEmpty else {
                unknownNames.append(name)
                continue
            }
            let student = try uniqueMatch(name)
            if seenIDs.insert(student.id).inserted { students.append(student) } else { repeated.append(student) }
        }
        guard unknownNames.isEmpty else {
            let shown = listed(first: 5, of: unknownNames) { "“\($0.truncated)”" }
            throw Failure(
                .studentNotFound, "Nobody on the roll is called \(shown). Nobody was marked.",
                advice: "`club student add NAME` adds somebody; `club student list` shows all.", kind: .usage,
                missingName: unknownNames[0])
        }
        return (students, repeated)
    }
}
