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
            sets: SetPlace(whose: whose), random: environment.random, whole: environment.absolute)
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

extension SetPlace {
    fileprivate init(whose: @escaping @Sendable (String?) throws -> StudyRoom) {
        self.init(
            read: { name in
                let (name, words) = try whose(nil).written(inSet: name)
                return ClubSet(name, words.map { ClubWord($0.english, $0.hangul, $0.romanization, note: $0.note) })
            }, has: { try whose($1).hasSet($0) },
            lay: { words, name, child in
                try whose(child).lay(words.map { ($0.english, $0.hangul, $0.romanization, $0.note) }, inSet: name)
            })
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
            standing: { kind, child in
                let room = try whose(child)
                let (levels, noted) = try room.standing(kind.rawValue)
                return try ClubDisclosure(kind, belt: room.learner().grade.id, levels: levels, noted: noted)
            }, practice: { since, child in try whose(child).practice(since: since) },
            offer: { told, child in
                let room = try whose(child)
                let change = try room.foreseen(told.result.rawValue, for: told.target, on: told.day)
                return try change.map { GradingOffer(name: try room.chosen().name, belt: $0.belt, reached: $0.reached) }
            }, note: { try whose($1).note($0.result.rawValue, for: $0.target, on: $0.day, $0.note) })
    }
}
