import Guidance
import Kernel
import Terminal

/// Brings news alone to an app that shows nobody around: `news`, and a card on the home screen after an update.
public struct NewsPlugin: Plugin {
    public let name = "News"
    private let guide: Guide
    private let version: String
    private let isForPerson: @Sendable () -> Bool

    /// The command over a guide.
    ///
    /// - Parameters:
    ///   - version: the version that runs.
    ///   - isForPerson: whether a person at a terminal sees what the app shows.
    public init(guide: Guide, version: String, isForPerson: @escaping @Sendable () -> Bool) {
        (self.guide, self.version, self.isForPerson) = (guide, version, isForPerson)
    }

    public func contribute(to registry: inout Registry) {
        registry.add(Guide.belongings)
        registry.add(all: Guide.belongings.flatMap { $0.kinds().map(\.name) }, to: .ownNotes)
        registry.add(to: .homeCards) { [WelcomeCard(desk: desk($0)).card] }
        registry.add(to: .commands) { [NewsCommand(desk: desk($0)).command] }
    }

    private func desk(_ registry: Registry) -> GuidanceDesk {
        GuidanceDesk(
            guide: guide, registry: registry, version: ReleaseVersion(version), feedback: .none, isForPerson: isForPerson,
            others: [])
    }
}
