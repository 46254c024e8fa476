import Kernel

/// The profiles of one device, and their rules.
public struct Family: Sendable {
    /// As many profiles as a device keeps.
    public static let limit = 6
    /// The name of the profile that the first run makes.
    public static let firstName = "Student"

    /// The record that says who is active.
    public static var activeCollection: any StoredCollection { ActiveProfile.collection }

    private let repository: any ProfileRepository
    private let grades: Grades
    private let theme: String
    private let ids: IDSource
    private let time: TimeSource

    /// Profiles over a repository; `theme` is the colour theme that a new profile starts with.
    public init(repository: any ProfileRepository, grades: Grades, theme: String, ids: IDSource, time: TimeSource) {
        (self.repository, self.grades, self.theme, self.ids, self.time) = (repository, grades, theme, ids, time)
    }

    /// All profiles, oldest first.
    public func members() throws -> [Profile] { try repository.read { try $0.profiles() } }

    /// The active profile; the oldest where none was chosen. On a device without profiles this makes "Student".
    public func active() throws -> Profile {
        if let profile = try activeIfAny() { return profile }
        let student = try blank(named: Family.firstName)
        return try repository.write(undo: nil) { records in
            // Another process may have made one meanwhile.
            if let profile = try Family.active(among: records) { return profile }
            return try Family.admit(student, to: records)
        }
    }

    /// Lets go of the profile that the app has made by itself, as long as nobody has changed it and nothing is in it: of somebody who comes to devices on
    /// which they have profiles already.
    public func letGoOfUnused() throws {
        let made = try blank(named: Family.firstName)
        try repository.write(undo: nil) { records in
            for profile in try records.profiles() where try profile.isLike(made) && records.size(of: profile) == 0 {
                try records.remove(profile)
                if try records.chosen() == profile.id { try records.choose(nil) }
            }
        }
    }

    /// The active profile, or nil on a device without profiles. Changes nothing.
    public func activeIfAny() throws -> Profile? { try repository.read { try Family.active(among: $0) } }

    /// The profile with this name, without regard to case. On a device without profiles this makes "Student" first.
    ///
    /// - Throws: `profileNotFound`, with the names there are.
    public func member(named name: String) throws -> Profile {
        _ = try active()
        let everyone = try members()
        let wanted = ProfileName.key(name)
        if let found = everyone.first(where: { ProfileName.key($0.name) == wanted || $0.id.rawValue == name }) { return found }
        let names = everyone.map(\.name).joined(separator: ", ")
        throw Failure(
            .profileNotFound, "There is no profile called “\(name)”.",
            advice: "Choose from \(names). `profile add` makes another.")
    }

    /// Adds a profile.
    ///
    /// - Throws: `profileNameInvalid`, `profileNameTaken`, `tooManyProfiles`, `dailyGoalInvalid`, and what `Grades` throws.
    public func add(named name: String, _ change: ProfileChange = ProfileChange()) throws -> Profile {
        var named = change
        named.name = name
        let profile = try applying(named, to: blank(named: Family.firstName))
        return try admit(profile)
    }

    /// Changes a profile.
    ///
    /// - Throws: as `add`, and `profileNotFound`.
    public func change(_ profile: Profile, _ change: ProfileChange) throws -> Profile {
        let changed = try applying(change, to: profile)
        return try repository.write(undo: "Changed the profile “\(changed.name)”") { records in
            _ = try Family.existing(profile.id, in: records)
            return try Family.keep(changed, in: records)
        }
    }

    /// Makes a profile the active one.
    ///
    /// - Throws: `profileNotFound`.
    public func activate(_ profile: Profile) throws {
        try repository.write(undo: nil) { try $0.choose(Family.existing(profile.id, in: $0).id) }
    }

    /// Removes a profile and everything that is theirs. Where it was the active one, nobody is chosen then.
    ///
    /// - Throws: `profileNotFound`.
    public func remove(_ profile: Profile) throws {
        let name = try repository.read { try Family.existing(profile.id, in: $0).name }
        try take(profile, forGood: false, { "Deleted the profile “\(name)” and everything in it" }) { try $0.remove($1) }
    }

