import Composition
import Content
import Groups
import GroupsAdapters
import Kernel
import Learning
import Profiles

extension Environment {
    /// Returns a profile's membership in the groups of a feature. Each profile has its own key.
    func membership(_ policy: GroupPolicy, of profile: Profile, in store: any Store) -> Membership {
        let home = GroupHome(
            variables, own: dataDirectory, isOther: options.dataDirectory != nil, isKept: !isTemporary,
            isDryRun: options.isDryRun)
        return home.membership(
            policy, of: profile.id.rawValue, over: store.scoped(to: profile.partition),
            for: home.person(profile.id.rawValue, ids: ids, time: time), notes: notes, opening: opened.add)
    }
}

// The words that the current user shares with others and receives from them.
extension LearnerContext {
    /// Returns one of the user's sets, with the details of its words.
    func words(inSet name: String) throws -> (name: String, words: [WordDraft]) {
        let set = try words().resolvedSet(name)
        return (
            set.set.name,
            set.terms.map {
                WordDraft(english: $0.english, hangul: $0.hangul, romanization: $0.romanization, note: $0.note)
            }
        )
    }

    func hasSet(_ name: String) throws -> Bool {
        try words().sets().contains { Folding.compact($0.name) == Folding.compact(name) }
    }

    /// Adds words to a set, all of them or none, and skips words that exist.
    ///
    /// - Returns: the number of new words.
    func addWords(
        _ words: [(english: String, hangul: String, romanization: String, note: String)], toSet name: String
    ) throws -> Int {
        let drafts = words.map {
            WordDraft(english: $0.english, hangul: $0.hangul, romanization: $0.romanization, note: $0.note)
        }
        let rows = drafts.enumerated().map { WordFile.Row($1, at: "word \($0 + 1)") }
        let result = try self.words().importRows(rows, WordImportOptions(grade: learner().grade, set: name))
        if let fault = result.rejectedRows.first { throw fault.failure }
        return result.added.count
    }
}
