import Kernel

/// One person who uses this device.
public struct Profile: Storable, Hashable {
    /// How new material is opened.
    public enum Mode: String, Codable, CaseIterable, Sendable {
        /// New material of the current grade, earlier grades for review.
        case progression
        /// Everything up to and including the grade.
        case mastery
    }

    /// The profile's identifier.
    public let id: Identifier<Profile>
    /// 1–40 characters in any script.
    public var name: String
    /// One picture character shown before the name.
    public var avatar: String
    /// The name of a colour theme of the terminal.
    public var theme: String
    /// The grade, as the syllabus names it: `10k`.
    public var belt: String
    /// How new material is opened.
    public var mode: Mode
    /// Cards a day, 1…500.
    public var dailyGoal: Int
    /// The id of the variant of the content that this person follows; nil for the standard.
    public var variant: String?
    /// Kept only where it is so, as profiles of before do not have it.
    private var child: Bool?
    /// Whether it is a small child's: few cards at a time, with choices, and much praise.
    public var isChild: Bool {
        get { child ?? false }
        set { child = newValue ? true : nil }
    }
    /// When it was made.
    public let createdAt: Instant

    /// A profile from its parts; `Family` makes those that people see.
    public init(
        id: Identifier<Profile>, name: String, avatar: String, theme: String, belt: String, mode: Mode, dailyGoal: Int,
        variant: String? = nil, isChild: Bool = false, createdAt: Instant
    ) {
        (self.id, self.name, self.avatar, self.theme) = (id, name, avatar, theme)
        (self.belt, self.mode, self.dailyGoal, self.variant, self.createdAt) = (belt, mode, dailyGoal, variant, createdAt)
        self.isChild = isChild
    }

    /// A small child's day is done with so many cards, whatever goal stands in the profile.
    public static let childGoal = 5

    /// Cards a day that this person is asked for.
    public var goal: Int { isChild ? min(dailyGoal, Profile.childGoal) : dailyGoal }

    /// The space of everything that belongs to this profile.
    public var partition: Partition { Partition(rawValue: "profile:\(id.rawValue)") }

    static let byName = Index<Profile, String>.unique("name") { ProfileName.key($0.name) }
    static let byAge = Index<Profile, IndexKey>.ordered("age") { IndexKey($0.createdAt, $0.id) }
    /// Where profiles are kept: in the common partition.
    public static let collection = RecordCollection<Profile>(
        "profiles", indexes: [byName, byAge],
        room: { profile, attempt in
            var moved = profile
            moved.name = ProfileName.numbered(profile.name, attempt)
            return moved
        })
}

/// Which profile is active on this device.
struct ActiveProfile: Storable {
    var id = ActiveProfile.only
    let profile: Identifier<Profile>

    static let only: Identifier<ActiveProfile> = "active"
    static let collection = RecordCollection<ActiveProfile>("profiles.active")
}

/// The rules of names.
enum ProfileName {
    static let limit = 40

    /// The name as it is kept: composed, without blanks around it.
    ///
    /// - Throws: `profileNameInvalid`.
    static func checked(_ text: String) throws -> String {
        let name = try TypedText(upTo: limit).kept(text) { fault in
            switch fault {
            case .empty: invalid("A profile needs a name.")
            case .tooLong(let more):
                invalid("A profile's name has at most \(limit) characters; this one has \(limit + more).")
            case .unseen: unseen
            }
        }
        guard !name.unicodeScalars.contains(where: isUnseen) else { throw unseen }
        return name
    }

    /// A name with a number behind it, in place of the one it may have: for one of two people of one name.
    static func numbered(_ name: String, _ number: Int) -> String {
        let words = name.split(separator: " ", omittingEmptySubsequences: false)
        let isNumbered = words.count > 1 && words.last.flatMap { Int($0) } != nil
        let bare = isNumbered ? words.dropLast().joined(separator: " ") : name
        return "\(String(bare.prefix(limit - "\(number)".count - 1)).trimmed()) \(number)"
    }

    /// What two names that count as one have in common.
    static func key(_ name: String) -> String { name.inNormalForm.lowercased() }

    /// A name is read alone, so that more is unseen in it than in a text.
    private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
        // What was no UTF-8 on the command line arrives as U+FFFD.
        if scalar == "\u{FFFD}" { return true }
        return switch scalar.properties.generalCategory {
        case .unassigned, .privateUse: true
        case .format: scalar != "\u{200D}" && scalar != "\u{200C}"
        default: false
        }
    }

    private static var unseen: Failure {
        invalid("A profile's name cannot hold control characters, or bytes that are not text.")
    }

    private static func invalid(_ message: String) -> Failure {
        Failure(.profileNameInvalid, message, advice: "Choose a name of 1 to \(limit) characters.", kind: .badData)
    }
}
