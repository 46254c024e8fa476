/// What a language pack says of the texts that stand in sources: which are translated, which are not, and what no language could say well.
public struct LanguageLint: Sendable {
    /// A source file by the path of its module.
    public struct Source: Sendable {
        /// `Modules/Terminal/Sources/Shell/Shell.swift`.
        public let path: String
        /// What people read of it.
        public let phrases: [SourcePhrase]
        /// Every text that stands in it.
        let literals: Set<String>

        /// A source file from its text.
        public init(path: String, text: String) {
            let all = PhraseFinder.phrases(in: text)
            (self.path, phrases, literals) = (path, all.filter(\.isForPeople), Set(all.map(\.key)))
        }

        private init(_ path: String, _ phrases: [SourcePhrase], _ literals: Set<String>) {
            (self.path, self.phrases, self.literals) = (path, phrases, literals)
        }

        fileprivate func without(_ keys: Set<String>) -> Source {
            Source(path, phrases.filter { !keys.contains($0.key) }, literals)
        }

        /// The module or app that it belongs to: `Terminal`, `dojang`.
        public var module: String {
            let parts = path.split(separator: "/")
            return parts.count > 1 ? String(parts[1]) : path
        }
    }

    /// How much of a module is translated.
    public struct Share: Hashable, Sendable {
        /// The module or app.
        public let module: String
        /// How many different texts it has for people.
        public let phrases: Int
        /// How many of them the language can say.
        public let said: Int
        /// How many are put together in a way that no language can say as a whole.
        public let glued: Int
    }

    /// Something wrong between a pack and the sources.
    public struct Finding: Hashable, Sendable {
        /// What kind: `unknownKey`, `sameAsEnglish`, `glued`, `pack`.
        public let kind: String
        /// Where: a line of the pack or of a source.
        public let place: String
        /// What is wrong, as a sentence.
        public let sentence: String
    }

    private let sources: [Source]
    /// Texts that stand in no source file, and are said all the same: names of belts, what is counted.
    private let data: Set<String>
    /// The same with its module: what packs of content teach.
    private let content: [(key: String, place: String)]

    /// A lint over sources.
    ///
    /// - Parameters:
    ///   - content: what is taught, with the name of a group as its module.
    ///   - data: keys that come from bundled data or are made from words, and stand in no literal.
    ///   - notSaid: what looks like a text for people in a source and is none.
    public init(
        _ sources: [Source], content: [(key: String, place: String)] = [], data: Set<String> = [], notSaid: Set<String> = []
    ) {
        self.sources = notSaid.isEmpty ? sources : sources.map { $0.without(notSaid) }
        (self.data, self.content) = (data, content)
    }

    /// How much of each module a pack says, by module.
    public func shares(of pack: LanguagePack) -> [Share] {
        let known = Set(pack.entries.map(\.key))
        let told = Dictionary(grouping: content, by: \.place).map { group, texts in
            let keys = Set(texts.map(\.key))
            return Share(module: group, phrases: keys.count, said: keys.filter(known.contains).count, glued: 0)
        }
        return
            (Dictionary(grouping: sources, by: \.module).map { module, files in
                let phrases = files.flatMap(\.phrases)
                let keys = Set(phrases.map(\.key))
                return Share(
                    module: module, phrases: keys.count, said: keys.filter(known.contains).count,
                    glued: Set(phrases.filter(\.isGlued).map(\.key)).count)
            } + told).sorted { $0.module < $1.module }
    }

    /// The texts of sources that a pack does not say, each once, with the first place where it stands.
    public func missing(in pack: LanguagePack) -> [(key: String, place: String)] {
        var seen = Set(pack.entries.map(\.key))
        return sources.flatMap { source in
            source.phrases.compactMap { phrase in
                seen.insert(phrase.key).inserted ? (phrase.key, "\(source.path):\(phrase.line)") : nil
            }
        } + content.filter { seen.insert($0.key).inserted }.map { ($0.key, "Content/\($0.place)/") }
    }

    /// What is wrong with a pack: what it says itself, keys that stand nowhere any more, and what was left in English.
    public func findings(in pack: LanguagePack) -> [Finding] {
        let known = sources.reduce(into: data.union(content.map(\.key))) { $0.formUnion($1.literals) }
        let own = pack.findings.map { Finding(kind: "pack", place: $0.place, sentence: $0.sentence) }
        let stale = pack.entries.filter { !known.contains($0.key) && !$0.key.isMade(from: known) }.map {
            Finding(kind: "unknownKey", place: $0.place, sentence: "No source says “\($0.key)” any more.")
        }
        let same = pack.entries.filter { !$0.isSame && Array($0.forms.values) == [$0.key] }.map {
            Finding(
                kind: "sameAsEnglish", place: $0.place,
                sentence: "“\($0.key)” is said as in English; if that is meant, write ~ same below it.")
        }
        return own + stale + same
    }

    /// The sentences in sources that are put together from texts, each once.
    public var glued: [(key: String, place: String)] {
        var seen: Set<String> = []
        return sources.flatMap { source in
            source.phrases.filter { $0.isGlued && seen.insert($0.key).inserted }.map { ($0.key, "\(source.path):\($0.line)") }
        }
    }
}

extension String {
    /// Whether it stands in no literal because it is made: a number and what it counts, a rule by which phrases of what is taught are put
    /// together, or such a phrase with its side.
    fileprivate func isMade(from known: Set<String>) -> Bool {
        guard hasPrefix("term: ") else { return hasPrefix("{1} ") && Places.numbers(in: self) == [1] }
        if !Places.numbers(in: self).isEmpty { return true }
        let words = dropFirst("term: ".count)
        let bare = words.split(separator: " ", maxSplits: 1)
        let isSided = bare.count == 2 && (bare[0] == "right" || bare[0] == "left")
        return known.contains(String(words)) || isSided && known.contains(String(bare[1]))
    }
}

extension LanguageLint {
    /// The lint as a table with tabs: how many texts each module has, how many are glued, and how many each pack says.
    public func table(of packs: [LanguagePack]) -> String {
        let all = packs.map(shares)
        guard let first = all.first else { return "" }
        let rows = first.indices.map { row in
            [first[row].module, "\(first[row].phrases)", "\(first[row].glued)"] + all.map { "\($0[row].said)" }
        }
        let sums = ["all", "\(first.reduce(0) { $0 + $1.phrases })", "\(first.reduce(0) { $0 + $1.glued })"]
        let said = all.map { shares in "\(shares.reduce(0) { $0 + $1.said })" }
        let head = ["module", "texts", "glued"] + packs.map(\.tag)
        return ([head] + rows + [sums + said]).map { $0.joined(separator: "\t") + "\n" }.joined()
    }
}
