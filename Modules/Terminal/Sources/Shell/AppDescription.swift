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
    /// What becomes of people's data, in a paragraph.
    public let privacy: String
    /// Where help is to be had.
    public let support: String
    /// What is typed, behind the name, to tell the developers of a problem; nil where they hear of none this way. Every page of help ends
    /// with it.
    public let problems: String?

    package init(
        name: String, about: String, version: String, credits: [String], privacy: String, support: String, problems: String? = nil
    ) {
        (self.name, self.about, self.version) = (name, about, version)
        (self.credits, self.privacy, self.support, self.problems) = (credits, privacy, support, problems)
    }

    /// The last line of every page of help.
    var problemLine: [Block] {
        problems.map {
            [.gap, .paragraph(StyledText("Found a problem? ", .muted) + StyledText("\(name) \($0)", .input))]
        } ?? []
    }
}
