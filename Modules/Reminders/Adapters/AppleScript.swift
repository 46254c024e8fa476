import Kernel
import Programs
import Reminders

extension Notifier {
    /// Desktop notifications of a Mac by the program `osascript`. What is told reaches the script as its arguments, so that no text is ever read as a
    /// part of it.
    public static func osascript(_ programs: Programs, app: String) -> Notifier {
        Notifier { title, body in
            let path = try programs.require("osascript", install: "it is a part of macOS")
            let told = [Notifier.clean(title), Notifier.clean(body), Notifier.clean(app)]
            _ = try ProgramCall(path, script.flatMap { ["-e", $0] } + ["--"] + told, deadline: .seconds(5)).run().succeeded()
        }
    }

    private static let script = [
        "on run told",
        "display notification (item 2 of told) with title (item 1 of told) subtitle (item 3 of told)",
        "end run",
    ]
}
