import Kernel

/// One person who uses this device.
package struct Profile: Storable, Hashable {
    /// The way in which new material is opened.
    package enum Mode: String, Codable, CaseIterable, Sendable {
        /// New material of the current grade, and earlier grades for review.
        case progression
        case mastery
    }

    package let id: Identifier<Profile>
    /// 1–40 characters in any script.
    package var name: String
    package var avatar: String
    package var theme: String
    /// The grade in the syllabus, such as `10k`.
    package var belt: String
    package var mode: Mode
    /// The daily goal: the number of cards, 1–500.
    package var dailyGoal: Int
    /// The ID of the content variant for this person, or nil for the standard.
    package var variant: String?
    /// The stored value of `isChild`: true or nil, because older profiles lack it.
    private var child: Bool?
    /// Whether the profile belongs to a small child: few cards at a time, with choices and much
    /// praise.
    package var isChild: Bool {
        get { child ?? false }
        set { child = newValue ? true : nil }
    }
    package let createdAt: Instant

    package init(
        id: Identifier<Profile>, name: String, avatar: String, theme: String, belt: String, mode: Mode, dailyGoal: Int,
        variant: String? = nil, isChild: Bool = false, createdAt: Instant
    ) {
        self.id = id
        self.name = name
        self.avatar = avatar
        self.theme = theme
        self.belt = belt
        self.mode = mode
        self.dailyGoal = dailyGoal
        self.variant = variant
        self.createdAt = createdAt
        self.isChild = isChild
    }

    /// The daily cards of a small child, whatever goal the profile has.
    package static let childGoal = 5

    /// The daily goal for this person: `dailyGoal`, but at most `childGoal` for a child.
    package var goal: Int { isChild ? min(dailyGoal, Profile.childGoal) : dailyGoal }

    /// The partition of all records of this profile.
    package var partition: Partition { Partition(rawValue: "profile:\(id.rawValue)") }

    static let byName = Index<Profile, String>.unique("name") { ProfileName.key($0.name) }
    static let byAge = Index<Profile, IndexKey>.ordered("age") { IndexKey($0.createdAt, $0.id) }
    /// The stored profiles, in the common partition.
    package static let collection = RecordCollection<Profile>(
        "profiles", indexes: [byName, byAge],
        resolveDuplicateKey: { profile, attempt in
            var renamed = profile
            renamed.name = ProfileName.numbered(profile.name, attempt)
            return renamed
        })
}

/// The active profile of this device.
struct ActiveProfile: Storable {
    var id = ActiveProfile.only
    let profile: Identifier<Profile>

    static let only: Identifier<ActiveProfile> = "active"
    static let collection = RecordCollection<ActiveProfile>("profiles.active")
}

/// The rules of names.
enum ProfileName {
    static let limit = 40

    /// Returns the validated name: composed, without surrounding blanks.
    ///
    /// - Throws: `profileNameInvalid`.
    static func checked(_ text: String) throws -> String {
        let name = try InputTextRule(upTo: limit).validated(text) { fault in
            switch fault {
            case .empty: invalid("A profile needs a name.")
            case .tooLong(let more):
                invalid("A profile's name has at most \(limit) characters; this one has \(limit + more).")
            case .invisibleCharacters: invisibleCharacters
            }
        }
        guard !name.unicodeScalars.contains(where: isInvisible) else { throw invisibleCharacters }
        return name
    }

    /// Returns a name with a number, in place of a present one, for the second of two people with
    /// one name.
    static func numbered(_ name: String, _ number: Int) -> String {
        let words = name.split(separator: " ", omittingEmptySubsequences: false)
        let isNumbered = words.count > 1 && words.last.flatMap { Int($0) } != nil
        let baseName = isNumbered ? words.dropLast().joined(separator: " ") : name
        return "\(String(baseName.prefix(limit - "\(number)".count - 1)).trimmed()) \(number)"
    }

    /// Returns the key that equal names share.
    static func key(_ name: String) -> String { name.inNormalForm.lowercased() }

    /// A name is read alone, so more characters count as invisible than in a text.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        // Invalid UTF-8 on the command line becomes U+FFFD.
        if scalar == "\u{FFFD}" { return true }
        return switch scalar.properties.generalCategory {
        case .unassigned, .privateUse: true
        case .format: scalar != "\u{200D}" && scalar != "\u{200C}"
        default: false
        }
    }

    private static var invisibleCharacters: Failure {
        invalid("A profile's name cannot hold control characters, or bytes that are not text.")
    }

    private static func invalid(_ message: String) -> Failure {
        Failure(.profileNameInvalid, message, advice: "Choose a name of 1 to \(limit) characters.", kind: .badData)
    }
}
