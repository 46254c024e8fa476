import Kernel

/// Where programs of a person keep what is theirs, by the XDG Base Directory Specification: the folder that a variable names, else its
/// usual place in the home. A path that is not absolute counts for nothing, as the specification wants; nil where there is no home either.
public struct BaseFolders: Sendable {
    private let variables: [String: String]

    /// Those of a process with these variables.
    public init(_ variables: [String: String]) { self.variables = variables }

    /// For what people made: `XDG_DATA_HOME`, else `~/.local/share`.
    public var data: String? { place("XDG_DATA_HOME", ".local/share") }
    /// What people made with one program.
    public func data(of program: String) -> String? { data.map { "\($0)/\(program)" } }
    /// For what programs note for themselves: `XDG_STATE_HOME`, else `~/.local/state`.
    public var state: String? { place("XDG_STATE_HOME", ".local/state") }
    /// For settings: `XDG_CONFIG_HOME`, else `~/.config`.
    public var config: String? { place("XDG_CONFIG_HOME", ".config") }

    /// Where launchd of a Mac looks for what a person lets run by itself.
    public var agents: String? { home("Library/LaunchAgents") }

    private func place(_ variable: String, _ usual: String) -> String? {
        if let chosen = variables[variable], chosen.hasPrefix("/") { return chosen }
        return home(usual)
    }

    private func home(_ place: String) -> String? {
        variables["HOME"].flatMap { $0.hasPrefix("/") ? "\($0)/\(place)" : nil }
    }
}

extension Failure {
    /// Nothing says where a program's data belongs.
    public static func noHome(of program: String) -> Failure {
        Failure(
            .noHome, "There is no folder in which \(program) can keep its data.",
            advice: "Set the variable HOME, or give --data DIR.", kind: .usage)
    }
}
