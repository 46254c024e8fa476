/// A translation of typed day words from all supported languages to English: `hoy` is `today`, `20
/// de noviembre` is `20 november`.
///
/// Day parsing uses it first, independent of the app's language, because no word means different
/// days in two languages.
public enum DayWordTranslation {
    /// Returns the words in English and lower case. English and unknown words are kept.
    public static func english(_ words: [String]) -> [String] {
        // `3일 전`
        let isSplitKorean = words.count == 2 && (words[1] == "전" || words[1] == "후")
        let joinedWords = isSplitKorean ? [words.joined()] : words
        var words = Array(joinedWords.filter { !fillers.contains($0) || joinedWords.count == 1 }.flatMap(parts))
        if let following = words.dropFirst().first.flatMap({ DayWordTranslation.following[$0] }), words.count == 2 {
            words = [following, words[0]]
        }
        if words.count == 3, words[0].utf8.count == 4, Int(words[0]) != nil,
            LongDate.months.contains(where: { $0.lowercased() == words[1] })
        {
            words = [words[2], words[1], words[0]]
        }
        if words.starts(with: ["il", "y", "a"]) { words = words.dropFirst(3) + ["ago"] }
        if words.first == "hace" { words = words.dropFirst() + ["ago"] }
        return words.map { names[$0] ?? $0 }
    }

    /// Splits a word: `11월` is a month and `20일` a day.
    private static func parts(_ word: String) -> [String] {
        let digits = word.prefix { ("0"..."9").contains($0) }
        guard !digits.isEmpty, let number = Int(digits) else { return [word] }
        switch word.dropFirst(digits.count) {
        case "년": return [String(digits)]
        case "월" where (1...12).contains(number): return [LongDate.months[number - 1].lowercased()]
        case "일": return [String(digits)]
        case "일전", "일후", "주전", "주후":
            let unit = word.contains("일") ? "days" : "weeks"
            return word.hasSuffix("전") ? [String(digits), unit, "ago"] : ["in", String(digits), unit]
        default: return [word]
        }
    }

    /// The words between the parts of a date, such as `de` in `20 de noviembre`.
    private static let fillers: Set<String> = ["de", "del", "el", "le", "의"]

    /// The words that follow a weekday in Spanish and French, in English.
    private static let following = [
        "pasado": "last", "próximo": "next", "proximo": "next", "dernier": "last", "prochain": "next",
    ]

    /// The words for days, units of time, weekdays and months, in English.
    private static let names: [String: String] = {
        var names = [
            "hoy": "today", "ayer": "yesterday", "mañana": "tomorrow", "manana": "tomorrow",
            "aujourd’hui": "today", "aujourd'hui": "today", "hier": "yesterday", "demain": "tomorrow",
            "오늘": "today", "어제": "yesterday", "내일": "tomorrow", "지난": "last", "다음": "next", "이번": "this",
            "próximo": "next", "proximo": "next", "este": "this", "dans": "in", "en": "in", "un": "one", "une": "one",
            "una": "one",
            "día": "day", "dia": "day", "días": "days", "dias": "days", "semana": "week", "semanas": "weeks",
            "mes": "month",
            "meses": "months", "año": "year", "años": "years", "jour": "day", "jours": "days", "semaine": "week",
            "semaines": "weeks", "mois": "months", "an": "an", "ans": "years", "전": "ago",
        ]
        for form in LongDate.forms.values {
            for (word, day) in zip(form.weekdays, LongDate.weekdays) { names[word] = day }
            for (word, month) in zip(form.months, LongDate.months) { names[word] = month.lowercased() }
        }
        for (word, plain) in [
            "miercoles": "wednesday", "sabado": "saturday", "fevrier": "february", "aout": "august",
            "decembre": "december",
        ] {
            names[word] = plain
        }
        return names
    }()
}

extension Translator {
    /// The month names above the weeks of a calendar, if the language has them.
    public var shortMonths: [String]? { LongDate.forms[language.tag]?.short.months }

    /// The weekday names for the rows of a calendar, Monday first.
    public var shortWeekdays: [String]? { LongDate.forms[language.tag]?.short.weekdays }
}
