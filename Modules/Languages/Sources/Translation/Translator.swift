import Kernel

/// A translator of an app's English sentences into one language. English needs no lookup.
public struct Translator: Sendable {
    /// The effective language, which is English if the requested one has no sentences.
    public let language: Language
    /// Whether the translation is machine-made and not reviewed by a speaker.
    public let isMachineMade: Bool
    private let tables: @Sendable () -> [StringsTable]

    public static let english = Translator(.english, isMachineMade: false) { [] }

    /// Creates a translator whose packs are loaded for the first sentence. For duplicate keys, the
    /// first pack wins.
    public init(_ language: Language, isMachineMade: Bool, packs: @escaping @Sendable () -> [[UInt8]]) {
        self.init(language, tables: { packs().map(StringsTable.init) }, isMachineMade: isMachineMade)
    }

    /// Creates a translator whose tables are loaded for the first sentence. For duplicate keys, the
    /// first table wins.
    public init(_ language: Language, tables make: @escaping @Sendable () -> [StringsTable], isMachineMade: Bool) {
        let cachedTables = Once(make)
        self.language = language
        self.isMachineMade = isMachineMade
        tables = { cachedTables.value }
    }

    public var isEnglish: Bool { language == .english }

    /// Returns a text in the language, or in English if there is no translation.
    public func translation(_ phrase: LocalizableText) -> String {
        if isEnglish { return phrase.english }
        switch phrase.kind {
        case .declared: return translation(sentence: phrase.english)
        case .own: return translatedFigure(phrase.english) ?? wholeSentence(phrase.english) ?? phrase.english
        case .content, .asked: return content(phrase)
        case .figure: return Figure(beginning: phrase.english[...])?.formatted(in: language.tag) ?? phrase.english
        case .literal: break
        }
        let key = phrase.key
        // A sentence is translated as a whole, or stays English with all its parts.
        guard key.utf8.contains(where: \.isLetter) else {
            return translatedFigure(phrase.english) ?? (phrase.places.isEmpty ? phrase.english : joinedParts(phrase))
        }
        guard let entry = entry(key) else { return phrase.english }
        return phrase.english.outerSpaces(around: filledTranslation(entry, key, phrase.fillings))
    }

    // MARK: - Looking up

    /// Returns the entry of a key from the first table that has it.
    func entry(_ key: String) -> StringsTable.Entry? { tables().lazy.compactMap { $0.entry(key) }.first }

    /// Translates placeholders with only signs between them.
    private func joinedParts(_ phrase: LocalizableText) -> String {
        let (literals, _) = Placeholders.split(phrase.key)
        let parts = phrase.fillings.map(translation)
        let result = literals.enumerated().map { $1 + ($0 < parts.count ? parts[$0] : "") }.joined()
        return phrase.english.outerSpaces(around: result.withoutOuterSpaces)
    }

    /// Returns the translation of a key with its placeholders filled by translated parts.
    func filledTranslation(_ entry: StringsTable.Entry, _ key: String, _ fillings: [LocalizableText]) -> String {
        let number = fillings.lazy.compactMap { $0.english.countedNumber }.first
        let text = entry.text(number.map(language.plurals.form) ?? .other) ?? key
        guard !fillings.isEmpty else { return text }
        let quotedPlaces = Translator.quotedPlaces(in: key)
        let (literals, places) = Placeholders.split(text)
        return literals.enumerated().reduce(into: "") { result, piece in
            result = language.tag == "ko" ? Particle.resolved(piece.element, after: result) : result + piece.element
            guard piece.offset < places.count else { return }
            let place = places[piece.offset]
            guard fillings.indices.contains(place - 1) else { return }
            let filling = fillings[place - 1]
            if quotedPlaces.contains(place), !filling.isContent { return result += filling.english }
            if filling.isOwn, text.utf8.contains(UInt8(ascii: "~")), Placeholders.isSentence(place, in: text) {
                return result += translation(sentence: filling.english)
            }
            result += translatedFilling(
                filling, isList: text.utf8.contains(UInt8(ascii: "&")) && Placeholders.isList(place, in: text))
        }
    }

