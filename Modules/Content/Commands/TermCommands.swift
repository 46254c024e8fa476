import Content
import Interface
import Kernel
import Search
import Sound

/// The commands that show content.
struct TermCommands: Sendable {
    let library: @Sendable () throws -> Library
    let syllabus: @Sendable () throws -> Syllabus
    let lessons: @Sendable () -> Curriculum
    let voice: @Sendable () -> Voice
    let relatedCommands: [RelatedCommand]

    var belts: Command {
        Command(
            "belts", "List the belts, with their colours and meanings",
            examples: [.init("belts", "all grades, lowest first"), .init("belts 9k", "one of them")],
            .optionalArgument("belt", grade, "one grade, as 9k or in words"), returns: .list(Belt.fields)
        ) { grade in
            let belts = try library().belts().belts.filter { grade == nil || $0.grade == grade }
            var output = Output.list(belts, Belt.fields, heading: "Belts", empty: "None of the packs has belts.")
            if !belts.isEmpty {
                output.blocks = [.heading("Belts")] + Array(belts.map(\.blocks).joined(separator: [.gap]))
            }
            return output
        }
    }

    var terms: Command {
        Command(
            "terms", "List terms, by grade and category",
            discussion: "Lists all terms, those of one grade, or those of one category.",
            examples: [
                .init("terms --belt 9k", "what 9th keup learns"),
                .init("terms --category stances --json", "all stances, as JSON"),
            ],
            belt, category, .flag("mine", "only the terms of the active profile: its grade and earlier ones"),
            .flag("own", "only your own words"), returns: .list(Term.fields)
        ) { belt, category, isMine, isOwn in
            let rule = isMine ? try syllabus() : nil
            let terms = try library().terms.filter {
                (belt == nil || $0.grade == belt) && (category == nil || $0.category == category)
                    && rule?.opens($0.grade) != false && (!isOwn || $0.id.hasPrefix(OwnWord.prefix))
            }
            return .list(
                terms, Term.fields, heading: StyledText(counted(terms.count, "term")),
                empty: isOwn
                    ? "You have no words of your own yet. Add one: term add ENGLISH --hangul KOREAN"
                    : "There is no such term.",
                next: terms.first.map { ["term \($0.id)"] } ?? [isOwn ? "term add ENGLISH --hangul KOREAN" : "terms"])
        }
    }

    var term: Command { show("term", isHidden: false) }

    var termShow: Command { show("term show", isHidden: true) }

    /// Returns the command that shows one term, under a path.
    private func show(_ path: String, isHidden: Bool) -> Command {
        Command(
            path, "Show one term: how it sounds, and its parts",
            examples: [
                .init("\(path) walking-stance", "walking stance in full"),
                .init("\(path) \"low block\"", "by its name"),
                .init("\(path) walking-stance --say", "and hear it", runs: false),
            ],
            .argument("id", termID, "a term's id, as `terms` and `search` show it, or its name in any script"),
            .flag("say", "say it aloud"), .flag("slow", "say it aloud, slowly"),
            returns: .one(Term.fields), isHidden: isHidden
        ) { id, isSpoken, isSlow in
            let library = try library()
            guard let term = library.term(id) ?? resolve(id, in: library) else { throw unknownTerm(id, in: library) }
            let related = relatedCommands.compactMap { source in
                source.command(term.id, term.hangul).map { (title: source.title, command: $0) }
            }
            let links = related.map { Block.paragraph(StyledText("\($0.title): ") + StyledText($0.command, .input)) }
            let output = Output.one(
                term, Term.fields, blocks: page(of: term, in: library) + (links.isEmpty ? [] : [.gap]) + links,
                next: ["study --category \(term.category.rawValue)"] + related.map(\.command))
            return isSpoken || isSlow ? speaking(term, isSlow ? .slow : .usual, after: output) : output
        }
    }

    /// Speaks the word after the output is shown.
    ///
    /// The output remains valid if the word cannot be spoken.
    private func speaking(_ term: Term, _ pace: Utterance.Pace, after shownOutput: Output) -> Output {
        var output = shownOutput
        output.continuation = .work(title: "Saying it", total: 0) { [voice] _ in
            var finalOutput = shownOutput
            finalOutput.blocks = []
            do { try voice().sayAndWait(Utterance(term.uttered, of: term.id, pace: pace)) } catch let failure
                as Failure
            {
                finalOutput.failure = failure
            }
            return finalOutput
        }
        return output
    }

