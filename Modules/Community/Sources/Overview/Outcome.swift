import Kernel

extension RankedSuggestion.Outcome {
    /// Two or three words: "under review".
    public var short: String {
        switch self {
        case .itself(.pending): "pending"
        case .itself(.underReview): "under review"
        case .itself(.declined): "declined"
        case .itself(.addedToRoadmap): "on the roadmap"
        case .item(let item): item.status == .released ? "released" : "on the roadmap"
        case .merged: "merged"
        }
    }

    /// For programs: the status, or `Merged`.
    public var code: String {
        switch self {
        case .itself(let status): status.rawValue
        case .item: Suggestion.Status.addedToRoadmap.rawValue
        case .merged: "Merged"
        }
    }

    /// What became of it, as a sentence.
    public var sentence: String {
        switch self {
        case .itself(.pending): "The developers have not decided yet."
        case .itself(.underReview): "The developers are thinking about it."
        case .itself(.declined): "It was declined."
        case .itself(.addedToRoadmap): "It is on the roadmap."
        case .item(let item): "It is on the roadmap as “\(item.title)”: \(item.standing)."
        case .merged(let other, let became): "Merged with “\(other.title)”. \(became.sentence)"
        }
    }
}

extension RoadmapItem {
    /// How far it is: "planned for v1.2", "40 % done, for v1.2", "released on 2026-11-20".
    public var standing: String {
        switch status {
        case .planned: "planned for \(estimatedRelease)"
        case .inProgress: "\(Int(((completionPercentage ?? 0) * 100).rounded())) % done, for \(estimatedRelease)"
        case .released: "released" + (releaseDate.map { " on \($0)" } ?? "")
        }
    }
}

extension Suggestion {
    /// The title, and the text where it says more.
    public var whole: String { description == title ? title : "\(title)\n\(description)" }
}
