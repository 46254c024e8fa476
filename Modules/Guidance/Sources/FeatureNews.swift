import Kernel

/// What is new of one feature in a version: the feature brings it, and the note of the version is put together from all of them.
public struct FeatureNews: Sendable {
    /// Where people have it from.
    public let version: ReleaseVersion
    /// Where it stands among the news of all features: the lowest comes first.
    public let rank: Int
    /// What is new.
    public let items: [ReleaseNote.Item]
    /// What was repaired.
    public let fixes: [String]

    /// News of a version that `Edition` names.
    public init(_ version: ReleaseVersion, rank: Int = 50, items: [ReleaseNote.Item] = [], fixes: [String] = []) {
        (self.version, self.rank, self.items, self.fixes) = (version, rank, items, fixes)
    }
}

extension ExtensionPoint where Contribution == FeatureNews {
    /// What is new of each feature.
    public static var news: Self { ExtensionPoint("news") }
}

/// A version of everything that is built here, as its news are headed.
public struct Edition: Sendable {
    /// By its numbers, as `--version` says it.
    public let version: ReleaseVersion
    /// The month: "January 2026".
    public let month: String
    /// What it is called.
    public let title: String

    /// Every version that has news, latest last. The last is the one that runs.
    public static let all = [Edition(version: "0.2.0", month: "November 2026", title: "Faster and Friendlier")]

    /// The note of this version from the news of the features of an app; nil where none has any.
    func note(of news: [FeatureNews]) -> ReleaseNote? {
        let own = news.filter { $0.version == version }.ranked(by: \.rank)
        guard !own.isEmpty else { return nil }
        return ReleaseNote(version, month: month, title, items: own.flatMap(\.items), fixes: own.flatMap(\.fixes))
    }
}
