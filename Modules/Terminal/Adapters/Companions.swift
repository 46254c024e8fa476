import Files
import Kernel
import Programs
import Terminal

extension ConsoleCompanions {
    /// Returns the pager, editor and opener that the environment names, or else the usual ones on
    /// `PATH`.
    ///
    /// - Parameter drafts: the store of the files that the editor works on.
    public static func real(variables: [String: String], drafts: Drafts = Drafts()) -> ConsoleCompanions {
        let programs = ProgramPath(path: variables["PATH"] ?? "")
        return ConsoleCompanions(
            page: { text in
                guard let pager = pager(programs, variables) else { return false }
                let environment = variables.merging(["LESS": variables["LESS"] ?? "FRX"]) { first, _ in first }
                let call = ProgramCall(
                    shell: pager, input: Array(text.utf8),
                    environment: environment.merging(["LESS": "FRX"]) { first, _ in first }
                )
                // A shell that cannot run the pager exits with 126 or 127. In that case it showed
                // no text.
                return (try? call.runInteractively()).map { ![.exited(126), .exited(127)].contains($0) } ?? false
            },
            edit: { text, fileName in try editText(text, fileName, programs, variables, drafts) },
            saveDraft: { text, fileName in drafts.save(text, fileName) },
            open: { path in
                guard let opener = programs.find("xdg-open") ?? programs.find("open"),
                    (try? ProgramCall(opener, [path.hasPrefix("-") ? "./\(path)" : path], deadline: .seconds(20)).run()
                        .succeeded())
                        != nil
                else { throw noDesktop(path) }
            },
            draw: { image, canvas in
                guard let chafa = programs.find("chafa") else { return nil }
                let colors =
                    [ColorDepth.none: "none", .sixteen: "16", .palette: "256", .full: "full"][canvas.colors] ?? "none"
                let call = ProgramCall(
                    chafa,
                    [
                        "--format", format(of: canvas.graphics), "--symbols",
                        canvas.unicode ? "block+border+space" : "ascii", "--colors", colors,
                        "--size", "\(canvas.columns)x\(canvas.rows)", "--animate", "off", "--polite", "on", "-",
                    ], input: image, deadline: .seconds(5),
                    outputLimit: canvas.graphics == .characters ? 1 << 20 : 1 << 24)
                return try? call.run().succeeded().text
            })
    }

    private static func format(of graphics: Graphics) -> String {
        graphics == .characters ? "symbols" : graphics.rawValue
    }

    private static func noDesktop(_ path: String) -> Failure {
        Failure(
            .missingProgram, "There is no desktop here to show it. The file is \(path).",
            advice: "Copy it to a machine with a screen, and open it there in a web browser or picture viewer.",
            kind: .missingProgram)
    }

    private static func pager(_ programs: ProgramPath, _ variables: [String: String]) -> String? {
        if let chosen = variables["PAGER"] { return chosen.isEmpty || chosen == "cat" ? nil : chosen }
        return programs.find("less")
    }

    /// Returns the text as saved by the editor that `VISUAL` or `EDITOR` names.
    ///
    /// The file is in a folder of its own that only this user can read.
    private static func editText(
        _ text: String, _ fileName: String, _ programs: ProgramPath, _ variables: [String: String], _ drafts: Drafts
    ) throws -> String {
        guard
            let editor = [variables["VISUAL"], variables["EDITOR"], programs.find("nano"), programs.find("vi")]
                .compactMap({ $0 })
                .first(where: { !$0.isEmpty })
        else {
            throw Failure(
                .missingProgram, "No editor was found.",
                advice: "Set the variable EDITOR, or give the text as an option.", kind: .missingProgram)
        }
        return try drafts.edited(text, fileName) { try ProgramCall(shell: editor, [$0]).runInteractively() }
    }
}