    /// Translates an interpolated part: as a list where expected, as an app's word (`word:
    /// person`), as a key, or as a text of its own.
    private func translatedFilling(_ filling: LocalizableText, isList: Bool) -> String {
        guard filling.isOwn else { return translation(filling) }
        let text = filling.english
        if isList, let list = ListFormat(text) {
            return list.formatted(in: language.tag) { translatedFilling(LocalizableText(own: $0), isList: false) }
        }
        return word(text) ?? severalWords(text) ?? (text.isAside ? translation(sentence: text) : translation(filling))
    }

    /// Translates an app's text of several words that is itself a key, such as an achievement title
    /// or a line of help.
    private func severalWords(_ text: String) -> String? {
        text.utf8.contains(0x20) ? entry(text).map { filledTranslation($0, text, []) } : nil
    }

    /// Translates a word that the app interpolates, possibly with a placeholder of its own: `write
    /// {1}`.
    private func word(_ text: String) -> String? {
        guard text.utf8.count <= Translator.longestWord, text.utf8.contains(where: \.isLetter) else { return nil }
        let key = Translator.word + text
        if let word = entry(key)?.text(.other) { return word }
        guard text.utf8.contains(0x20), let match = matches(of: key).first(where: { $0.key.hasPrefix(Translator.word) })
        else { return nil }
        return filledTranslation(match.entry, match.key, match.fillings.map(LocalizableText.init(own:)))
    }

    /// The prefix of keys for single words of the app.
    package static let word = "word: "
    private static let longestWord = 60

    /// Translates text that is not a sentence: a date of the app, or numbers with what they count
    /// (`3 words`, `9th keup`, `3 answers, 2 min`).
    func translatedFigure(_ text: String) -> String? {
        guard (3...80).contains(text.utf8.count) else { return nil }
        if let date = LongDate.formatted(text, in: language) { return date }
        guard text.utf8.first.map({ (0x30...0x39).contains($0) }) == true else { return nil }
        if let result = count(text[...]) { return result }
        let item = { (text: String) in count(text[...]) ?? entry(text)?.text(.other) }
        guard let list = ListFormat(text), list.items.allSatisfy({ item($0) != nil }) else { return nil }
        return list.formatted(in: language.tag) { item($0) ?? $0 }
    }

    /// Translates a number with what it counts.
    private func count(_ text: Substring) -> String? {
        guard let figure = Figure(beginning: text), figure.text.endIndex < text.endIndex else { return nil }
        let key = "{1}" + text[figure.text.endIndex...]
        guard let entry = entry(key) else { return nil }
        let form = Int(figure.text).map(language.plurals.form) ?? .other
        return entry.text(form).map {
            Placeholders.split($0).literals.joined(separator: figure.formatted(in: language.tag))
        }
    }

    /// Returns the placeholders inside quotation marks, which contain the user's own text.
    private static func quotedPlaces(in key: String) -> Set<Int> {
        guard key.place(of: "“{") != nil else { return [] }
        let (literals, places) = Placeholders.split(key)
        return Set(
            places.enumerated().filter { literals[$0.offset].hasSuffix("“") && literals[$0.offset + 1].hasPrefix("”") }
                .map(
                    \.element))
    }

    /// The minimum literal length of a sentence with placeholders for a match in a text from data.
    private static let minimumLiteralLength = 30

    /// Translates a text from data that is also a sentence of the packs. Four or more equal words
    /// are very unlikely to be a user's own.
    private func wholeSentence(_ text: String) -> String? {
        guard (20...StringsTable.longestKey).contains(text.utf8.count), text.utf8.count(where: { $0 == 0x20 }) > 2
        else { return nil }
        let key = text.withoutOuterSpaces
        let result =
            entry(key).map { filledTranslation($0, key, []) } ?? matched(key, least: Translator.minimumLiteralLength)
        return result.map(text.outerSpaces(around:))
    }

    /// The minimum literal length of a key in bytes. Shorter keys match only if their placeholders
    /// are single words.
    private static let specificLength = 8

    /// Translates a text that a key with placeholders produces. The key with the longest literals
    /// wins.
    func matched(_ text: String, least: Int = 2, filling: (String) -> LocalizableText = LocalizableText.init(own:))
        -> String?
    {
        let bytes = Array(text.utf8)
        return likeliest(bytes, least: least).any.map { filledTranslation($0, bytes, filling) }
    }

    /// A key that produces a text, with its table.
    typealias KeyMatch = (match: StringsTable.Match, table: StringsTable)

