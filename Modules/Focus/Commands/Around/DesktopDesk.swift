import Kernel
import Terminal

/// The command of `desktop`.
struct DesktopDesk: Sendable {
    let menu: DesktopMenu

    var install: Command {
        Command(
            "desktop install", "Put the timer into the menu of your desktop",
            discussion: """
                It stands there as FocusFlow. A click shows the timer in a terminal, and begins a round if none is running; a right click starts, pauses, \
                goes on and stops. This writes one file, which --remove takes away. A file of this name that focusflow did not write stays as it is.
                """,
            examples: [
                .init("desktop install --print", "Show the file"),
                .init("desktop install --remove", "No file is left behind", runs: false),
            ],
            Parameter<Bool>.flag("print", "only show what would be written"),
            Parameter<Bool>.flag("remove", "take it out of the menu again"), changes: true
        ) { show, removes in
            if show { return .text(try menu.entry().text) }
            guard removes else {
                return Output(notice: "Wrote \(try menu.install()).", next: ["desktop install --remove"])
            }
            let (path, wasThere) = try menu.remove()
            return Output(
                notice: wasThere ? "Removed \(path)." : "The timer is not in the menu: there is no \(path).",
                next: ["desktop install"])
        }
    }
}