    /// The same for good: no file holds a byte of it then, the name included, and nobody can undo it.
    ///
    /// - Throws: `profileNotFound`; `erasureUnfinished` when it is gone and a file still holds something.
    public func purge(_ profile: Profile) throws { try take(profile, forGood: true, nil) { try $0.purge($1) } }

    private func take(
        _ profile: Profile, forGood isForGood: Bool, _ label: (() -> String)?,
        away: (any ProfileRecords, Profile) throws -> Void
    ) throws {
        var bulk = Bulk()
        (bulk.erasing, bulk.isForGood) = ([profile.partition], isForGood)
        try repository.write(undo: label, bulk: bulk) { records in
            try away(records, Family.existing(profile.id, in: records))
            if try records.chosen() == profile.id { try records.choose(nil) }
        }
    }

    /// How many records belong to a profile.
    public func size(of profile: Profile) throws -> Int { try repository.read { try $0.size(of: profile) } }

    /// Writes one profile with everything that is theirs piece by piece, as a file is to have it.
    ///
    /// - Parameter telling: told how many records are written.
    public func export(
        _ profile: Profile, to write: ([UInt8]) throws -> Void, telling: (_ done: Int) -> Void = { _ in }
    ) throws {
        try repository.read { records in
            var done = 0
            try ProfileArchive.write(profile, write) { visit in
                try records.belongings(of: profile) { some in
                    try visit(some)
                    done += some.count
                    telling(done)
                }
            }
        }
    }

    /// Brings a profile in from a file, as a new profile with its own identifier. A name that is taken gets a number behind it.
    ///
    /// - Parameters:
    ///   - collections: every kind of record that the app keeps.
    ///   - again: reads the file anew, should that be needed; nil where it can be read only once.
    ///   - more: gives the next piece of the file, nil at the end.
    /// - Throws: `archiveForeign`, `archiveDamaged`, `archiveNewer`, `tooManyProfiles`, `foreignRecord`; nothing is changed then.
    public func importArchive(
        of collections: [any StoredCollection], named name: String? = nil,
        again: (() throws -> () throws -> [UInt8]?)? = nil, _ more: @escaping () throws -> [UInt8]?
    ) throws -> Profile {
        var reader = ProfileArchiveReader(more)
        let id: Identifier<Profile> = ids.next()
        let partition = try blank(named: Family.firstName, id).partition
        var bulk = Bulk()
        bulk.collections = collections
        let next = { try reader.next()?.map { ExportedRecord(partition: partition, record: $0) } }
        var made: Profile?
        bulk.arriving = next
        bulk.again = again.map { again in
            {
                reader = try ProfileArchiveReader(again())
                made = nil
                return next
            }
        }
        // Whose file it is stands fast when all of it was read.
        func profile(among members: () throws -> [Profile]) throws -> Profile {
            if let made { return made }
            guard let source = reader.profile else { throw Failure(.archiveDamaged, "The file is damaged.", kind: .badData) }
            let fresh = try arriving(source, id, named: name, among: members)
            made = fresh
            return fresh
        }
        return try repository.write(
            undo: { "Added the profile “\((try? profile(among: members).name) ?? "")”" }, bulk: bulk
        ) { records in try Family.admit(profile(among: records.profiles), to: records) }
    }

    private func arriving(
        _ source: Profile, _ id: Identifier<Profile>, named name: String?, among members: () throws -> [Profile]
    ) throws -> Profile {
        let change = ProfileChange(
            avatar: source.avatar, theme: source.theme, belt: source.belt, mode: source.mode, dailyGoal: source.dailyGoal,
            variant: source.variant, isChild: source.isChild)
        var profile = try applying(change, to: Profile(source, id: id))
        let taken = try Set(members().map { ProfileName.key($0.name) })
        let candidates = [source.name] + (2...Family.limit).map { ProfileName.numbered(source.name, $0) }
        let free = candidates.first { !taken.contains(ProfileName.key($0)) } ?? source.name
        profile.name = try ProfileName.checked(name ?? free)
        return profile
    }

    private func admit(_ profile: Profile) throws -> Profile {
        try repository.write(undo: "Added the profile “\(profile.name)”") { try Family.admit(profile, to: $0) }
    }

