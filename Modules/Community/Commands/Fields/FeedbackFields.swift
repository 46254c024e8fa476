import Community
import Interface
import Kernel

extension Feedback {
    static let fields: [Field<Feedback>] = [
        Field("id", title: "Id", "the feedback's identifier", cell: { StyledText($0.id.shortForm, .muted) }) {
            .text($0.id.rawValue)
        },
        Field("app", title: "App", "the app") { .text($0.device.app) },
        Field("category", title: "Kind", "Bug, Feature, Content or General") { .text($0.category.rawValue) },
        Field("text", title: "Text", "what was written", cell: { StyledText($0.text.firstLine) }) { .text($0.text) },
        Field("timestamp", title: "When", "when", cell: { StyledText(String($0.timestamp.description.prefix(10))) }) {
            .instant($0.timestamp)
        },
        Field("status", title: "Status", "Pending, Responded or Implemented") { .text($0.responseStatus.rawValue) },
        Field("author", "the anonymous name of who wrote it") { .text($0.author.rawValue) },
        Field("appVersion", "its version") { .text($0.device.appVersion) },
        Field("system", "the operating system") { .text($0.device.system) },
        Field("machine", "the machine") { .text($0.device.machine) },
        Field("belt", "with consent only") { .text($0.usage?.belt) },
        Field("mode", "with consent only") { .text($0.usage?.mode) },
        Field("feature", "with consent only") { .text($0.usage?.feature) },
        Field("sessions", "with consent only") { .integer($0.usage?.sessions) },
        Field("response", "the answer") { .text($0.developerResponse) },
        Field("responseTimestamp", "when it was answered") { .instant($0.responseTimestamp) },
        Field("targetVersion", "the version it is meant for") { .text($0.targetVersion) },
        Field("tags", "themes") { .texts($0.tags) },
        Field("severity", "Critical, High, Medium or Low") { .text($0.severity?.rawValue) },
        Field(
            "stage", "Collect, Triage, Validate, Implement, Test, Deploy or Verify; empty for what nobody has moved yet"
        ) {
            .text($0.stage?.rawValue)
        },
        Field("sameAs", "the feedback that says the same, where it is counted") { .text($0.sameAs?.rawValue) },
        Field("resolvedOn", "since when it is implemented") { .day($0.resolvedOn) },
        Field("hidden", "why it is hidden") { .text($0.hiddenBecause) },
    ]
}
