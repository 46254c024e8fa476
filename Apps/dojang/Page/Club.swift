import Club
import ClubCommands
import Composition
import Content
import Groups
import GroupsAdapters
import Kernel
import Learning
import Practice
import Profiles

extension ClubPlugin {
    /// The clubs that whoever is at the terminal keeps and shares; what belts learn comes from their packs, where they stand from their lessons.
    static func dojang(_ environment: Environment, store: any Store, _ study: StudyRoom) -> some Plugin {
        let own: @Sendable () throws -> any Store = { store.scoped(to: try study.chosen().partition) }
        return ClubPlugin(
            book: {
                ClubBook(try own(), ids: environment.ids, time: environment.time, programme: Programme(of: study))
            },
            circle: {
                let person = environment.clubPerson(try study.chosen())
                let membership = Membership(
                    .club, store: try own(), access: environment.clubAccess(for: person), person: person)
                return ClubCircle(membership, time: environment.time)
            }, own: OwnStanding(of: study), random: environment.random, whole: environment.absolute)
    }
}

extension Environment {
    /// Who goes to clubs from here: each profile has a key of its own.
    fileprivate func clubPerson(_ profile: Profile) -> GroupPerson {
        let file = MemberKeys.file { [self] in try dataDirectory() + "/club-keys/\(profile.id)" }
        return GroupPerson(
            keys: options.isDryRun ? .rehearsed(over: file) : file, ids: ids, time: time, chance: MemberKeys.chance)
    }

    fileprivate func clubAccess(for person: GroupPerson) -> GroupAccess {
        .shared(.club, for: person, in: GroupSurroundings(opening: opened.add), isRehearsal: options.isDryRun)
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
                "\($0.parts.joined(separator: ", ")), \($0.way.rawValue)"
            },
            sparring: book.exercises.filter { $0.grade == grade }.map { Piece($0.id, $0.name) },
            pages: book.topics.filter { $0.grade == grade }.map { Piece($0.id, $0.title) })
    }
}

extension OwnStanding {
    fileprivate init(of study: StudyRoom) {
        self.init(
            name: { try study.chosen().name }, isChild: { try study.chosen().isChild },
            standing: { try SharedStanding($0, of: study) },
            practice: { since in
                let days = try study.log().days().filter { $0.day >= since }
                return (days.reduce(0) { $0 + $1.answers }, Set(days.map(\.day)).count)
            })
    }
}

extension SharedStanding {
    /// What the learner would share of a kind: of their own belt, in whole percents.
    fileprivate init(_ kind: SharedKind, of study: StudyRoom) throws {
        let grade = try study.learner().grade
        var counted: [(title: String, level: Int)] = []
        var noted: [Part] = []
        switch kind {
        case .theory:
            counted = try study.lessons().pageStandings().filter { $0.topic.grade == grade }.map {
                ($0.topic.title, $0.standing.level)
            }
        case .patterns:
            counted = try study.patterns().standings().filter { $0.heading.grade == grade && !$0.heading.isDrill }.map {
                ($0.heading.name, $0.level)
            }
        case .attendance:
            let since = study.environment.time.today().adding(days: -29)
            noted = Set(try study.log().days().map(\.day)).filter { $0 >= since }.sorted().map { Part("\($0)", percent: nil) }
        case .gradings:
            noted = try study.gradings().history().filter { $0.kind == .real }.map {
                Part("\($0.day), \($0.grade): \($0.result.rawValue)", percent: nil)
            }
        }
        let share = counted.isEmpty ? nil : counted.reduce(0) { $0 + $1.level } / counted.count / 10
        self.init(
            kind, belt: grade.id, percent: share, parts: counted.map { Part($0.title, percent: $0.level / 10) } + noted)
    }
}
