import Kernel

/// Sentences that an app has put together as text.
extension Tongue {
    /// A sentence that an app has put together as text, where no word of it came from people but what stands in its places: a notice, a failure.
    ///
    /// It is found by its key, or by the key with places that it can have been made from. Sentences behind each other are said one by one, unless a key says
    /// them all in which nothing but its places stands between them.
    public func say(sentence: String) -> String {
        guard !isEnglish, sentence.utf8.contains(where: \.isLetter), sentence.utf8.count <= StringsTable.longestKey else {
            return sentence
        }
        let key = sentence.withoutOuterSpaces
        if let entry = entry(key) { return sentence.outerSpaces(around: said(entry, key, [])) }
        if let told = figured(key) ?? named(key) { return sentence.outerSpaces(around: told) }
        let bytes = Array(key.utf8)
        let found = likeliest(bytes)
        let told = found.single.map { said($0, bytes) } ?? stopped(key) ?? apart(key) ?? found.any.map { said($0, bytes) }
        return told.map(sentence.outerSpaces(around:)) ?? sentence
    }

    /// Sentences behind each other, facts in a row, a list of what is said elsewhere, or what stands behind a sign.
    private func apart(_ text: String) -> String? {
        parts(of: text, behind: ". ") ?? parts(of: text, behind: " · ") ?? parts(of: text, behind: ", ") ?? signed(text)
    }

    /// Each part said by itself: facts as far as there are words for them, all others only where all are said; nil where there is one.
    private func parts(of text: String, behind separator: String) -> String? {
        guard let end = text.outer(separator), end.lowerBound > text.startIndex else { return nil }
        let (isFact, isSentence) = (separator == " · ", separator == ". ")
        // A sentence keeps its full stop.
        var first = text[..<end.lowerBound] + (isSentence ? "." : "")
        var rest = String(text[end.upperBound...])
        guard rest.first != "·" else { return nil }
        // The comma of a date parts nothing: `due Friday, 20 November 2026, estimate 30m`.
        if separator == ", ", rest.first?.isNumber == true, let next = rest.place(of: separator) {
            let longer = first + separator + rest[..<next.lowerBound]
            if say(sentence: String(longer)) != longer { (first, rest) = (longer, String(rest[next.upperBound...])) }
        }
        let said = say(sentence: String(first))
        guard isFact || said != first || first.isSameEverywhere else { return nil }
        let others = say(sentence: rest)
        let isSaid = others != rest || !isSentence && rest.isSameEverywhere && said != first
        return isSaid || isFact && said != first ? said + (isSentence ? " " : separator) + others : nil
    }

    /// What is said elsewhere without its full stop.
    private func stopped(_ text: String) -> String? {
        guard text.last == ".", text.place(of: ". ") == nil else { return nil }
        let bare = String(text.dropLast())
        let said = say(sentence: bare)
        return said == bare || said.last == "." ? nil : said + "."
    }

    /// What stands behind a sign: `🔒 locked`.
    private func signed(_ text: String) -> String? {
        guard let first = text.utf8.first, first >= 0x80, let end = text.place(of: " ") else { return nil }
        let (sign, rest) = (text[..<end.lowerBound], String(text[end.upperBound...]))
        guard rest.utf8.first.map({ $0 < 0x80 }) == true,
            sign.unicodeScalars.allSatisfy({ !$0.isASCII && !$0.properties.isAlphabetic })
        else { return nil }
        let said = say(sentence: rest)
        return said == rest ? nil : "\(sign) \(said)"
    }

    /// A name and what it stands for, `Phrase Building: put the words in order`: the second a key, with a capital where it stands alone.
    private func named(_ text: String) -> String? {
        if let dash = text.place(of: " – "), let told = entry(String(text[dash.upperBound...]))?.text(.other) {
            return text[..<dash.upperBound] + told
        }
        guard let colon = text.place(of: ": "), text.first?.isUppercase == true else { return nil }
        let (name, rest) = (String(text[..<colon.lowerBound]), String(text[colon.upperBound...]))
        let alone = rest.capitalizedFirst
        guard let told = (entry(rest) ?? entry(alone))?.text(.other) else { return nil }
        let said = entry(name)?.text(.other) ?? name
        return said + (language.tag == "fr" ? " : " : ": ") + told
    }
}

extension StringProtocol {
    /// Figures and tags, which every language writes so.
    fileprivate var isSameEverywhere: Bool { hasPrefix("#") || !contains(where: \.isLetter) }
}

extension String {
    /// Where something stands first outside quotation marks: within them is what people wrote.
    fileprivate func outer(_ wanted: String) -> Range<Index>? {
        var start = startIndex
        while let found = self[start...].place(of: wanted) {
            let before = self[..<found.lowerBound].unicodeScalars
            if before.count(where: { $0 == "“" }) == before.count(where: { $0 == "”" }) { return found }
            start = found.upperBound
        }
        return nil
    }
}
