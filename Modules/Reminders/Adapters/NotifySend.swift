import Kernel
import Programs
import Reminders

extension Notifier {
    /// The desktop where there is one, else the bell and a line on standard error.
    ///
    /// - Parameter ringing: whether a person may hear the bell.
    public static func machine(_ programs: Programs, app: String, ringing: Bool) -> Notifier {
        .first(
            of: [
                .desktop(programs, app: app),
                .bell(ringing: ringing) { line in
                    _ = Array(line.utf8).withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
                },
            ])
    }

    /// The desktop alone: `notify-send`, on a Mac `osascript`. Fails where there is no desktop to show anything.
    public static func desktop(_ programs: Programs, app: String) -> Notifier {
        Platform.isMac ? .osascript(programs, app: app) : .notifySend(programs, app: app)
    }

    /// Desktop notifications by the program `notify-send` (libnotify). Fails where there is no desktop to show them.
    public static func notifySend(_ programs: Programs, app: String) -> Notifier {
        Notifier { title, body in
            let path = try programs.require("notify-send", install: "sudo apt install libnotify-bin")
            // `--` because a title may begin with a dash; the body is markup to most desktops.
            let words = ["-a", app, "--", Notifier.clean(title), escaped(Notifier.clean(body))]
            _ = try ProgramCall(path, words, deadline: .seconds(5)).run().succeeded()
        }
    }

    static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
