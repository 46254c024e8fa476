import Club
import ClubCommands
import Composition
import Content
import ContentAdapters
import Kernel
import Learning
import Lessons
import Profiles

extension ClubPlugin {
    /// Creates the clubs that the current user manages and shares.
    ///
    /// The packs give the content of each belt, and the user's lessons give the mastery.
    static func dojang(_ study: LearnerContext, _ family: Family, _ devicePacks: DevicePacks) -> some Plugin {
        let environment = study.environment
        let store = study.store
        let own: @Sendable () throws -> any Store = { store.scoped(to: try study.chosen().partition) }
        let circle: @Sendable (Profile) throws -> ClubCircle = { profile in
            ClubCircle(environment.membership(.club, of: profile, in: store), time: environment.time)
        }
        let context: @Sendable (String?) throws -> LearnerContext = { child in
            guard let profile = try child.map(family.member(named:)) else { return study }
            return LearnerContext(environment, store: store, devicePacks) { profile }
        }
        return ClubPlugin(
            book: {
                ClubRegistry(
                    try own(), ids: environment.ids, time: environment.time, curriculum: ClubCurriculum(of: study))
            },
            circle: { try circle(study.chosen()) },
            guardians: { try family.others(than: study.chosen()).map(circle) },
            isBegun: { try environment.options.profile != nil || family.existingActive() != nil },
            progress: LearnerProgress(of: study, context: context),
            packStorage: PackStorage(environment) { try study.chosen().id.rawValue },
            sets: WordSetStorage(context: context), random: environment.random, absolutePath: environment.absolute)
    }
}

extension PackStorage {
    fileprivate init(_ environment: Environment, ofProfile id: @escaping @Sendable () throws -> String) {
        let packs: @Sendable () throws -> InstalledPacks = { environment.installedPacks(prefix: "club-\(try id())-") }
        self.init(
            read: { bytes in
                let read = try PackContents(bytes)
                return PackReport(
                    id: read.pack.id, name: read.pack.name, about: read.pack.about, contents: read.summary)
            }, files: { try packs().files() }, put: { try packs().put($0, $1) }, remove: { try packs().remove($0) })
    }
}

extension WordSetStorage {
    fileprivate init(context: @escaping @Sendable (String?) throws -> LearnerContext) {
        self.init(
            read: { name in
                let (name, words) = try context(nil).words(inSet: name)
                return ClubSet(name, words.map { ClubWord($0.english, $0.hangul, $0.romanization, note: $0.note) })
            }, has: { try context($1).hasSet($0) },
            addWords: { words, name, child in
                try context(child).addWords(
                    words.map { ($0.english, $0.hangul, $0.romanization, $0.note) }, toSet: name)
            })
    }
}

extension ClubCurriculum {
    fileprivate init(of study: LearnerContext) {
        self.init(
            belts: { try study.lessons().book.belts.belts.map { ClubBelt($0.id, name: $0.name, appearance: $0.belt) } },
            parseBelt: { try study.lessons().book.belts.belt(named: $0).id },
            syllabi: {
                let book = try study.lessons().book
                return book.belts.belts.map { BeltSyllabus(of: $0.grade, in: book) }
            })
    }
}

extension BeltSyllabus {
    fileprivate init(of grade: Grade, in book: LessonIndex) {
        self.init(
            belt: grade.id,
            patterns: book.patternHeadings.filter { $0.grade == grade && !$0.isDrill }.map { Piece($0.id, $0.name) },
            lines: book.lines.filter { $0.grade == grade }.flatMap(\.exercises).map {
                ($0.parts + [$0.way.rawValue]).joined(separator: ", ")
            },
            sparring: book.exercises.filter { $0.grade == grade }.map { Piece($0.id, $0.name) },
            pages: book.topics.filter { $0.grade == grade }.map { Piece($0.id, $0.title) })
    }
}

extension LearnerProgress {
    /// Creates the learning that a club reads.
    ///
    /// - Parameter context: returns the context of the current user (nil), or of a child by name.
    fileprivate init(of study: LearnerContext, context: @escaping @Sendable (String?) throws -> LearnerContext) {
        self.init(
            name: { try study.chosen().name }, isChild: { try study.chosen().isChild },
            disclosure: { kind, child in
                let study = try context(child)
                let (levels, noted) = try study.progress(in: kind.rawValue)
                return try ClubDisclosure(kind, belt: study.learner().grade.id, levels: levels, noted: noted)
            }, practice: { since, child in try context(child).practice(since: since) },
            offer: { grading, child in
                let study = try context(child)
                let change = try study.preview(grading.result.rawValue, for: grading.target, on: grading.day)
                let name = try study.chosen().name
                return change.map { GradingOffer(name: name, belt: $0.belt, reached: $0.reached) }
            }, recordResult: { try context($1).recordGrading($0.result.rawValue, for: $0.target, on: $0.day, $0.note) })
    }
}
