import Kernel
import Programs
import Reminders

extension Notifier {
    /// Creates a notifier for macOS that runs `osascript`. Texts are passed as script arguments, so
    /// that they are never executed as code.
    package static func osascript(_ programs: ProgramPath, app: String) -> Notifier {
        Notifier { title, body in
            let path = try programs.require("osascript", install: "it is a part of macOS")
            let arguments = [Notifier.clean(title), Notifier.clean(body), Notifier.clean(app)]
            _ = try ProgramCall(path, script.flatMap { ["-e", $0] } + ["--"] + arguments, deadline: .seconds(5)).run()
                .succeeded()
        }
    }

    private static let script = [
        "on run told",
        "display notification (item 2 of told) with title (item 1 of told) subtitle (item 3 of told)",
        "end run",
    ]
}
