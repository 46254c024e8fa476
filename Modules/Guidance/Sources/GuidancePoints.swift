import Kernel

extension ExtensionPoint where Contribution == Tour { public static var tours: Self { ExtensionPoint { $0.id } } }

extension ExtensionPoint where Contribution == HelpTopic {
    /// The extension point for help pages. A general page gives way to a specific one of the same
    /// name.
    public static var helpTopics: Self { ExtensionPoint { $0.isGeneral ? "general \($0.id)" : $0.id } }
}

extension ExtensionPoint where Contribution == HelpTopic.Question {
    /// The extension point for questions and answers, which form the topic `faq`.
    public static var questions: Self { ExtensionPoint { $0.question } }
}

extension ExtensionPoint where Contribution == Tip { public static var tips: Self { ExtensionPoint { $0.id } } }

extension ExtensionPoint where Contribution == ReleaseNote {
    public static var releaseNotes: Self { ExtensionPoint { $0.version.description } }
}

extension Array {
    /// Returns the elements sorted by rank. Elements of equal rank keep their order.
    package func ranked(by rank: (Element) -> Int) -> [Element] {
        enumerated().sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }.map(\.element)
    }
}

/// All guidance that the plugins of an app contribute.
public struct Guidebook: Sendable {
    /// The tours. The first one with device scope is the app's first tour.
    public let tours: [Tour]
    public let topics: [HelpTopic]
    /// The tips, in display order.
    public let tips: [Tip]
    public let notes: [ReleaseNote]

    public init(_ registry: Registry) {
        tours = registry.all(.tours)
        tips = registry.all(.tips).ranked(by: \.rank)
        let allTopics = registry.all(.helpTopics).ranked(by: \.rank)
        let specificIDs = Set(allTopics.filter { !$0.isGeneral }.map(\.id))
        topics = allTopics.filter { !$0.isGeneral || !specificIDs.contains($0.id) }
        let news = registry.all(.news)
        notes = (registry.all(.releaseNotes) + Edition.all.compactMap { $0.note(of: news) }).sorted {
            $0.version > $1.version
        }
    }

    /// The first tour of the app, or `nil` if there is none.
    public var firstTour: Tour? { tours.first { $0.scope == .device } }

    /// Returns the tour with a name.
    ///
    /// - Throws: `unknownTour`, with the existing names.
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
