import Interface
import Kernel

/// The manual page of an app in mdoc, generated from the same descriptions as its help.
struct ManPage {
    let app: AppDescription
    let commands: CommandList
    let date: Day

    var text: String {
        let sections = title + description + commandSection + optionSection + environmentSections + examples
        return sections.map { $0 + "\n" }.joined()
    }

    private var visibleCommands: [Command] { commands.commands.filter { !$0.isHidden } }

    private var title: [String] {
        let parts = date.spelledOut.split(separator: " ")
        return [
            ".Dd \(parts[2]) \(parts[1]), \(parts[3])", ".Dt \(Mdoc.argument(app.name.uppercased())) 1", ".Os",
            ".Sh NAME", ".Nm \(Mdoc.argument(app.name))",
            ".Nd \(Mdoc.argument(app.about.hasSuffix(".") ? String(app.about.dropLast()) : app.about))", ".Sh SYNOPSIS",
            ".Nm \(Mdoc.argument(app.name))", ".Op Ar command", ".Op Ar arguments", ".Op Ar options",
        ]
    }

    private var description: [String] {
        [
            ".Sh DESCRIPTION", Mdoc.text(app.about), ".Pp",
            Mdoc.text("Alone, \(app.name) shows where you stand and what to do next."),
        ]
    }

    private var commandSection: [String] { [".Sh COMMANDS"] + list(visibleCommands.flatMap(entry)) }

    private func entry(_ command: Command) -> [String] {
        let arguments = command.parameters.filter(\.isArgument).map { "Ar \(Mdoc.argument($0.usage))" }
        let options = command.parameters.filter { !$0.isArgument }.map { "Oo \(spelling($0, isLong: true)) Oc" }
        let item = (["Cm \(Mdoc.argument(command.name))"] + arguments + options).joined(separator: " ")
        return [".It \(item)", Mdoc.text(command.summary + ".")]
            + HelpPage.paragraphs(command.discussion).flatMap { [".Pp", Mdoc.text($0)] }
            + list(command.parameters.flatMap(entry))
            + returnedKeys(command.returns)
    }

    private func entry(_ parameter: ParameterDeclaration) -> [String] {
        let name =
            parameter.isArgument
            ? "Ar \(Mdoc.argument(parameter.label))"
            : spelling(parameter, isLong: false) + spelling(parameter, isLong: true)
        return [".It \(name)", Mdoc.text(parameter.explanation.text)]
    }

    /// Returns `Fl n , Fl -cards Ar N`, with the short form and its comma only if it exists.
    private func spelling(_ parameter: ParameterDeclaration, isLong: Bool) -> String {
        let dashed = parameter.spellings.map { "Fl \(Mdoc.argument(String($0.dropFirst())))" }
        guard isLong else { return dashed.count > 1 ? dashed[1] + " , " : "" }
        return dashed[0] + (parameter.isFlag ? "" : " Ar \(Mdoc.argument(parameter.placeholder))")
    }

    private func returnedKeys(_ returns: Returns?) -> [String] {
        guard let returns else { return [] }
        let keys = returns.keys.flatMap { [".It Cm \(Mdoc.argument($0.name))", Mdoc.text($0.help)] }
        return [
            ".Pp",
            Mdoc.text(
                returns.isList ? "Gives a list of objects with these keys:" : "Gives one object with these keys:"),
        ]
            + list(keys)
    }

    private var optionSection: [String] {
        [".Sh OPTIONS", "They can be before or after the command."] + list(app.globals.flatMap(entry))
    }

    private var environmentSections: [String] {
        let variables = [
            ("NO_COLOR", "When set, no colours are used."), ("TERM", "When it is dumb, no escape codes are used."),
            ("PAGER", "Shows long output on a terminal."),
            ("VISUAL", "The editor for long text; if it is not set, EDITOR is used."),
            ("XDG_DATA_HOME", "The folder that holds the data folders of programs."),
        ]
        let statuses =
            [(0, "The command did what was asked.")] + Failure.Kind.allCases.map { (Int($0.exitStatus), $0.meaning) }
        return [".Sh ENVIRONMENT"] + list(variables.flatMap { [".It Ev \($0.0)", Mdoc.text($0.1)] }) + [".Sh FILES"]
            + list([
                ".It Pa \(Mdoc.argument("~/.local/share/\(app.name)"))", "The records, unless another folder is given.",
            ])
            + [".Sh EXIT STATUS"] + list(statuses.flatMap { [".It \($0.0)", Mdoc.text($0.1)] })
    }

    private var examples: [String] {
        [".Sh EXAMPLES"]
            + visibleCommands.flatMap(\.examples).enumerated().flatMap { index, example in
                (index == 0 ? [] : [".Pp"])
                    + [Mdoc.text(example.meaning + ":"), ".Pp", ".Dl \(Mdoc.argument("\(app.name) \(example.line)"))"]
            }
    }

    private func list(_ items: [String]) -> [String] { items.isEmpty ? [] : [".Bl -tag -width Ds"] + items + [".El"] }
}

/// Text that is escaped for formatters of manual pages.
package enum Mdoc {
    /// Returns running text, in lines that end with a sentence or before 80 columns.
    static func text(_ text: String) -> String {
        var lines = [""]
        for word in escape(text).split(separator: " ") {
            let line = lines[lines.count - 1]
            let isFull =
                line.hasSuffix(".") || line.hasSuffix(":") || line.hasSuffix("?") || line.count + word.count > 76
            if line.isEmpty || isFull { lines.append(String(word)) } else { lines[lines.count - 1] += " " + word }
        }
        return lines.count == 1 ? "\\&" : lines.dropFirst().map(guarded).joined(separator: "\n")
    }

    /// Returns a line that mdoc never takes for a request, whatever its first character.
    private static func guarded(_ line: String) -> String {
        line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
    }

    /// Returns one argument of a macro that mdoc never takes for a macro.
    package static func argument(_ text: String) -> String {
        "\"\\&" + escape(text).replacing("\"", with: "\\(dq") + "\""
    }

    private static func escape(_ text: String) -> String {
        var escaped = ""
        for scalar in Sanitized.line(text).unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\e"
            case "-": escaped += "\\-"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped.trimmingSpaces
    }
}
