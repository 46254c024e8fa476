import Kernel

/// What somebody told the developers, and what they answered.
public struct Feedback: Storable, Hashable {
    /// What it is about.
    public enum Category: String, Codable, CaseIterable, Sendable {
        /// Something does not work.
        case bug = "Bug"
        /// Something is missing.
        case feature = "Feature"
        /// A word, a picture or a fact is wrong.
        case content = "Content"
        /// Anything else.
        case general = "General"

        /// As people read it: "Bug Report".
        public var title: String {
            switch self {
            case .bug: "Bug Report"
            case .feature: "Feature Request"
            case .content: "Content Issue"
            case .general: "General Feedback"
            }
        }
    }

    /// What became of it.
    public enum Status: String, Codable, CaseIterable, Sendable {
        /// Nobody has answered.
        case pending = "Pending"
        /// It was answered.
        case responded = "Responded"
        /// What was asked for is made.
        case implemented = "Implemented"
    }

    /// How bad it is; developers judge that.
    public enum Severity: String, Codable, CaseIterable, Sendable {
        /// Nobody can go on, or something is lost.
        case critical = "Critical"
        /// Many cannot do what they came for.
        case high = "High"
        /// There is a way around it.
        case medium = "Medium"
        /// It is not as nice as it could be.
        case low = "Low"
    }

    /// How far it has come, for developers: what they call their steps.
    public enum Stage: String, Codable, CaseIterable, Sendable {
        /// It is here.
        case collect = "Collect"
        /// Somebody has said how bad it is.
        case triage = "Triage"
        /// It was seen to be so.
        case validate = "Validate"
        /// It is being made.
        case implement = "Implement"
        /// It is made, and tried.
        case test = "Test"
        /// It is on its way to people.
        case deploy = "Deploy"
        /// It was seen to be right: the end.
        case verify = "Verify"
    }

    /// The feedback's identifier, made on the device that sent it.
    public let id: Identifier<Feedback>
    /// Who wrote it.
    public let author: Author
    /// What it is about.
    public let category: Category
    /// The text, 1–4,000 characters.
    public let text: String
    /// When it was written, by the writer's clock.
    public let timestamp: Instant
    /// App, system and machine; always there.
    public let device: DeviceInfo
    /// Belt, mode, feature and sessions; only with consent.
    public let usage: UsageData?
    /// What the developers answered.
    public var developerResponse: String?
    /// When they did.
    public var responseTimestamp: Instant?
    /// What became of it.
    public var responseStatus: Status
    /// The version that it is meant for.
    public var targetVersion: String?
    /// Themes, for developers only.
    public var tags: [String]
    /// For developers only.
    public var severity: Severity?
    /// How far it has come, for developers only; nil for what nobody has moved yet.
    public var stage: Stage?
    /// The feedback that says the same, at which it is counted; for developers only. It stands for itself again when that one is gone.
    public internal(set) var sameAs: Identifier<Feedback>?
    /// Since when it is implemented; for developers only.
    public private(set) var resolvedOn: Day?
    /// Why it is hidden from everybody but its author and developers; nil when it is not.
    public var hiddenBecause: String?

    /// A feedback that nobody has seen yet.
    public init(
        id: Identifier<Feedback>, author: Author, category: Category, text: String, timestamp: Instant, device: DeviceInfo,
        usage: UsageData?
    ) {
        (self.id, self.author, self.category, self.text) = (id, author, category, text)
        (self.timestamp, self.device, self.usage) = (timestamp, device, usage)
        (responseStatus, tags) = (.pending, [])
    }

    /// Takes away what is for developers only.
    mutating func sortNothing() { (tags, severity, stage, sameAs, resolvedOn) = ([], nil, nil, nil, nil) }

    /// What became of it, as of a day.
    mutating func settle(_ status: Status, on day: Day) {
        resolvedOn = status == .implemented ? resolvedOn ?? day : nil
        responseStatus = status
    }

    static let byTime = Index<Feedback, IndexKey>.ordered("time") { IndexKey($0.timestamp, $0.id) }
    static let byAuthor = Index<Feedback, IndexKey>.ordered("author") { IndexKey($0.author, $0.timestamp) }
    static let byStatus = Index<Feedback, IndexKey>.ordered("status") { IndexKey($0.responseStatus.rawValue, $0.timestamp) }
    static let byApp = Index<Feedback, IndexKey>.ordered("app") { IndexKey($0.responseStatus.rawValue, $0.device.app) }
    /// Where feedback is kept.
    public static let collection = RecordCollection<Feedback>("community.feedback", indexes: [byTime, byAuthor, byStatus, byApp])
}

/// What is always sent along: nothing that names a person.
public struct DeviceInfo: Codable, Hashable, Sendable {
    /// The app: `dojang`.
    public let app: String
    /// Which release of the app it was: `0.1.0`.
    public let appVersion: String
    /// The operating system and its version.
    public let system: String
    /// The machine's kind: `x86_64`.
    public let machine: String

    /// What is sent along.
    public init(app: String, appVersion: String, system: String, machine: String) {
        (self.app, self.appVersion, self.system, self.machine) = (app, appVersion, system, machine)
    }
}

/// What is sent along with consent only.
public struct UsageData: Codable, Hashable, Sendable {
    /// "5th Keup".
    public let belt: String?
    /// "Progression Mode".
    public let mode: String?
    /// "Flashcards".
    public let feature: String?
    /// How many sessions of study, or days of use.
    public let sessions: Int?

    /// What an app knows about how it is used.
    public init(belt: String? = nil, mode: String? = nil, feature: String? = nil, sessions: Int? = nil) {
        (self.belt, self.mode, self.feature, self.sessions) = (belt, mode, feature, sessions)
    }
}
