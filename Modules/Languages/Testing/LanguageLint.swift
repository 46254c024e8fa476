import Kernel
import Languages

/// A check of language packs against source texts for translated, untranslated and untranslatable
/// texts.
package struct LanguageLint: Sendable {
    /// A source file, with its path in the repository.
    package struct Source: Sendable {
        /// The path: `Modules/Terminal/Sources/Shell/Shell.swift`.
        package let path: String
        package let phrases: [SourcePhrase]
        let literals: Set<String>
        let commands: [String]

        package init(path: String, text: String) {
            let all = PhraseFinder.phrases(in: text)
            let literals = all.map {
                $0.key.hasPrefix(Translator.word) ? String($0.key.dropFirst(Translator.word.count)) : $0.key
            }
            self.path = path
            phrases = all.filter(\.isForPeople)
            self.literals = Set(literals).union(Source.cases(in: text))
            commands = all.filter(\.isCommand).map(\.key)
        }

        /// Returns the case names that serve as raw values: `guardian` in `case guardian`.
        private static func cases(in text: String) -> [String] {
            text.split(separator: "\n").filter { $0.drop { $0 == " " }.hasPrefix("case ") && !$0.contains(":") }.flatMap
            {
                $0.split { !$0.isLetter }.dropFirst().map(String.init)
            }
        }

        private init(_ source: Source, _ phrases: [SourcePhrase]) {
            path = source.path
            self.phrases = phrases
            literals = source.literals
            commands = source.commands
        }

        fileprivate func without(_ isExcluded: (String) -> Bool) -> Source {
            Source(self, phrases.filter { !isExcluded($0.key) })
        }

        /// The module or app of the file: `Terminal`, `dojang`.
        package var module: String {
            let parts = path.split(separator: "/")
            return parts.count > 1 ? String(parts[1]) : path
        }
    }

    /// The translated share of a module.
    package struct Share: Hashable, Sendable {
        package let module: String
        package let phrases: Int
        package let translated: Int
        /// The number of texts composed in a way that prevents translation as a whole.
        package let glued: Int
    }

    /// A mismatch between a pack and the sources.
    package struct Finding: Hashable, Sendable {
        /// The kind: `unknownKey`, `sameAsEnglish`, `glued`, `pack`, `list`.
        package let kind: String
        /// The location: a line of the pack or of a source.
        package let place: String
        package let sentence: String
    }

    private let sources: [Source]
    /// The unnecessary exclusions: texts listed as not for people that the check would ignore
    /// anyway.
    package let unnecessaryExclusions: [String]
    /// The keys that appear in no source file but are displayed, such as belt names and counted
    /// nouns.
    private let data: Set<String>
    /// The keys from content packs, with their modules.
    private let content: [(key: String, place: String)]

    /// Creates a check over sources.
    ///
    /// - Parameters:
    ///   - content: the teaching content, with a group name as its module.
    ///   - data: the keys from bundled data or composed words, which appear in no literal.
    ///   - excluded: the source texts that look like displayed text but are not.
    package init(
        _ sources: [Source], content: [(key: String, place: String)] = [], data: Set<String> = [],
        excluded: Set<String> = []
    ) {
        let apps = sources.filter { $0.path.hasPrefix("Apps/") }.map(\.module)
        let programText = ProgramText(commands: Set(sources.flatMap(\.commands)), apps: Set(apps))
        self.sources = sources.map { $0.without { excluded.contains($0) || programText.isTyped($0) } }
        let keys = Set(sources.flatMap { $0.phrases.map(\.key) })
        unnecessaryExclusions = excluded.filter { !keys.contains($0) || programText.isTyped($0) }.sorted()
        self.data = data
        self.content = content
    }

    /// Returns the share of each module that a pack translates.
    package func shares(of pack: LanguagePack) -> [Share] {
        let packKeys = Set(pack.entries.map(\.key))
        let contentShares = Dictionary(grouping: content, by: \.place).map { group, texts in
            let keys = Set(texts.map(\.key))
            return Share(module: group, phrases: keys.count, translated: keys.filter(packKeys.contains).count, glued: 0)
        }
        return
            (Dictionary(grouping: sources, by: \.module).map { module, files in
                let phrases = files.flatMap(\.phrases)
                let keys = Set(phrases.map(\.key))
                return Share(
                    module: module, phrases: keys.count, translated: keys.filter(packKeys.contains).count,
                    glued: Set(phrases.filter(\.isGlued).map(\.key)).count)
            } + contentShares).sorted { $0.module < $1.module }
    }

    /// Returns the source texts missing from a pack, each once with its first location.
    package func missing(in pack: LanguagePack) -> [(key: String, place: String)] {
        var seen = Set(pack.entries.map(\.key))
        return sources.flatMap { source in
            source.phrases.compactMap { phrase in
                seen.insert(phrase.key).inserted ? (phrase.key, "\(source.path):\(phrase.line)") : nil
            }
        } + content.filter { seen.insert($0.key).inserted }.map { ($0.key, "Content/\($0.place)/") }
    }

    /// Returns a pack's problems: its own findings, keys no longer in use, and texts left in
    /// English.
    package func findings(in pack: LanguagePack) -> [Finding] {
        let knownKeys = sources.reduce(into: data.union(content.map(\.key))) { $0.formUnion($1.literals) }
        let packFindings = pack.findings.map { Finding(kind: "pack", place: $0.place, sentence: $0.sentence) }
        let words = Set(
            pack.entries.map(\.key).filter { $0.hasPrefix(Translator.word) }.map {
                String($0.dropFirst(Translator.word.count))
            })
        let stale = pack.entries.filter {
            !knownKeys.contains($0.key) && !$0.key.isComposed(from: knownKeys)
                && !$0.key.isComposed(from: knownKeys, with: words)
        }.map {
            Finding(kind: "unknownKey", place: $0.place, sentence: "No source says “\($0.key)” any more.")
        }
        let untranslated = pack.entries.filter { !$0.isSame && Array($0.forms.values) == [$0.key] }.map {
            Finding(
                kind: "sameAsEnglish", place: $0.place,
                sentence: "“\($0.key)” is said as in English; if that is meant, write ~ same below it.")
        }
        return packFindings + stale + untranslated + lists(in: pack)
    }

    /// Returns the lists that a pack treats as one text.
    private func lists(in pack: LanguagePack) -> [Finding] {
        let lists = sources.flatMap(\.phrases).reduce(into: [String: Set<Int>]()) {
            $0[$1.key, default: []].formUnion($1.lists)
        }
        return pack.entries.flatMap { entry in
            (lists[entry.key] ?? []).sorted().compactMap { place in
                guard entry.forms.values.contains(where: { !Placeholders.isList(place, in: $0) }) else { return nil }
                return Finding(
                    kind: "list", place: entry.place,
                    sentence: "A list stands in place \(place) of “\(entry.key)”: write & behind its number.")
            }
        }
    }

    /// The source sentences composed from separate texts, each once.
    package var glued: [(key: String, place: String)] {
        var seen: Set<String> = []
        return sources.flatMap { source in
            source.phrases.filter { $0.isGlued && seen.insert($0.key).inserted }.map {
                ($0.key, "\(source.path):\($0.line)")
            }
        }
    }
}

