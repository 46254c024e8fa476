import Kernel

/// A language as an app speaks it: what becomes of its English sentences. In English nothing is looked up and nothing is read.
public struct Tongue: Sendable {
    /// What it speaks; English where there are no sentences of what was asked for.
    public let language: Language
    /// Whether a machine made its sentences, and nobody who speaks it has read them.
    public let isMachineMade: Bool
    private let tables: @Sendable () -> [StringsTable]

    /// What everything is written in.
    public static let english = Tongue(.english, isMachineMade: false) { [] }

    /// A language whose packs are asked for when the first sentence is said: of two with one key the first wins.
    public init(_ language: Language, isMachineMade: Bool, packs: @escaping @Sendable () -> [[UInt8]]) {
        self.init(language, tables: { packs().map(StringsTable.init) }, isMachineMade: isMachineMade)
    }

    /// A language whose tables are asked for when the first sentence is said: of two with one key the first wins.
    public init(_ language: Language, tables make: @escaping @Sendable () -> [StringsTable], isMachineMade: Bool) {
        let memory = Once(make)
        (self.language, self.isMachineMade) = (language, isMachineMade)
        tables = { memory.value }
    }

    /// Whether anything is said otherwise than in English.
    public var isEnglish: Bool { language == .english }

    /// A phrase in the language; English where the language has no words for it.
    public func say(_ phrase: Phrase) -> String {
        if isEnglish { return phrase.english }
        switch phrase.kind {
        case .declared: return say(sentence: phrase.english)
        case .own: return figured(phrase.english) ?? whole(phrase.english) ?? phrase.english
        case .content, .asked: return content(phrase)
        case .figure: return Figure(beginning: phrase.english[...])?.said(in: language.tag) ?? phrase.english
        case .literal: break
        }
        let key = phrase.key
        // A sentence is said whole or stays English, with all that stands in it.
        guard key.utf8.contains(where: \.isLetter) else {
            return figured(phrase.english) ?? (phrase.places.isEmpty ? phrase.english : filled(phrase))
        }
        guard let entry = entry(key) else { return phrase.english }
        return phrase.english.outerSpaces(around: said(entry, key, phrase.fillings))
    }

    // MARK: - Looking up

    func entry(_ key: String) -> StringsTable.Entry? { tables().lazy.compactMap { $0.entry(key) }.first }

    /// Places with nothing but signs between them.
    private func filled(_ phrase: Phrase) -> String {
        let (literals, _) = Places.split(phrase.key)
        let parts = phrase.fillings.map(say)
        let whole = literals.enumerated().map { $1 + ($0 < parts.count ? parts[$0] : "") }.joined()
        return phrase.english.outerSpaces(around: whole.withoutOuterSpaces)
    }

    func said(_ entry: StringsTable.Entry, _ key: String, _ fillings: [Phrase]) -> String {
        let number = fillings.lazy.compactMap { $0.english.countedNumber }.first
        let text = entry.text(number.map(language.plurals.form) ?? .other) ?? key
        guard !fillings.isEmpty else { return text }
        let quoted = Tongue.quoted(key)
        let (literals, places) = Places.split(text)
        return literals.enumerated().reduce(into: "") { whole, piece in
            whole = language.tag == "ko" ? Particle.settled(piece.element, behind: whole) : whole + piece.element
            guard piece.offset < places.count else { return }
            let place = places[piece.offset]
            guard fillings.indices.contains(place - 1) else { return }
            let filling = fillings[place - 1]
            if quoted.contains(place), !filling.isContent { return whole += filling.english }
            if filling.isOwn, text.utf8.contains(UInt8(ascii: "~")), Places.isSentence(place, in: text) {
                return whole += say(sentence: filling.english)
            }
            whole += said(filling, isList: text.utf8.contains(UInt8(ascii: "&")) && Places.isList(place, in: text))
        }
    }

