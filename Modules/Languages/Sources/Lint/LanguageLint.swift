import Kernel

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
        /// The commands that it declares.
        let commands: [String]

        /// A source file from its text.
        public init(path: String, text: String) {
            let all = PhraseFinder.phrases(in: text)
            let literals = all.map { $0.key.hasPrefix(Tongue.word) ? String($0.key.dropFirst(Tongue.word.count)) : $0.key }
            (self.path, phrases) = (path, all.filter(\.isForPeople))
            self.literals = Set(literals).union(Source.cases(in: text))
            commands = all.filter(\.isCommand).map(\.key)
        }

        /// The names of cases, which are the texts of their values: `guardian` in `case guardian`.
        private static func cases(in text: String) -> [String] {
            text.split(separator: "\n").filter { $0.drop { $0 == " " }.hasPrefix("case ") && !$0.contains(":") }.flatMap {
                $0.split { !$0.isLetter }.dropFirst().map(String.init)
            }
        }

        private init(_ source: Source, _ phrases: [SourcePhrase]) {
            (path, self.phrases, literals, commands) = (source.path, phrases, source.literals, source.commands)
        }

        fileprivate func without(_ isLeftOut: (String) -> Bool) -> Source {
            Source(self, phrases.filter { !isLeftOut($0.key) })
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
        /// What kind: `unknownKey`, `sameAsEnglish`, `glued`, `pack`, `list`.
        public let kind: String
        /// Where: a line of the pack or of a source.
        public let place: String
        /// What is wrong, as a sentence.
        public let sentence: String
    }

    private let sources: [Source]
    /// What is said to be none of a text for people, and would not be taken for one.
    public let unneeded: [String]
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
        let apps = sources.filter { $0.path.hasPrefix("Apps/") }.map(\.module)
        let typed = ProgramText(commands: Set(sources.flatMap(\.commands)), apps: Set(apps))
        self.sources = sources.map { $0.without { notSaid.contains($0) || typed.isTyped($0) } }
        let keys = Set(sources.flatMap { $0.phrases.map(\.key) })
        unneeded = notSaid.filter { !keys.contains($0) || typed.isTyped($0) }.sorted()
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
        let words = Set(
            pack.entries.map(\.key).filter { $0.hasPrefix(Tongue.word) }.map { String($0.dropFirst(Tongue.word.count)) })
        let stale = pack.entries.filter {
            !known.contains($0.key) && !$0.key.isMade(from: known) && !$0.key.isMade(from: known, with: words)
        }.map {
            Finding(kind: "unknownKey", place: $0.place, sentence: "No source says “\($0.key)” any more.")
        }
        let same = pack.entries.filter { !$0.isSame && Array($0.forms.values) == [$0.key] }.map {
            Finding(
                kind: "sameAsEnglish", place: $0.place,
                sentence: "“\($0.key)” is said as in English; if that is meant, write ~ same below it.")
        }
        return own + stale + same + lists(in: pack)
    }

    /// Lists that a pack says as one text.
    private func lists(in pack: LanguagePack) -> [Finding] {
        let lists = sources.flatMap(\.phrases).reduce(into: [String: Set<Int>]()) { $0[$1.key, default: []].formUnion($1.lists) }
        return pack.entries.flatMap { entry in
            (lists[entry.key] ?? []).sorted().compactMap { place in
                guard entry.forms.values.contains(where: { !Places.isList(place, in: $0) }) else { return nil }
                return Finding(
                    kind: "list", place: entry.place,
                    sentence: "A list stands in place \(place) of “\(entry.key)”: write & behind its number.")
            }
        }
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
    /// Whether it stands in no literal because it is made: a number and what it counts, one of several words, what is somebody's, what has its name behind it, what begins a sentence, a rule by which phrases of what is taught are put
    /// together, or such a phrase with its side.
    fileprivate func isMade(from known: Set<String>) -> Bool {
        if hasPrefix(Tongue.word) {
            let whole = String(dropFirst(Tongue.word.count))
            let word = whole.hasPrefix("your ") ? String(whole.dropFirst("your ".count)) : whole
            return known.contains(word) || (word.hasSuffix("s") && known.contains(String(word.dropLast())))
                || (word.hasPrefix("a ") && known.contains(String(word.dropFirst(2))))
                || known.contains(word.capitalizedFirst)
        }
        if known.contains(prefix(1).lowercased() + dropFirst()) { return true }
        if hasSuffix(" ({1})") { return known.contains(String(dropLast(" ({1})".count))) }
        guard hasPrefix("term: ") else { return hasPrefix("{1} ") && Places.numbers(in: self) == [1] }
        if !Places.numbers(in: self).isEmpty { return true }
        let words = dropFirst("term: ".count)
        let bare = words.split(separator: " ", maxSplits: 1)
        let isSided = bare.count == 2 && (bare[0] == "right" || bare[0] == "left")
        return known.contains(String(words)) || isSided && known.contains(String(bare[1]))
    }
}

extension String {
    /// Whether it is a sentence of sources with one of the words that the house fills in, so that a language can say each in its own way:
    /// `There is no person “{1}”.` of `There is no {1} “{2}”.`
    fileprivate func isMade(from known: Set<String>, with words: Set<String>) -> Bool {
        words.contains { word in
            ranges(of: word).contains { range in
                let before = Places.numbers(in: String(self[..<range.lowerBound])).count
                let rest = Places.split(String(self[range.upperBound...]))
                let behind = rest.literals.dropFirst().enumerated().map { "{\(before + $0 + 2)}\($1)" }.joined()
                return known.contains("\(self[..<range.lowerBound]){\(before + 1)}\(rest.literals[0])\(behind)")
            }
        }
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
