/// A readable log of each day: the commands, the app's answers, and each broken law.
final class Diary {
    private let isQuiet: Bool
    private(set) var broken = 0
    private var title: String?
    private var day: String?

    init(isQuiet: Bool) { self.isQuiet = isQuiet }

    /// Starts a life at the first call, and one of its days at each later call.
    func heading(_ text: String) {
        if title == nil {
            title = text
            print("\n# \(text)")
        } else {
            day = text
            if !isQuiet { print("\n## \(text)") }
        }
    }

    func line(_ text: String) {
        if !isQuiet { print("  \(text)") }
    }

    /// Prints the broken law and its cause, even in a quiet diary.
    func reportBroken(_ law: Law, _ cause: String) {
        broken += 1
        print(
            "  BROKEN on \(day ?? "the first day"): \(law.rawValue).\n    "
                + cause.split(separator: "\n").joined(separator: "\n    "))
    }
}

/// The rules that must hold every day, for every kind of person.
enum Law: String {
    case ends = "Every command ends with a known exit status"
    case speaks = "A failing command prints a reason"
    case pipe = "A pipe gets no escape codes and no invisible characters"
    case whole = "Texts in a pipe are complete"
    case suggests = "Every suggested command exists"
    case json = "With --json standard output is one JSON value"
    case tidy = "The temporary folder stays empty"
    case clean = "doctor is clean"
    case gone = "The disk contains no erased text"
    case grows = "Reading commands do not enlarge folders"
    case starts = "No start takes more than 60 ms"
    case dueIsAsked = "Due cards are asked"
    case kept = "Saved records stay"
    case founded = "A missing community is never recreated"
    case inStep = "Synced devices have the same records"
    case full = "A full disk changes nothing"
}
