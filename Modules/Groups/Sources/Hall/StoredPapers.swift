import Kernel

// What becomes of papers in a store.
extension StoredHall {
    /// No more papers of one author are taken on one day, whenever they were written.
    package static let mostPapersADay = 500

    /// The papers that the statutes let them read, by time.
    public func papers(_ kinds: Set<String>?) throws -> [Paper] {
        try looking { unit in
            let all: [Paper] =
                if let kinds {
                    try kinds.flatMap { try unit.unit.transaction.records(StoredPaper.byKind.under($0)).compactMap(\.paper) }
                } else { try unit.all() }
            return try all.filter(unit.sees).sorted { ($0.writtenAt, $0.id) < ($1.writtenAt, $1.id) }
        }
    }

    /// Takes a paper once.
    public func write(_ paper: Paper) throws -> Bool {
        try changing { unit in
            let kind = try unit.kind(paper.kind)
            if let known = try unit.stored(paper.id) {
                guard known.author == paper.author, try unit.mayWrite(as: paper.author) else {
                    throw Failure.paperIDTaken(paper.id)
                }
                return false
            }
            try unit.judge(paper, of: kind)
            if kind.isOnce, try unit.isAnswered(paper) { return false }
            let today = time.today()
            guard try unit.hasRoom(paper.author, on: today) else { throw Failure.papersFull }
            try unit.unit.transaction.put(StoredPaper(unit.signed(paper), takenOn: today))
            return true
        }
    }

    /// Replaces what a paper says, and for whom.
    public func change(_ id: Identifier<Paper>, to content: [UInt8], label: String?, for audience: Audience) throws {
        try changing { unit in
            var paper = try unit.visible(id)
            try unit.require(.change, paper.kind, unit.reaches(paper))
            (paper.content, paper.label, paper.audience, paper.changedAt) = (content, label, audience, time.now())
            try unit.judgeContent(paper, of: unit.kind(paper.kind))
            try unit.unit.transaction.put(StoredPaper(paper, takenOn: unit.stored(id)?.takenOn))
        }
    }

    /// Empties a paper, and whatever answers it.
    public func withdraw(_ id: Identifier<Paper>) throws {
        try changing { unit in
            if let sheet = try unit.stored(id), sheet.paper == nil, try unit.mayWrite(as: sheet.author) { return }
            let paper = try unit.visible(id)
            try unit.require(.withdraw, paper.kind, unit.reaches(paper))
            try unit.empty(paper)
        }
    }

    /// People by label, from the floor of the kind on.
    public func counts(of name: String) throws -> [LabelCount] {
        try looking { unit in
            let kind = try unit.kind(name)
            try unit.require(.count, name, [.all])
            guard let floor = kind.floor else { throw statutes.refusal(.count, name, unit.me.role) }
            let papers = try unit.unit.transaction.records(StoredPaper.byKind.under(name)).compactMap(\.paper)
                .filter { $0.audience != .author }
            let authors = Dictionary(grouping: papers.filter { $0.label != nil }, by: { $0.label ?? "" })
                .mapValues { Set($0.map(\.author)).count }
            return authors.filter { $0.value >= floor }.map { LabelCount(label: $0.key, people: $0.value) }
                .sorted { $0.label.utf8.lexicographicallyPrecedes($1.label.utf8) }
        }
    }
}

extension HallUnit {
    func kind(_ name: String) throws -> PaperKind {
        guard let kind = statutes.kinds[name] else { throw Failure.paperKindUnknown(name) }
        return kind
    }

    func mayWrite(as author: Identifier<Member>) throws -> Bool { author == me.id || wards.contains { $0.id == author } }

    /// - Throws: what keeps a paper from being taken.
    func judge(_ paper: Paper, of kind: PaperKind) throws {
        guard try mayWrite(as: paper.author) else { throw statutes.refusal(.write, kind.name, me.role) }
        // In a ward's name it is the ward's paper, and what a guardian may write is said by that reach alone.
        let reaches: Set<Reach> = paper.author == me.id ? reaches(paper) : [.ofWards]
        try require(.write, kind.name, reaches)
        if let about = paper.about { _ = try here(about) }
        try judgeContent(paper, of: kind)
        guard kind.answers.isEmpty == (paper.answers == nil) else { throw statutes.refusal(.write, kind.name, me.role) }
        if let answered = paper.answers {
            let above = try visible(answered)
            let standing = paper.author == me.id ? self.reaches(above) : Reach.of(try here(paper.author), to: above, wards: [])
            guard let wanted = kind.answers[above.kind], !wanted.isDisjoint(with: standing) else {
                throw statutes.refusal(.write, kind.name, me.role)
            }
        }
    }

    func judgeContent(_ paper: Paper, of kind: PaperKind) throws {
        guard paper.content.count <= kind.limit else { throw Failure.paperTooLarge(kind.limit) }
        if let label = paper.label, try GroupWording.name.kept(label, "The label") != label {
            throw Failure.paperKindUnknown(label)
        }
        for one in paper.audience.named { _ = try here(one) }
        if case .role(let role) = paper.audience, !statutes.roles.contains(role) {
            throw Failure.roleUnknown(role, statutes.roles)
        }
    }

    /// The paper with its writer as they are known here, whatever it says of that itself.
    func signed(_ paper: Paper) -> Paper {
        Paper(
            id: paper.id, kind: paper.kind, author: paper.author, writer: paper.author == me.id ? nil : me.id, about: paper.about,
            answers: paper.answers, audience: paper.audience, label: paper.label, content: paper.content,
            writtenAt: paper.writtenAt, day: paper.day)
    }

    func isAnswered(_ paper: Paper) throws -> Bool {
        let others = try unit.transaction.records(
            paper.answers.map { StoredPaper.byAnswered.under($0) } ?? StoredPaper.byKind.under(paper.kind))
        return others.contains {
            $0.kind == paper.kind && $0.author == paper.author && $0.paper?.answers == paper.answers
        }
    }

    func hasRoom(_ author: Identifier<Member>, on day: Day) throws -> Bool {
        let day = IndexKey(author, day)
        return try unit.transaction.count(StoredPaper.byDay.from(day, through: day)) < StoredHall.mostPapersADay
    }
}
