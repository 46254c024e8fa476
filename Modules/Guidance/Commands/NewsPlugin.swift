import Guidance
import Interface
import Kernel

/// A plugin that adds only news to an app without tours: `news` and a home card after an update.
public struct NewsPlugin: Plugin {
    public let name = "News"
    private let guide: Guide
    private let version: String
    private let isForPerson: @Sendable () -> Bool

    /// Creates the plugin over a guide.
    ///
    /// - Parameters:
    ///   - version: the running version.
    ///   - isForPerson: whether a person at a terminal sees the output.
    public init(guide: Guide, version: String, isForPerson: @escaping @Sendable () -> Bool) {
        self.guide = guide
        self.version = version
        self.isForPerson = isForPerson
    }

    public func contribute(to registry: inout Registry) {
        registry.add(Guide.syncPolicies)
        registry.add(all: Guide.syncPolicies.flatMap { $0.kinds().map(\.name) }, to: .internalCollections)
        registry.add(to: .homeCards) { [WelcomeCard(context: makeContext($0)).card] }
        registry.add(to: .commands) { [NewsCommand(context: makeContext($0)).command] }
    }

    /// Returns a context without feedback and without suggested commands.
    private func makeContext(_ registry: Registry) -> GuidanceContext {
        GuidanceContext(
            guide: guide, registry: registry, version: ReleaseVersion(version), feedback: .none,
            isForPerson: isForPerson, others: [])
    }
}
