import Kernel

extension ExtensionPoint where Contribution == Tour {
    /// Walks through an app and its features.
    public static var tours: Self { ExtensionPoint("tours") { $0.id } }
}

extension ExtensionPoint where Contribution == HelpTopic {
    /// Pages of help. One that is general stands beside none of its name.
    public static var helpTopics: Self { ExtensionPoint("helpTopics") { $0.isGeneral ? "general \($0.id)" : $0.id } }
}

extension ExtensionPoint where Contribution == HelpTopic.Question {
    /// What people ask of a feature, and the answers: together they are the topic `faq`.
    public static var questions: Self { ExtensionPoint("questions") { $0.question } }
}

extension ExtensionPoint where Contribution == Tip {
    /// Hints that are shown once.
    public static var tips: Self { ExtensionPoint("tips") { $0.id } }
}

extension ExtensionPoint where Contribution == ReleaseNote {
    /// What is new, version by version.
    public static var releaseNotes: Self { ExtensionPoint("releaseNotes") { $0.version.description } }
}

extension Array {
    /// The same in the order of their ranks; those of one rank stay as they stand.
    package func ranked(by rank: (Element) -> Int) -> [Element] {
        enumerated().sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }.map(\.element)
    }
}

/// Everything that the plugins of an app contributed to guide people.
public struct Guidebook: Sendable {
    /// The tours; the first tour of the app is the first with the scope of a device.
    public let tours: [Tour]
    /// The pages of help.
    public let topics: [HelpTopic]
    /// The tips, in the order in which they are shown.
    public let tips: [Tip]
    /// The release notes, newest first.
    public let notes: [ReleaseNote]

    /// What a registry holds.
    public init(_ registry: Registry) {
        (tours, tips) = (registry.all(.tours), registry.all(.tips).ranked(by: \.rank))
        let all = registry.all(.helpTopics).ranked(by: \.rank)
        let special = Set(all.filter { !$0.isGeneral }.map(\.id))
        topics = all.filter { !$0.isGeneral || !special.contains($0.id) }
        let news = registry.all(.news)
        notes = (registry.all(.releaseNotes) + Edition.all.compactMap { $0.note(of: news) }).sorted { $0.version > $1.version }
    }

    /// The first tour of the app.
    public var firstTour: Tour? { tours.first { $0.scope == .device } }

    /// The tour with this name.
    ///
    /// - Throws: `unknownTour`, with the names there are.
    public func tour(_ id: String) throws -> Tour {
        guard let tour = tours.first(where: { $0.id == id }) else {
            let names = tours.map(\.id).joined(separator: ", ")
            throw Failure(
                .unknownTour, "There is no tour called “\(id)”.", advice: names.isEmpty ? "" : "Choose from \(names).",
                kind: .usage)
        }
        return tour
    }
}