    /// What fills a place: a list where one is expected, a word that the house fills in (`word: person`), words that are a key, else what it says by itself.
    private func said(_ filling: Phrase, isList: Bool) -> String {
        guard filling.isOwn else { return say(filling) }
        let text = filling.english
        if isList, let list = SaidList(text) {
            return list.said(in: language.tag) { said(Phrase(own: $0), isList: false) }
        }
        return word(text) ?? several(text) ?? (text.isAside ? say(sentence: text) : say(filling))
    }

    /// What an app says elsewhere as it stands, in more than one word: the title of an achievement, a line of help.
    private func several(_ text: String) -> String? {
        text.utf8.contains(0x20) ? entry(text).map { said($0, text, []) } : nil
    }

    /// A word that the house fills into sentences, which may have a place of its own: `write {1}`.
    private func word(_ text: String) -> String? {
        guard text.utf8.count <= Tongue.longestWord, text.utf8.contains(where: \.isLetter) else { return nil }
        let key = Tongue.word + text
        if let word = entry(key)?.text(.other) { return word }
        guard text.utf8.contains(0x20), let made = makings(of: key).first(where: { $0.key.hasPrefix(Tongue.word) }) else {
            return nil
        }
        return said(made.entry, made.key, made.fillings.map(Phrase.init(own:)))
    }

    /// Before the key of such a word.
    static let word = "word: "
    private static let longestWord = 60

    /// What is no sentence and yet is said in every language: a date of the house, figures and what they count (`3 words`, `9th keup`, `3 answers, 2 min`).
    func figured(_ text: String) -> String? {
        guard (3...80).contains(text.utf8.count) else { return nil }
        if let date = LongDate.said(text, in: language) { return date }
        guard text.utf8.first.map({ (0x30...0x39).contains($0) }) == true else { return nil }
        if let whole = count(text[...]) { return whole }
        let item = { (text: String) in count(text[...]) ?? entry(text)?.text(.other) }
        guard let list = SaidList(text), list.items.allSatisfy({ item($0) != nil }) else { return nil }
        return list.said(in: language.tag) { item($0) ?? $0 }
    }

    /// A figure and what it counts.
    private func count(_ text: Substring) -> String? {
        guard let figure = Figure(beginning: text), figure.text.endIndex < text.endIndex else { return nil }
        let key = "{1}" + text[figure.text.endIndex...]
        guard let entry = entry(key) else { return nil }
        let form = Int(figure.text).map(language.plurals.form) ?? .other
        return entry.text(form).map { Places.split($0).literals.joined(separator: figure.said(in: language.tag)) }
    }

    /// The places that stand between quotation marks: what people wrote.
    private static func quoted(_ key: String) -> Set<Int> {
        guard key.place(of: "“{") != nil else { return [] }
        let (literals, places) = Places.split(key)
        return Set(
            places.enumerated().filter { literals[$0.offset].hasSuffix("“") && literals[$0.offset + 1].hasPrefix("”") }.map(
                \.element))
    }

    /// What of its own a sentence with places has at least, where it is found in a text of data.
    private static let unmistakable = 30

    /// A text of the packs that came as one of data: nobody else writes four words or more just so.
    private func whole(_ text: String) -> String? {
        guard (20...StringsTable.longestKey).contains(text.utf8.count), text.utf8.count(where: { $0 == 0x20 }) > 2 else {
            return nil
        }
        let key = text.withoutOuterSpaces
        let whole = entry(key).map { said($0, key, []) } ?? matched(key, least: Tongue.unmistakable)
        return whole.map(text.outerSpaces(around:))
    }

    /// A key with fewer bytes of its own tells too little to be found by: single words must stand in its places.
    private static let telling = 8

    /// What is said for a text that a key with places makes; the key of the longest literals wins.
    func matched(_ text: String, least: Int = 2, filling: (String) -> Phrase = Phrase.init(own:)) -> String? {
        let bytes = Array(text.utf8)
        return likeliest(bytes, least: least).any.map { said($0, bytes, filling) }
    }

    /// A key that makes a text, and where it stands.
    typealias Found = (making: StringsTable.Making, table: StringsTable)

