import Content
import Interface
import Kernel
import Learning
import Sound

/// The `set study` command, which studies the words of a set.
struct SetStudy {
    let flashcards: @Sendable () throws -> Flashcards
    let words: @Sendable () throws -> OwnWords
    var voice = Voice.silent

    var command: Command {
        Command(
            "set study", "Study the words of a set",
            discussion: """
                Works like `study` and counts like it: due cards come first, and new words of the day's share are shown first. Words that were deleted, \
                and words above your grade, are left out and named.
                """,
            examples: [
                .init("set study Grading", "the words of a set"),
                .init(
                    "set study Grading --mode test --answer choose --more 5",
                    "a test with five new words beyond today's"),
            ],
            .argument(
                "set",
                ValueKind<String>.text("SET").completed { [words] _ in (try? words().sets().map(\.name)) ?? [] },
                "the set"),
            StudyOptions(flashcards: flashcards).request,
            .flag("new", "start another session, even if one is unfinished"),
            returns: .one(ResultsFields.all), changes: true
        ) { name, request, isNew in
            let set = try words().set(named: name)
            let cards = try flashcards()
            let lookup = OwnWords.resolve(set, in: cards.library)
            let openTerms = cards.learner.syllabus.opened(in: lookup.terms).filter(\.hasKorean)
            guard !openTerms.isEmpty else { throw SetStudy.emptySetError(lookup) }
            var setRequest = request
            (setRequest.set, setRequest.terms) = (set.name, openTerms.map(\.id))
            let output = try StudyCommand(flashcards: flashcards, voice: voice).run(setRequest, isNew: isNew, false)
            return SetStudy.prepending(SetStudy.omissionNotices(lookup, open: openTerms.count), before: output)
        }
    }

    /// Returns the output with warnings before its blocks.
    private static func prepending(_ sentences: [String], before output: Output) -> Output {
        var output = output
        output.blocks = sentences.map { .paragraph(StyledText($0, .warning)) } + output.blocks
        return output
    }

    /// Returns notices of the words that the session leaves out.
    private static func omissionNotices(_ lookup: OwnWords.ResolvedSet, open: Int) -> [String] {
        let deletedCount = lookup.deletedIDs.count
        let laterCount = lookup.terms.count - open
        return [
            deletedCount == 0
                ? nil
                : deletedCount == 1
                    ? "1 word of this set is not there any more. set remove \(lookup.set.name) --gone takes it out."
                    : "\(deletedCount) words of this set are not there any more. set remove \(lookup.set.name) --gone takes them out.",
            laterCount == 0
                ? nil
                : laterCount == 1
                    ? "1 word of this set belongs to later grades."
                    : "\(laterCount) words of this set belong to later grades.",
        ].compactMap { $0 }
    }

    /// Returns the error for a set without words to study.
    private static func emptySetError(_ lookup: OwnWords.ResolvedSet) -> Failure {
        if lookup.set.terms.isEmpty {
            return Failure(
                .setEmpty, "“\(lookup.set.name)” has no words yet.",
                advice: "Add one: `set add \(lookup.set.name) WORD`.")
        }
        return Failure(
            .setEmpty,
            (["There is nothing to study in “\(lookup.set.name)”."] + omissionNotices(lookup, open: 0)).joined(
                separator: " "),
            advice: "`set show` lists its words.")
    }
}
