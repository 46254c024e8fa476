import Club
import ClubCommands
import Composition
import Content
import ContentAdapters
import Groups
import GroupsAdapters
import Kernel
import Learning
import Practice
import Profiles

extension ClubPlugin {
    /// The clubs that whoever is at the terminal keeps and shares; what belts learn comes from their packs, where they stand from their lessons.
    static func dojang(_ study: StudyRoom, _ family: Family, _ shelf: DevicePacks) -> some Plugin {
        let (environment, store) = (study.environment, study.store)
        let own: @Sendable () throws -> any Store = { store.scoped(to: try study.chosen().partition) }
        let whose: @Sendable (String?) throws -> StudyRoom = { child in
            try child.map(family.member(named:)).map { one in StudyRoom(environment, store: store, shelf) { one } } ?? study
        }
        return ClubPlugin(
            book: { ClubBook(try own(), ids: environment.ids, time: environment.time, programme: Programme(of: study)) },
            circle: { ClubCircle(environment.clubs(of: try study.chosen().id.rawValue, try own()), time: environment.time) },
            own: OwnLearning(of: study, whose: whose), random: environment.random, whole: environment.absolute)
    }
}

extension Environment {
    /// The way to clubs; each profile has a key of its own.
    fileprivate func clubs(of profile: String, _ store: any Store) -> Membership {
        let home = GroupHome(
            variables, own: dataDirectory, isOther: options.dataDirectory != nil, isKept: !isPassing,
            isRehearsal: options.isDryRun)
        let person = home.person(profile, ids: ids, time: time)
        let access = home.access(.club, for: person, profile, notes: notes, opening: opened.add)
        return Membership(.club, store: store, access: access, person: person)
    }
}

extension Programme {
    /// What the packs of a learner say, their variant among them.
    fileprivate init(of study: StudyRoom) {
        self.init(
            belts: { try study.lessons().book.belts.belts.map { ClubBelt($0.id, name: $0.name, look: $0.belt) } },
            meant: { try study.lessons().book.belts.belt(named: $0).id },
            matter: {
                let book = try study.lessons().book
                return book.belts.belts.map { BeltMatter(of: $0.grade, in: book) }
            })
    }
}

extension BeltMatter {
    fileprivate init(of grade: Grade, in book: LessonBook) {
        self.init(
            belt: grade.id,
            patterns: book.headings.filter { $0.grade == grade && !$0.isDrill }.map { Piece($0.id, $0.name) },
            lines: book.lines.filter { $0.grade == grade }.flatMap(\.exercises).map {
                ($0.parts + [$0.way.rawValue]).joined(separator: ", ")
            },
            sparring: book.exercises.filter { $0.grade == grade }.map { Piece($0.id, $0.name) },
            pages: book.topics.filter { $0.grade == grade }.map { Piece($0.id, $0.title) })
    }
}

extension OwnLearning {
    /// - Parameter whose: the lessons of whoever is at the terminal, or those of a child by the name of its profile.
    fileprivate init(of study: StudyRoom, whose: @escaping @Sendable (String?) throws -> StudyRoom) {
        self.init(
            name: { try study.chosen().name }, isChild: { try study.chosen().isChild },
            standing: { try ClubDisclosure($0, of: whose($1)) },
            practice: { since, child in
                let days = try whose(child).log().days().filter { $0.day >= since }
                return (days.reduce(0) { $0 + $1.answers }, Set(days.map(\.day)).count)
            })
    }
}

extension ClubDisclosure {
    /// What a learner would share of a kind: of their own belt, in whole percents.
    fileprivate init(_ kind: SharedKind, of study: StudyRoom) throws {
        let grade = try study.learner().grade
        var (levels, noted): ([(title: String, level: Int)], [String]) = ([], [])
        switch kind {
        case .theory:
            let pages = try study.lessons().pageStandings().filter { $0.topic.grade == grade }
            levels = pages.map { ($0.topic.title, $0.standing.level) }
        case .patterns:
            let all = try study.patterns().standings().filter { $0.heading.grade == grade && !$0.heading.isDrill }
            levels = all.map { ($0.heading.name, $0.level) }
        case .attendance:
            let since = study.environment.time.today().adding(days: -29)
            noted = Set(try study.log().days().map(\.day)).filter { $0 >= since }.sorted().map(\.description)
        case .gradings:
            let real = try study.gradings().history().filter { $0.kind == .real }
            noted = real.map { "\($0.day), \($0.grade): \($0.result.rawValue)" }
        }
        self.init(kind, belt: grade.id, levels: levels, noted: noted)
    }
}
