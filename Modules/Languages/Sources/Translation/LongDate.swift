import Kernel

/// A date in the app's long form, `Friday, 20 November 2026`, and its long formats in other
/// languages (Unicode CLDR 46, main/*/ca-gregorian).
enum LongDate {
    /// Returns the date in a language, or `nil` if the text is not such a date or the language has
    /// no format.
    static func formatted(_ text: String, in language: Language) -> String? {
        guard (8...40).contains(text.utf8.count), let last = text.utf8.last, (0x30...0x39).contains(last),
            let form = forms[language.tag]
        else { return nil }
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        // The form `fri 2026-11-20` appears before a bar.
        if words.count == 2, let day = Day(String(words[1])), words[0] == day.weekday.rawValue.prefix(3) {
            let place = Weekday.allCases.firstIndex(of: day.weekday) ?? 0
            return "\(form.short.weekdays[place]) \(words[1])"
        }
        guard let year = words.last.flatMap({ $0.utf8.count == 4 ? Int($0) : nil }),
            let month = words.dropLast().last.flatMap(month(named:))
        else { return nil }
        if words.count == 2 { return form.month(form.months[month - 1], year) }
        guard words.count == 4, words[0].hasSuffix(","), let number = Int(words[1]),
            let day = Day(year: year, month: month, day: number),
            words[0].dropLast().lowercased() == day.weekday.rawValue
        else { return nil }
        let place = Weekday.allCases.firstIndex(of: day.weekday) ?? 0
        return form.day(form.weekdays[place], number, form.months[month - 1], year)
    }

    /// The names and the long formats of one language.
    struct Form: Sendable {
        let weekdays: [String]
        let months: [String]
        /// The short names of CLDR's stand-alone abbreviated form, without periods.
        let short: (weekdays: [String], months: [String])
        let day: @Sendable (_ weekday: String, _ day: Int, _ month: String, _ year: Int) -> String
        let month: @Sendable (_ month: String, _ year: Int) -> String
    }

    static let forms: [String: Form] = [
        "es": Form(
            weekdays: ["lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"],
            months: [
                "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre",
                "noviembre", "diciembre",
            ],
            short: (
                ["lun", "mar", "mié", "jue", "vie", "sáb", "dom"],
                ["ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sep", "oct", "nov", "dic"]
            ), day: { "\($0), \($1) de \($2) de \($3)" }, month: { "\($0) de \($1)" }),
        "fr": Form(
            weekdays: ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"],
            months: [
                "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre",
                "novembre", "décembre",
            ],
            short: (
                ["lun", "mar", "mer", "jeu", "ven", "sam", "dim"],
                ["jan", "fév", "mar", "avr", "mai", "jun", "jul", "aoû", "sep", "oct", "nov", "déc"]
            ), day: { "\($0) \($1) \($2) \($3)" }, month: { "\($0) \($1)" }),
        "ko": Form(
            weekdays: ["월요일", "화요일", "수요일", "목요일", "금요일", "토요일", "일요일"], months: (1...12).map { "\($0)월" },
            short: (["월", "화", "수", "목", "금", "토", "일"], (1...12).map { "\($0)월" }),
            day: { "\($3)년 \($2) \($1)일 \($0)" },
            month: { "\($1)년 \($0)" }),
    ]

    static let weekdays = Weekday.allCases.map(\.rawValue)

    static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    private static func month(named word: Substring) -> Int? { months.firstIndex { $0 == word }.map { $0 + 1 } }
}
