import Kernel

/// What an app says about itself.
public struct AppDescription: Sendable {
    /// What is typed: `dojang`.
    public let name: String
    /// One sentence: what it is for.
    public let about: String
    /// `0.1.0`.
    public let version: String
    /// Who made what is in it, one a line.
    public let credits: [String]
    /// Who is named besides, as people wrote it.
    var contributors: [String] = []
    /// What becomes of people's data, in a paragraph.
    public let privacy: String
    /// Where help is to be had.
    public let support: String
    /// What is typed, behind the name, to tell the developers of a problem; nil where they hear of none this way. Every page of help ends
    /// with it.
    public let problems: String?
    /// Whether several people keep their own records in it, so that `--profile` means something.
    public let hasProfiles: Bool
    /// What `--store` may name; the composition root gives all that was contributed.
    public var stores = StoreChoice.usual

    /// What people read of an app in help, man page and `about`.
    ///
    /// - Parameter problems: what is typed behind the name to tell of a problem; nil where nobody hears of it.
    public init(
        name: String, about: String, version: String, credits: [String], privacy: String, support: String,
        problems: String? = nil, hasProfiles: Bool = false
    ) {
        (self.name, self.about, self.version, self.hasProfiles) = (name, about, version, hasProfiles)
        (self.credits, self.privacy, self.support, self.problems) = (credits, privacy, support, problems)
    }

    /// What it is called above its first screen: the beginning of what it is for, where that is a name.
    var title: String {
        let name = about.prefix { $0 != "," && $0 != ":" }
        return name.count(where: { $0 == " " }) < 3
            ? String(name) : name == "" ? self.name : self.name.capitalizedFirst
    }

    /// What every command of the app takes.
    var globals: [ParameterDeclaration] {
        GlobalOption.list(stores).map(\.parameter).filter { hasProfiles || $0.name != "profile" }
    }

    /// - Throws: `noProfiles`: what one profile would keep is not shown as what everybody keeps.
    func check(_ options: GlobalOptions) throws {
        guard options.profile != nil, !hasProfiles, !options.wantsHelp else { return }
        throw Failure(
            .noProfiles, "\(name) has no profiles.",
            advice: "Leave out --profile; `--data DIR` keeps another person's records apart.",
            kind: .usage)
    }

    /// The last line of every page of help.
    var problemLine: [Block] {
        problems.map {
            [.gap, .paragraph(StyledText("Found a problem? ", .muted) + StyledText("\(name) \($0)", .input))]
        } ?? []
    }
}
