import Kernel

/// A person's message to the developers, with their answer.
package struct Feedback: Storable, Hashable {
    /// The subject of feedback.
    package enum Category: String, Codable, CaseIterable, Sendable {
        /// Something does not work.
        case bug = "Bug"
        /// Something is missing.
        case feature = "Feature"
        /// A word, a picture or a fact is wrong.
        case content = "Content"
        case general = "General"

        /// The category for display, for example "Bug Report".
        package var title: String {
            switch self {
            case .bug: "Bug Report"
            case .feature: "Feature Request"
            case .content: "Content Issue"
            case .general: "General Feedback"
            }
        }
    }

    /// The status of feedback as its author sees it.
    package enum Status: String, Codable, CaseIterable, Sendable {
        /// The feedback has no answer yet.
        case pending = "Pending"
        case responded = "Responded"
        case implemented = "Implemented"
    }

    /// The severity of feedback, as judged by developers.
    package enum Severity: String, Codable, CaseIterable, Sendable {
        /// Users are blocked or lose data.
        case critical = "Critical"
        /// Many users cannot reach their goal.
        case high = "High"
        /// There is a workaround.
        case medium = "Medium"
        /// The problem is cosmetic.
        case low = "Low"
    }

    /// The developers' stage of work on feedback.
    package enum Stage: String, Codable, CaseIterable, Sendable {
        /// The feedback has arrived.
        case collect = "Collect"
        /// A developer has set the severity.
        case triage = "Triage"
        /// A developer has confirmed the feedback.
        case validate = "Validate"
        case implement = "Implement"
        case test = "Test"
        case deploy = "Deploy"
        /// The change is verified, which is the last stage.
        case verify = "Verify"
    }

    /// The identifier, generated on the device that sent it.
    package let id: Identifier<Feedback>
    package let author: Author
    package let category: Category
    /// The text, 1–4,000 characters.
    package let text: String
    /// The time of writing by the author's clock.
    package let timestamp: Instant
    /// The app, system and machine, which are always present.
    package let device: DeviceInfo
    /// The belt, mode, feature and sessions, only with consent.
    package let usage: UsageData?
    package var developerResponse: String?
    package var responseTimestamp: Instant?
    package var responseStatus: Status
    /// The version for which the change is planned.
    package var targetVersion: String?
    /// The themes, for developers only.
    package var tags: [String]
    /// The severity, for developers only.
    package var severity: Severity?
    /// The stage, for developers only. Nil before a developer has moved it.
    package var stage: Stage?
    /// The feedback of which this one is a duplicate, for developers only.
    ///
    /// If the other one is deleted, this feedback counts by itself again.
    package internal(set) var sameAs: Identifier<Feedback>?
    /// The day of implementation, for developers only.
    package private(set) var resolvedOn: Day?
    /// The reason why only its author and developers see it, or nil if it is visible.
    package var hiddenBecause: String?

    package init(
        id: Identifier<Feedback>, author: Author, category: Category, text: String, timestamp: Instant,
        device: DeviceInfo,
        usage: UsageData?
    ) {
        self.id = id
        self.author = author
        self.category = category
        self.text = text
        self.timestamp = timestamp
        self.device = device
        self.usage = usage
        responseStatus = .pending
        tags = []
    }

    /// Clears the fields that only developers see.
    mutating func clearTriage() { (tags, severity, stage, sameAs, resolvedOn) = ([], nil, nil, nil, nil) }

    /// Sets the status, and the day of implementation with it.
    mutating func settle(_ status: Status, on day: Day) {
        resolvedOn = status == .implemented ? resolvedOn ?? day : nil
        responseStatus = status
    }

    static let byTime = Index<Feedback, IndexKey>.ordered("time") { IndexKey($0.timestamp, $0.id) }
    static let byAuthor = Index<Feedback, IndexKey>.ordered("author") { IndexKey($0.author, $0.timestamp) }
    static let byStatus = Index<Feedback, IndexKey>.ordered("status") {
        IndexKey($0.responseStatus.rawValue, $0.timestamp)
    }
    static let byApp = Index<Feedback, IndexKey>.ordered("app") { IndexKey($0.responseStatus.rawValue, $0.device.app) }
    package static let collection = RecordCollection<Feedback>(
        "community.feedback", indexes: [byTime, byAuthor, byStatus, byApp])
}

/// The data that accompanies all feedback and names no person.
package struct DeviceInfo: Codable, Hashable, Sendable {
    /// The app, for example `dojang`.
    package let app: String
    /// The release of the app, for example `0.1.0`.
    package let appVersion: String
    package let system: String
    /// The kind of machine, for example `x86_64`.
    package let machine: String

    package init(app: String, appVersion: String, system: String, machine: String) {
        self.app = app
        self.appVersion = appVersion
        self.system = system
        self.machine = machine
    }
}

/// The data that accompanies feedback only with consent.
package struct UsageData: Codable, Hashable, Sendable {
    /// The belt, for example "5th Keup".
    package let belt: String?
    /// The learning mode, for example "Progression Mode".
    package let mode: String?
    /// The feature, for example "Flashcards".
    package let feature: String?
    /// The number of study sessions, or of days of use.
    package let sessions: Int?

    package init(belt: String? = nil, mode: String? = nil, feature: String? = nil, sessions: Int? = nil) {
        self.belt = belt
        self.mode = mode
        self.feature = feature
        self.sessions = sessions
    }
}
