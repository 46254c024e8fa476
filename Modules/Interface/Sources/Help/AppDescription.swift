import Kernel

/// The name, version, purpose and credits of an app, for help and `about`.
public struct AppDescription: Sendable {
    /// The command: `dojang`.
    public let name: String
    /// The purpose in one sentence.
    public let about: String
    /// The version: `0.1.0`.
    public let version: String
    public let credits: [String]
    package var contributors: [String] = []
    public let privacy: String
    public let support: String
    /// The command, after the app's name, that reports a problem to the developers, or nil.
    ///
    /// Every help page ends with it.
    public let problems: String?
    /// Whether several people keep their own records in the app, so that `--profile` applies.
    public let hasProfiles: Bool
    /// The stores that `--store` may name, including contributed ones from the composition root.
    public var stores = StoreChoice.builtIn

    /// Creates the texts for help, man page and `about`.
    ///
    /// - Parameter problems: the command, after the app's name, that reports a problem, or nil.
    public init(
        name: String, about: String, version: String, credits: [String], privacy: String, support: String,
        problems: String? = nil, hasProfiles: Bool = false
    ) {
        self.name = name
        self.about = about
        self.version = version
        self.hasProfiles = hasProfiles
        self.credits = credits
        self.privacy = privacy
        self.support = support
        self.problems = problems
    }

    /// The title of the home screen: the start of the description, if that is a name.
    var title: String {
        let name = about.prefix { $0 != "," && $0 != ":" }
        return name.count(where: { $0 == " " }) < 3
            ? String(name) : name == "" ? self.name : self.name.capitalizedFirst
    }

    /// The global options that this app offers.
    package var globals: [ParameterDeclaration] {
        GlobalOption.list(stores).map(\.parameter).filter { hasProfiles || $0.name != "profile" }
    }

    /// Rejects `--profile` in an app without profiles, so that one profile's option never shows
    /// shared records.
    ///
    /// - Throws: `noProfiles`.
    package func check(_ options: GlobalOptions) throws {
        guard options.profile != nil, !hasProfiles, !options.wantsHelp else { return }
        throw Failure(
            .noProfiles, "\(name) has no profiles.",
            advice: "Leave out --profile; `--data DIR` keeps another person's records apart.", kind: .usage)
    }

    /// The last line of every help page.
    package var problemLine: [Block] {
        problems.map {
            [.gap, .paragraph(StyledText("Found a problem? ", .muted) + StyledText("\(name) \($0)", .input))]
        } ?? []
    }
}
