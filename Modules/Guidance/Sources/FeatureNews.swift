import Kernel

/// The news of one feature in a version. The version's note combines the news of all features.
public struct FeatureNews: Sendable {
    public let version: ReleaseVersion
    /// The rank among the news of all features, lowest first.
    public let rank: Int
    public let items: [ReleaseNote.Item]
    public let fixes: [String]

    public init(_ version: ReleaseVersion, rank: Int = 50, items: [ReleaseNote.Item] = [], fixes: [String] = []) {
        self.version = version
        self.rank = rank
        self.items = items
        self.fixes = fixes
    }
}

extension ExtensionPoint where Contribution == FeatureNews { public static var news: Self { ExtensionPoint() } }

/// A version of all products in the repository, used as a heading for its news.
public struct Edition: Sendable {
    /// The version number, as printed by `--version`.
    public let version: ReleaseVersion
    /// The month: "January 2026".
    public let month: String
    public let title: String

    /// All versions with news, oldest first. The last is the running version.
    public static let all = [Edition(version: "0.2.0", month: "November 2026", title: "Faster and Friendlier")]

    /// Returns the note of this version from the features' news, or `nil` if there are none.
    func note(of news: [FeatureNews]) -> ReleaseNote? {
        let featureNews = news.filter { $0.version == version }.ranked(by: \.rank)
        guard !featureNews.isEmpty else { return nil }
        return ReleaseNote(
            version, month: month, title, items: featureNews.flatMap(\.items), fixes: featureNews.flatMap(\.fixes))
    }
}
