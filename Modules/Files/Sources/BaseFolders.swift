import Kernel

/// The base folders of a person's programs by the XDG Base Directory Specification: the folder in a
/// variable, or its default in the home.
///
/// As the specification requires, a relative path in a variable is ignored. A folder is nil if
/// there is no home either.
package struct BaseFolders: Sendable {
    private let variables: [String: String]

    package init(_ variables: [String: String]) { self.variables = variables }

    /// The folder for data that people made: `XDG_DATA_HOME`, else `~/.local/share`.
    package var data: String? { folder("XDG_DATA_HOME", ".local/share") }
    package func data(of program: String) -> String? { data.map { "\($0)/\(program)" } }
    /// The folder for the state of programs: `XDG_STATE_HOME`, else `~/.local/state`.
    package var state: String? { folder("XDG_STATE_HOME", ".local/state") }
    /// The folder for settings: `XDG_CONFIG_HOME`, else `~/.config`.
    package var config: String? { folder("XDG_CONFIG_HOME", ".config") }

    /// The folder from which launchd on a Mac starts a person's agents.
    package var agents: String? { home("Library/LaunchAgents") }

    /// Returns the folder in a variable, or its default in the home if the variable is unset or
    /// relative.
    private func folder(_ variable: String, _ defaultPath: String) -> String? {
        if let path = variables[variable], path.hasPrefix("/") { return path }
        return home(defaultPath)
    }

    /// Returns the absolute path of a file below the home folder.
    private func home(_ relativePath: String) -> String? {
        variables["HOME"].flatMap { $0.hasPrefix("/") ? "\($0)/\(relativePath)" : nil }
    }
}

extension Failure {
    /// Returns the failure for a program whose data folder is unknown.
    package static func noHome(of program: String) -> Failure {
        Failure(
            .noHome, "There is no folder in which \(program) can keep its data.",
            advice: "Set the variable HOME, or give --data DIR.", kind: .usage)
    }
}