    var search: Command {
        Command(
            "search", "Find terms, patterns, techniques and theory in English, hangul or romanisation",
            discussion: """
                Matching names come first; spelling variants and one wrong letter are forgiven. Entries that have the words in their text follow.
                """,
            examples: [
                .init("search walking stance", "by English"), .init("search ㄱㅅ", "by initial consonants"),
                .init("search gunun sogi", "as you hear it"), .init("search solar plexus", "by words in its text"),
            ],
            .rest("query", .text, "English, hangul, a romanisation, or initial consonants such as ㄱㅅ"),
            .option("limit", .integer(1...TermCommands.maximumResults), default: 20, shown: "20", "how many at most"),
            returns: .list(FoundEntry.fields)
        ) { words, limit in
            let query = words.joined(separator: " ")
            let searchQuery = try SearchQuery(query)
            let corpus = SearchCorpus(try library(), lessons())
            let nameMatches = SearchIndex(corpus.documents, for: query).search(query, limit: .max)
            let hits = nameMatches + corpus.textMatches(searchQuery, excluding: nameMatches)
            let entries = hits.prefix(limit).compactMap(corpus.entry)
            let availableCount = min(hits.count, TermCommands.maximumResults)
            return .list(
                entries, FoundEntry.fields,
                heading: StyledText(
                    hits.count > limit
                        ? "\(entries.count) of \(hits.count) found; --limit \(availableCount) shows more"
                        : "\(entries.count) found"),
                empty: searchQuery.isEmpty
                    ? SearchQuery.hint : "Nothing matches “\(query)”. Try fewer letters, or another script.",
                next: entries.first.map { [$0.next] } ?? ["terms"])
        }
    }

    /// The maximum number of search results.
    private static let maximumResults = 500

    // MARK: - Shared helpers

    private var belt: Parameter<Grade?> { .option("belt", grade, "one grade, as 9k or in words") }

    private var grade: ValueKind<Grade> {
        ValueKind(
            "GRADE", values: "10k … 1k, 1d …", candidates: { _ in (try? library().belts().belts.map(\.id)) ?? [] }
        ) {
            word, _ in
            try library().belts().belt(named: word).grade
        }
    }

    private var category: Parameter<Content.Category?> {
        .option(
            "category",
            ValueKind<String>.choice(of: Content.Category.known.map(\.rawValue)).map(Content.Category.init(rawValue:)),
            "one category")
    }

    private var termID: ValueKind<String> {
        ValueKind<String>.text.completed { typed in
            (try? library().terms.map(\.id).filter { $0.hasPrefix(typed) }) ?? []
        }
    }

    /// Returns the term with a name in any script.
    private func resolve(_ text: String, in library: Library) -> Term? {
        Curriculum.resolve(text, among: library.searchables).flatMap(library.term)
    }

    /// Returns the failure for an unknown term, which suggests similar ones.
    private func unknownTerm(_ id: String, in library: Library) -> Failure {
        Curriculum.unknown(
            .unknownTerm, "term", id, among: library.searchables, advice: "`search` finds terms by their words.")
    }

    /// Returns a term in full: its facts, its note and its parts.
    private func page(of term: Term, in library: Library) -> [Block] {
        let pronunciation = term.pronunciation()
        let oneBreath = term.pronunciation(.oneBreath)
        var facts: [(name: String, value: StyledText)] = [
            ("Hangul", StyledText(term.hangul, .title)),
            ("ITF", StyledText(([term.romanization] + term.romanizations).joined(separator: ", "))),
            (
                "Said",
                StyledText(
                    [pronunciation?.spoken, pronunciation?.romanized, pronunciation.map { "[\($0.ipa)]" }].compactMap {
                        $0
                    }.joined(
                        separator: "  "))
            ),
        ]
        if let oneBreath, oneBreath.spoken != pronunciation?.spoken {
            facts.append(("In one breath", StyledText("\(oneBreath.spoken)  [\(oneBreath.ipa)]")))
        }
        facts += [
            ("Belt", StyledText(declared: library.belts().belt(of: term.grade)?.name ?? term.grade.id)),
            ("Category", StyledText(declared: term.category.rawValue)),
            ("Difficulty", StyledText("\(term.difficulty) of 5")),
        ]
        if !term.meaning.isEmpty { facts.append(("Means", StyledText(content: term.meaning))) }
        if !term.wording.isEmpty { facts.append(("Your wording", StyledText(term.wording))) }
        if !term.aliases.isEmpty { facts.append(("Also", StyledText(term.aliases.joined(separator: ", ")))) }
        if !term.variants.isEmpty { facts.append(("Accepted", StyledText(term.variants.joined(separator: ", ")))) }
        if let pack = library.pack(of: term.id) { facts.append(("Pack", StyledText(pack.name))) }
        let parts = term.morphemes.map { part in
            let morpheme = library.morpheme(part)
            return [
                StyledText(part, .title), StyledText(morpheme?.romanization ?? ""),
                StyledText(content: morpheme?.meaning ?? ""),
            ]
        }
        let note: [Block] = term.note.isEmpty ? [] : [.paragraph(StyledText(content: term.note))]
        return [.heading(StyledText(content: term.english)), .facts(facts)] + note
            + (parts.isEmpty
                ? [] : [.gap, .table(Table([.init("Part"), .init("ITF"), .init("Meaning")], rows: parts))])
    }
}
