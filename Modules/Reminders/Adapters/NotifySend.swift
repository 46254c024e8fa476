import Kernel
import Programs
import Reminders

extension Notifier {
    /// Creates a notifier that uses the desktop, or else the bell and a line on standard error.
    ///
    /// - Parameter ringing: whether the bell may ring.
    package static func machine(_ programs: ProgramPath, app: String, ringing: Bool) -> Notifier {
        .first(
            of: [
                .desktop(programs, app: app),
                .bell(ringing: ringing) { line in
                    _ = Array(line.utf8).withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
                },
            ])
    }

    /// Creates a notifier for the desktop with `notify-send`, or `osascript` on macOS. It fails
    /// without a desktop.
    package static func desktop(_ programs: ProgramPath, app: String) -> Notifier {
        Platform.isMac ? .osascript(programs, app: app) : .notifySend(programs, app: app)
    }

    /// Creates a notifier that runs `notify-send` (libnotify). It fails without a desktop.
    package static func notifySend(_ programs: ProgramPath, app: String) -> Notifier {
        Notifier { title, body in
            let path = try programs.require("notify-send", install: "sudo apt install libnotify-bin")
            // A title may begin with a dash, which requires `--`. Most desktops interpret the body
            // as markup.
            let arguments = ["-a", app, "--", Notifier.clean(title), escaped(Notifier.clean(body))]
            _ = try ProgramCall(path, arguments, deadline: .seconds(5)).run().succeeded()
        }
    }

    /// Returns a text in which the characters of markup are entities.
    static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