    /// Returns the keys with the longest literals in a text: among those whose placeholders hold
    /// one item each, and among all.
    func likeliest(_ text: [UInt8], least: Int = 2) -> (single: KeyMatch?, any: KeyMatch?) {
        var single = KeyMatch?.none
        var any = KeyMatch?.none
        for table in tables() {
            table.keys(possiblyMatching: text) { index in
                guard let match = table.match(index, of: text),
                    match.literalLength > (single?.match.literalLength ?? least - 1),
                    hasEnoughLiteralText(match, in: text)
                else { return }
                if match.literalLength > (any?.match.literalLength ?? least - 1) { any = (match, table) }
                if !match.places.contains(where: { Translator.spansSeveralFacts(text, $0) }) { single = (match, table) }
            }
        }
        return (single, any)
    }

    /// Returns the translation of a matched key.
    func filledTranslation(
        _ found: KeyMatch, _ text: [UInt8], _ filling: (String) -> LocalizableText = LocalizableText.init(own:)
    )
        -> String
    {
        let (match, table) = found
        return filledTranslation(
            table.entry(match.index), table.key(text: match.index), match.fillings(in: text).map(filling))
    }

    /// Whether the key of a match has enough literal text to be meant. A key that begins with a
    /// placeholder must have more, or count something.
    private func hasEnoughLiteralText(_ match: StringsTable.Match, in text: [UInt8]) -> Bool {
        func isFigure(_ place: Range<Int>) -> Bool { !place.isEmpty && (0x30...0x39).contains(text[place.lowerBound]) }
        if match.beginsWithPlace {
            let words = text[match.places[0]].count { $0 == 0x20 } + 1
            return match.literalLength
                >= (words > 2
                    ? Translator.specificLength + Translator.specificLength / 2 : Translator.specificLength + 1)
                || isFigure(match.places[0])
        }
        let isShort = { (place: Range<Int>) in
            !text[place].contains(0x20) || isFigure(place)
                || LongDate.formatted(String(decoding: text[place], as: UTF8.self), in: language) != nil
        }
        return match.literalLength >= Translator.specificLength || match.places.allSatisfy(isShort)
    }

    /// Whether a placeholder's text spans a sentence boundary or several facts. Text in quotation
    /// marks is the user's own.
    private static func spansSeveralFacts(_ text: [UInt8], _ place: Range<Int>) -> Bool {
        let filling = String(decoding: text[place], as: UTF8.self)
        if text[..<place.lowerBound].suffix(3).elementsEqual("“".utf8) { return false }
        return filling.place(of: " · ") != nil || filling.place(of: "), ") != nil
            || filling.dropFirst(3).place(of: ". ") != nil
    }

    /// Returns all the ways in which keys with placeholders produce a text.
    func matches(of text: String) -> [(key: String, entry: StringsTable.Entry, fillings: [String])] {
        let bytes = Array(text.utf8)
        return tables().flatMap { table in
            var byIndex: [Int: StringsTable.Match] = [:]
            table.keys(possiblyMatching: bytes) { index in
                byIndex[index] = byIndex[index] ?? table.match(index, of: bytes)
            }
            return byIndex.sorted { $0.key < $1.key }.map { index, match in
                (table.key(text: index), table.entry(index), match.fillings(in: bytes))
            }
        }
    }
}

extension UInt8 {
    /// Whether a byte belongs to a letter.
    package var isLetter: Bool { (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) || self >= 0x80 }
}

extension String {
    /// Whether the text is an app's addition after a sentence: ` There is more: 3 words.`
    fileprivate var isAside: Bool { hasPrefix(" ") && [".", "!", "?"].contains(last) && utf8.count > 4 }

    /// The number that a text counts: `3` and `3 words`, but not `2026-11-20`.
    fileprivate var countedNumber: Int? {
        let figures = prefix { ("0"..."9").contains($0) }
        if let next = dropFirst(figures.count).first, ["-", ":", ".", "/"].contains(next) { return nil }
        return Int(figures)
    }

    /// Returns another text with the outer spaces of this one.
    func outerSpaces(around text: String) -> String {
        guard utf8.first == 0x20 || utf8.last == 0x20 else { return text }
        let before = prefix { $0 == " " }
        let after = reversed().prefix { $0 == " " }
        return before + text + String(after)
    }
}
