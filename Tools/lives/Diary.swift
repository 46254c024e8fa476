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
    func breaks(_ law: Law, _ what: String) {
        broken += 1
        print(
            "  BROKEN on \(day ?? "the first day"): \(law.rawValue).\n    "
                + what.split(separator: "\n").joined(separator: "\n    "))
    }
}

/// The rules that must hold on every day, whatever the person does.
enum Law: String {
    case ends = "Every command ends, and none by an accident"
    case speaks = "A command that fails says why, and one that works has nothing to complain of"
    case pipe = "No escape code and no unseen character goes into a pipe"
    case whole = "Nothing said is cut in a pipe"
    case suggests = "Every command that is suggested can be given"
    case json = "With --json standard output is one JSON value"
    case tidy = "Nothing is left in the temporary folder"
    case clean = "doctor is clean"
    case gone = "No word of what was erased is left on the disk"
    case grows = "No folder grows without reason"
    case starts = "No start takes more than 60 ms"
    case dueIsAsked = "What is due is asked"
    case kept = "What was said to be kept is there"
    case founded = "No command founds a community that nobody asked for"
    case inStep = "Two devices that have met have the same"
    case full = "A full disk changes nothing"
}
