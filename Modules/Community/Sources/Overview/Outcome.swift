import Kernel

extension RankedSuggestion.Outcome {
    /// The outcome in two or three words, for example "under review".
    package var short: String {
        switch self {
        case .itself(.pending): "pending"
        case .itself(.underReview): "under review"
        case .itself(.declined): "declined"
        case .itself(.addedToRoadmap): "on the roadmap"
        case .item(let item): item.status == .released ? "released" : "on the roadmap"
        case .merged: "merged"
        }
    }

    /// The outcome for programs: the status, or `Merged`.
    package var code: String {
        switch self {
        case .itself(let status): status.rawValue
        case .item: Suggestion.Status.addedToRoadmap.rawValue
        case .merged: "Merged"
        }
    }

    /// The outcome as a sentence, for example "It was declined."
    package var sentence: String {
        switch self {
        case .itself(.pending): "The developers have not decided yet."
        case .itself(.underReview): "The developers are thinking about it."
        case .itself(.declined): "It was declined."
        case .itself(.addedToRoadmap): "It is on the roadmap."
        case .item(let item): "It is on the roadmap as “\(item.title)”: \(item.progressText)."
        case .merged(let other, let outcome): "Merged with “\(other.title)”. \(outcome.sentence)"
        }
    }
}

extension RoadmapItem {
    /// The progress, for example "planned for v1.2", "40 % done, for v1.2" or "released on
    /// 2026-11-20".
    package var progressText: String {
        switch status {
        case .planned: "planned for \(estimatedRelease)"
        case .inProgress: "\(Int(((completionPercentage ?? 0) * 100).rounded())) % done, for \(estimatedRelease)"
        case .released: "released" + (releaseDate.map { " on \($0)" } ?? "")
        }
    }
}

extension Suggestion {
    /// The title, followed by the description if it differs.
    package var fullText: String { description == title ? title : "\(title)\n\(description)" }
}
