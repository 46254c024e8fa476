import Composition
import Content
import Groups
import GroupsAdapters
import Kernel
import Learning
import Profiles

extension Environment {
    /// A profile's part in the groups of a feature; each profile has a key of its own.
    func membership(_ statutes: Statutes, of profile: Profile, in store: any Store) -> Membership {
        let home = GroupHome(
            variables, own: dataDirectory, isOther: options.dataDirectory != nil, isKept: !isPassing,
            isRehearsal: options.isDryRun)
        return home.membership(
            statutes, of: profile.id.rawValue, over: store.scoped(to: profile.partition),
            for: home.person(profile.id.rawValue, ids: ids, time: time), notes: notes, opening: opened.add)
    }
}

// What whoever is at the terminal gives to others of their words, and takes from them.
extension StudyRoom {
    /// A set of their own, with what is written of its words.
    func written(inSet name: String) throws -> (name: String, words: [WordDraft]) {
        let found = try words().lookedUp(name)
        return (
            found.set.name,
            found.terms.map { WordDraft(english: $0.english, hangul: $0.hangul, romanization: $0.romanization, note: $0.note) }
        )
    }

    func hasSet(_ name: String) throws -> Bool {
        try words().sets().contains { Folding.compact($0.name) == Folding.compact(name) }
    }

    /// Puts words into a set, all of them or none; those that are there already are not doubled.
    ///
    /// - Returns: how many are new.
    func lay(
        _ words: [(english: String, hangul: String, romanization: String, note: String)], inSet name: String
    ) throws -> Int {
        let drafts = words.map { WordDraft(english: $0.english, hangul: $0.hangul, romanization: $0.romanization, note: $0.note) }
        let rows = drafts.enumerated().map { WordFile.Row($1, at: "word \($0 + 1)") }
        let taken = try self.words().take(rows, WordTaking(grade: learner().grade, set: name))
        if let fault = taken.faults.first { throw fault.failure }
        return taken.added.count
    }

    /// What a grading that somebody held would change: the belt now, and the one afterwards, by their names; nil where it is noted already.
    func foreseen(_ result: String, for target: String, on day: Day) throws -> (belt: String, reached: String)? {
        let (lessons, own, result) = (try lessons(), try learner().grade, Grading.Result(rawValue: result) ?? .fail)
        let grade = try lessons.book.belts.belt(named: target).grade
        let isKnown = try gradings().history().contains {
            $0.kind == .real && $0.grade == grade && $0.day == day && $0.result == result
        }
        guard !isKnown else { return nil }
        let reached =
            switch result {
            case .fail, .abandoned: own
            case .pass: grade
            case .double: lessons.book.belts.belt(after: grade)?.grade ?? grade
            }
        return (lessons.book.title(of: own), lessons.book.title(of: max(own, reached)))
    }

    /// Notes it.
    func note(_ result: String, for target: String, on day: Day, _ note: String) throws {
        let grade = try lessons().book.belts.belt(named: target).grade
        _ = try gradings().record(for: grade, on: day, Grading.Result(rawValue: result) ?? .fail, note: note)
    }
}