    /// The key that has most of its own in a text: of those in whose places one thing stands, and of all.
    func likeliest(_ text: [UInt8], least: Int = 2) -> (single: Found?, any: Found?) {
        var (single, any) = (Found?.none, Found?.none)
        for table in tables() {
            table.keys(thatMayMake: text) { index in
                guard let making = table.making(index, of: text), making.literal > (single?.making.literal ?? least - 1),
                    isTold(by: making, in: text)
                else { return }
                if making.literal > (any?.making.literal ?? least - 1) { any = (making, table) }
                if !making.places.contains(where: { Tongue.isSeveral(text, $0) }) { single = (making, table) }
            }
        }
        return (single, any)
    }

    /// What a key that was found says.
    func said(_ found: Found, _ text: [UInt8], _ filling: (String) -> Phrase = Phrase.init(own:)) -> String {
        let (making, table) = found
        return said(table.entry(making.index), table.key(text: making.index), making.fillings(in: text).map(filling))
    }

    /// Whether a key tells enough that a text was made from it: what begins with a place says more besides, or counts something.
    private func isTold(by making: StringsTable.Making, in text: [UInt8]) -> Bool {
        func isFigure(_ place: Range<Int>) -> Bool { !place.isEmpty && (0x30...0x39).contains(text[place.lowerBound]) }
        if making.beginsWithPlace {
            let words = text[making.places[0]].count { $0 == 0x20 } + 1
            return making.literal >= (words > 2 ? Tongue.telling + Tongue.telling / 2 : Tongue.telling + 1)
                || isFigure(making.places[0])
        }
        let isShort = { (place: Range<Int>) in
            !text[place].contains(0x20) || isFigure(place)
                || LongDate.said(String(decoding: text[place], as: UTF8.self), in: language) != nil
        }
        return making.literal >= Tongue.telling || making.places.allSatisfy(isShort)
    }

    /// Whether a sentence ends in what fills a place and another begins there, or facts stand in it in a row; what stands between quotation marks is
    /// people's.
    private static func isSeveral(_ text: [UInt8], _ place: Range<Int>) -> Bool {
        let filling = String(decoding: text[place], as: UTF8.self)
        if text[..<place.lowerBound].suffix(3).elementsEqual("“".utf8) { return false }
        return filling.place(of: " · ") != nil || filling.place(of: "), ") != nil || filling.dropFirst(3).place(of: ". ") != nil
    }

    /// Every way in which keys with places make a text.
    func makings(of text: String) -> [(key: String, entry: StringsTable.Entry, fillings: [String])] {
        let bytes = Array(text.utf8)
        return tables().flatMap { table in
            var found: [Int: StringsTable.Making] = [:]
            table.keys(thatMayMake: bytes) { index in found[index] = found[index] ?? table.making(index, of: bytes) }
            return found.sorted { $0.key < $1.key }.map { index, making in
                (table.key(text: index), table.entry(index), making.fillings(in: bytes))
            }
        }
    }
}

extension UInt8 {
    /// Whether a byte belongs to a letter.
    var isLetter: Bool { (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) || self >= 0x80 }
}

extension String {
    /// Whether it is something that an app adds behind a sentence: ` There is more: 3 words.`
    fileprivate var isAside: Bool { hasPrefix(" ") && [".", "!", "?"].contains(last) && utf8.count > 4 }

    /// The number that a text counts: `3` and `3 words`, but not `2026-11-20`.
    fileprivate var countedNumber: Int? {
        let figures = prefix { ("0"..."9").contains($0) }
        if let next = dropFirst(figures.count).first, ["-", ":", ".", "/"].contains(next) { return nil }
        return Int(figures)
    }

    /// Another text with the spaces that stand around this one.
    func outerSpaces(around text: String) -> String {
        guard utf8.first == 0x20 || utf8.last == 0x20 else { return text }
        let (before, after) = (prefix { $0 == " " }, reversed().prefix { $0 == " " })
        return before + text + String(after)
    }
}