extension String {
    /// Whether the key is composed and so appears in no literal.
    ///
    /// Examples are a number with its noun, one of several words, a possessive and a text with its
    /// name. The start of a sentence, and a rule or side for phrases of teaching content, also
    /// count.
    fileprivate func isComposed(from known: Set<String>) -> Bool {
        if hasPrefix(Translator.word) {
            let phrase = String(dropFirst(Translator.word.count))
            let word = phrase.hasPrefix("your ") ? String(phrase.dropFirst("your ".count)) : phrase
            return known.contains(word) || (word.hasSuffix("s") && known.contains(String(word.dropLast())))
                || (word.hasPrefix("a ") && known.contains(String(word.dropFirst(2))))
                || known.contains(word.capitalizedFirst)
        }
        if known.contains(prefix(1).lowercased() + dropFirst()) { return true }
        if hasSuffix(" ({1})") { return known.contains(String(dropLast(" ({1})".count))) }
        guard hasPrefix("term: ") else { return hasPrefix("{1} ") && Placeholders.numbers(in: self) == [1] }
        if !Placeholders.numbers(in: self).isEmpty { return true }
        let words = dropFirst("term: ".count)
        let parts = words.split(separator: " ", maxSplits: 1)
        let isSided = parts.count == 2 && (parts[0] == "right" || parts[0] == "left")
        return known.contains(String(words)) || isSided && known.contains(String(parts[1]))
    }
}

extension String {
    /// Whether the key is a source sentence with an app's word filled in, so that a language can
    /// translate each variant.
    ///
    /// `There is no person “{1}”.` is a variant of `There is no {1} “{2}”.`
    fileprivate func isComposed(from known: Set<String>, with words: Set<String>) -> Bool {
        words.contains { word in
            ranges(of: word).contains { range in
                let before = Placeholders.numbers(in: String(self[..<range.lowerBound])).count
                let rest = Placeholders.split(String(self[range.upperBound...]))
                let following = rest.literals.dropFirst().enumerated().map { "{\(before + $0 + 2)}\($1)" }.joined()
                return known.contains("\(self[..<range.lowerBound]){\(before + 1)}\(rest.literals[0])\(following)")
            }
        }
    }
}

extension LanguageLint {
    /// Returns the results as a tab-separated table, with the texts, glued texts and translations
    /// of each module.
    package func table(of packs: [LanguagePack]) -> String {
        let allShares = packs.map(shares)
        guard let first = allShares.first else { return "" }
        let rows = first.indices.map { row in
            [first[row].module, "\(first[row].phrases)", "\(first[row].glued)"]
                + allShares.map { "\($0[row].translated)" }
        }
        let sums = ["all", "\(first.reduce(0) { $0 + $1.phrases })", "\(first.reduce(0) { $0 + $1.glued })"]
        let translatedCounts = allShares.map { shares in "\(shares.reduce(0) { $0 + $1.translated })" }
        let head = ["module", "texts", "glued"] + packs.map(\.tag)
        return ([head] + rows + [sums + translatedCounts]).map { $0.joined(separator: "\t") + "\n" }.joined()
    }
}
