import Club
import ClubCommands
import Composition
import Content
import ContentAdapters
import Kernel
import Learning
import Profiles

extension ClubPlugin {
    /// The clubs that whoever is at the terminal keeps and shares; what belts learn comes from their packs, where they stand from their lessons.
    static func dojang(_ study: StudyRoom, _ family: Family, _ shelf: DevicePacks) -> some Plugin {
        let (environment, store) = (study.environment, study.store)
        let own: @Sendable () throws -> any Store = { store.scoped(to: try study.chosen().partition) }
        let circle: @Sendable (Profile) throws -> ClubCircle = { profile in
            ClubCircle(environment.membership(.club, of: profile, in: store), time: environment.time)
        }
        let whose: @Sendable (String?) throws -> StudyRoom = { child in
            try child.map(family.member(named:)).map { one in StudyRoom(environment, store: store, shelf) { one } } ?? study
        }
        return ClubPlugin(
            book: { ClubBook(try own(), ids: environment.ids, time: environment.time, programme: Programme(of: study)) },
            circle: { try circle(study.chosen()) },
            guardians: { try family.others(than: study.chosen()).map(circle) },
            isBegun: { try environment.options.profile != nil || family.activeIfAny() != nil },
            own: OwnLearning(of: study, whose: whose), shelf: PackPlace(environment) { try study.chosen().id.rawValue },
            random: environment.random, whole: environment.absolute)
    }
}

extension PackPlace {
    /// Packs that somebody took from their clubs, among the packs of this device.
    fileprivate init(_ environment: Environment, of person: @escaping @Sendable () throws -> String) {
        let laid: @Sendable () throws -> LaidPacks = { environment.laidPacks("club-\(try person())-") }
        self.init(
            read: { bytes in
                let read = try PackContents(bytes)
                return PackReport(id: read.pack.id, name: read.pack.name, about: read.pack.about, brings: read.brings)
            }, files: { try laid().files() }, put: { try laid().put($0, $1) }, remove: { try laid().remove($0) })
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
                let days = try whose(child).practised(since: since)
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
        case .theory: levels = try study.pageLevels()
        case .patterns: levels = try study.patternLevels()
        case .attendance:
            let since = study.environment.time.today().adding(days: -29)
            noted = Set(try study.practised(since: since).map(\.day)).sorted().map(\.description)
        case .gradings:
            let real = try study.gradings().history().filter { $0.kind == .real }
            noted = real.map { "\($0.day), \($0.grade): \($0.result.rawValue)" }
        }
        self.init(kind, belt: grade.id, levels: levels, noted: noted)
    }
}