    private func blank(named name: String, _ id: Identifier<Profile>? = nil) throws -> Profile {
        try Profile(
            id: id ?? ids.next(), name: name, avatar: "🥋", theme: theme, belt: grades.lowest(), mode: .progression, dailyGoal: 20,
            createdAt: time.now())
    }

    private func applying(_ change: ProfileChange, to profile: Profile) throws -> Profile {
        var copy = profile
        if let name = change.name { copy.name = try ProfileName.checked(name) }
        if let avatar = change.avatar { copy.avatar = try checked(avatar: avatar) }
        if let theme = change.theme { copy.theme = theme }
        if let belt = change.belt { copy.belt = try grades.parse(belt) }
        if let mode = change.mode { copy.mode = mode }
        if let goal = change.dailyGoal { copy.dailyGoal = try checked(goal: goal) }
        if let variant = change.variant { copy.variant = try checked(variant: variant) }
        copy.isChild = change.isChild ?? copy.isChild
        return copy
    }

    private func checked(avatar: String) throws -> String {
        let text = avatar.trimmed()
        guard text.count == 1, text.utf8.count <= 64,
            text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else {
            throw Failure(
                .avatarInvalid, "An avatar is one character or emoji.", advice: "For example 🥋, 🐯 or M.", kind: .badData)
        }
        return text
    }

    /// What a variant's id may look like is the content's affair; that it is short is ours.
    private func checked(variant: String) throws -> String? {
        guard variant.utf8.count <= 64 else {
            throw Failure(.variantInvalid, "A variant's id has at most 64 characters.", kind: .badData)
        }
        return variant.isEmpty ? nil : variant
    }

    private func checked(goal: Int) throws -> Int {
        guard (1...500).contains(goal) else {
            throw Failure(.dailyGoalInvalid, "A daily goal is 1 to 500 cards, not \(goal).", kind: .badData)
        }
        return goal
    }
}

// MARK: - Rules, each inside a unit of work

extension Family {
    /// The one that was chosen, as long as there is one; the oldest otherwise.
    private static func active(among records: any ProfileRecords) throws -> Profile? {
        let (profiles, chosen) = (try records.profiles(), try records.chosen())
        return profiles.first { $0.id == chosen } ?? profiles.first
    }

    /// As many as a device keeps; the first becomes active.
    private static func admit(_ profile: Profile, to records: any ProfileRecords) throws -> Profile {
        let count = try records.profiles().count
        guard count < limit else {
            throw Failure(
                .tooManyProfiles, "There are already \(count) profiles; a device keeps no more than \(limit).",
                advice:
                    "Save one that nobody uses with `profile export NAME FILE`, delete it with `profile delete NAME`, and try again."
            )
        }
        if count == 0 { try records.choose(profile.id) }
        return try keep(profile, in: records)
    }

    /// Names differ, whatever their case and composition.
    private static func keep(_ profile: Profile, in records: any ProfileRecords) throws -> Profile {
        let name = ProfileName.key(profile.name)
        guard try !records.profiles().contains(where: { $0.id != profile.id && ProfileName.key($0.name) == name }) else {
            throw Failure(
                .profileNameTaken, "There is already a profile called “\(profile.name)”.", advice: "Choose another name.",
                kind: .badData)
        }
        try records.keep(profile)
        return profile
    }

    private static func existing(_ id: Identifier<Profile>, in records: any ProfileRecords) throws -> Profile {
        guard let profile = try records.profiles().first(where: { $0.id == id }) else {
            throw Failure(
                .profileNotFound, "There is no profile with the id “\(id)”.", advice: "`profile list` shows all profiles.")
        }
        return profile
    }
}

extension Profile {
    /// Whether all that somebody can change is the same.
    fileprivate func isLike(_ other: Profile) -> Bool { Profile(self, id: other.id, createdAt: other.createdAt) == other }

    fileprivate init(_ other: Profile, id: Identifier<Profile>, createdAt: Instant) {
        self.init(
            id: id, name: other.name, avatar: other.avatar, theme: other.theme, belt: other.belt, mode: other.mode,
            dailyGoal: other.dailyGoal, variant: other.variant, isChild: other.isChild, createdAt: createdAt)
    }

    init(_ other: Profile, id: Identifier<Profile>) { self.init(other, id: id, createdAt: other.createdAt) }
}
