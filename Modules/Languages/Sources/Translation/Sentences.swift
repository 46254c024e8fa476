import Kernel

/// Translation of sentences that an app composed as text.
extension Translator {
    /// Returns a composed sentence of the app in the language, such as a notice or failure. Only
    /// its placeholders may contain users' words.
    ///
    /// The lookup uses its key, or the key with placeholders that can produce it. Consecutive
    /// sentences are translated separately, unless one key covers them all.
    public func translation(sentence: String) -> String {
        guard !isEnglish, sentence.utf8.contains(where: \.isLetter), sentence.utf8.count <= StringsTable.longestKey
        else { return sentence }
        let key = sentence.withoutOuterSpaces
        if let entry = entry(key) { return sentence.outerSpaces(around: filledTranslation(entry, key, [])) }
        if let result = translatedFigure(key) ?? translatedDescription(key) {
            return sentence.outerSpaces(around: result)
        }
        let bytes = Array(key.utf8)
        let matches = likeliest(bytes)
        let result =
            matches.single.map { filledTranslation($0, bytes) } ?? translatedWithoutPeriod(key) ?? translatedParts(key)
            ?? matches.any.map { filledTranslation($0, bytes) }
        return result.map(sentence.outerSpaces(around:)) ?? sentence
    }

    /// Translates consecutive sentences, facts in a row, a list, or the text after a sign.
    private func translatedParts(_ text: String) -> String? {
        parts(of: text, separatedBy: ". ") ?? parts(of: text, separatedBy: " · ") ?? parts(of: text, separatedBy: ", ")
            ?? translatedAfterSign(text)
    }

    /// Translates each part separately, or returns `nil` for a single part. Facts are translated
    /// where possible, and other parts only if all can be.
    private func parts(of text: String, separatedBy separator: String) -> String? {
        guard let end = text.rangeOutsideQuotes(separator), end.lowerBound > text.startIndex else { return nil }
        let isFact = separator == " · "
        let isSentence = separator == ". "
        // A sentence keeps its period.
        var first = text[..<end.lowerBound] + (isSentence ? "." : "")
        var rest = String(text[end.upperBound...])
        guard rest.first != "·" else { return nil }
        // The comma of a date is not a separator: `due Friday, 20 November 2026, estimate 30m`.
        if separator == ", ", rest.first?.isNumber == true, let next = rest.place(of: separator) {
            let longer = first + separator + rest[..<next.lowerBound]
            if translation(sentence: String(longer)) != longer {
                (first, rest) = (longer, String(rest[next.upperBound...]))
            }
        }
        let translated = translation(sentence: String(first))
        guard isFact || translated != first || first.isSameEverywhere else { return nil }
        let restText = translation(sentence: rest)
        let isRestTranslated = restText != rest || !isSentence && rest.isSameEverywhere && translated != first
        guard isRestTranslated || isFact && translated != first else { return nil }
        return translated + (isSentence ? " " : separator) + restText
    }

    /// Translates a sentence whose key has no period.
    private func translatedWithoutPeriod(_ text: String) -> String? {
        guard text.last == ".", text.place(of: ". ") == nil else { return nil }
        let textWithoutPeriod = String(text.dropLast())
        let translated = translation(sentence: textWithoutPeriod)
        return translated == textWithoutPeriod || translated.last == "." ? nil : translated + "."
    }

    /// Translates the text after a sign: `🔒 locked`.
    private func translatedAfterSign(_ text: String) -> String? {
        guard let first = text.utf8.first, first >= 0x80, let end = text.place(of: " ") else { return nil }
        let sign = text[..<end.lowerBound]
        let rest = String(text[end.upperBound...])
        guard rest.utf8.first.map({ $0 < 0x80 }) == true,
            sign.unicodeScalars.allSatisfy({ !$0.isASCII && !$0.properties.isAlphabetic })
        else { return nil }
        let translated = translation(sentence: rest)
        return translated == rest ? nil : "\(sign) \(translated)"
    }

    /// Translates a name with its description, `Phrase Building: put the words in order`.
    /// The description is a key, capitalized on its own.
    private func translatedDescription(_ text: String) -> String? {
        if let dash = text.place(of: " – "), let result = entry(String(text[dash.upperBound...]))?.text(.other) {
            return text[..<dash.upperBound] + result
        }
        guard let colon = text.place(of: ": "), text.first?.isUppercase == true else { return nil }
        let name = String(text[..<colon.lowerBound])
        let rest = String(text[colon.upperBound...])
        let capitalizedRest = rest.capitalizedFirst
        guard let result = (entry(rest) ?? entry(capitalizedRest))?.text(.other) else { return nil }
        let translated = entry(name)?.text(.other) ?? name
        return translated + (language.tag == "fr" ? " : " : ": ") + result
    }
}

extension StringProtocol {
    /// Whether the text is a tag or has no letters, and so is the same in every language.
    fileprivate var isSameEverywhere: Bool { hasPrefix("#") || !contains(where: \.isLetter) }
}

extension String {
    /// Finds the first occurrence outside quotation marks, which enclose the user's own text.
    fileprivate func rangeOutsideQuotes(_ wanted: String) -> Range<Index>? {
        var start = startIndex
        while let match = self[start...].place(of: wanted) {
            let before = self[..<match.lowerBound].unicodeScalars
            if before.count(where: { $0 == "“" }) == before.count(where: { $0 == "”" }) { return match }
            start = match.upperBound
        }
        return nil
    }
}
