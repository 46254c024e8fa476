import Kernel

/// The profiles of one device, and their rules.
package struct Family: Sendable {
    /// The maximum number of profiles on a device.
    package static let limit = 6
    package static let firstName = "Student"

    package static var activeCollection: any StoredCollection { ActiveProfile.collection }

    private let repository: any ProfileRepository
    private let grades: Grades
    private let theme: String
    private let ids: IDSource
    private let time: TimeSource

    /// Creates the family over a repository. A new profile starts with the color theme `theme`.
    package init(repository: any ProfileRepository, grades: Grades, theme: String, ids: IDSource, time: TimeSource) {
        self.repository = repository
        self.grades = grades
        self.theme = theme
        self.ids = ids
        self.time = time
    }

    /// Returns all profiles, oldest first.
    package func members() throws -> [Profile] { try repository.read { try $0.profiles() } }

    /// Returns the active profile, or the oldest if none was chosen. On a device without profiles
    /// it creates "Student".
    package func active() throws -> Profile {
        if let profile = try existingActive() { return profile }
        let student = try newProfile(named: Family.firstName)
        return try repository.write(undo: nil) { records in
            // Another process may have created one in the meantime.
            if let profile = try Family.active(among: records) { return profile }
            return try Family.insert(student, to: records)
        }
    }

    /// Removes the automatic profile while it is unchanged and empty, for a user who joins devices
    /// with existing profiles.
    package func removeUnusedProfile() throws {
        let created = try newProfile(named: Family.firstName)
        try repository.write(undo: nil) { records in
            for profile in try records.profiles()
            where try profile.hasSameValues(as: created) && records.size(of: profile) == 0 {
                try records.remove(profile)
                if try records.activeID() == profile.id { try records.setActive(nil) }
            }
        }
    }

    /// Returns the active profile, or nil on a device without profiles, and changes nothing.
    package func existingActive() throws -> Profile? { try repository.read { try Family.active(among: $0) } }

    /// Returns the profile with this name, ignoring case. On a device without profiles it first
    /// creates "Student".
    ///
    /// - Throws: `profileNotFound`, with the existing names.
    package func member(named name: String) throws -> Profile {
        _ = try active()
        let everyone = try members()
        let key = ProfileName.key(name)
        if let match = everyone.first(where: { ProfileName.key($0.name) == key || $0.id.rawValue == name }) {
            return match
        }
        let names = everyone.map(\.name).joined(separator: ", ")
        throw Failure(
            .profileNotFound, "There is no profile called “\(name)”.",
            advice: "Choose from \(names). `profile add` makes another.")
    }

    /// Adds a profile.
    ///
    /// - Throws: `profileNameInvalid`, `profileNameTaken`, `tooManyProfiles`, `dailyGoalInvalid`,
    ///   and the errors of `Grades`.
    package func add(named name: String, _ change: ProfileChange = ProfileChange()) throws -> Profile {
        var namedChange = change
        namedChange.name = name
        let profile = try applying(namedChange, to: newProfile(named: Family.firstName))
        return try insert(profile)
    }

    /// Changes a profile.
    ///
    /// - Throws: As `add`, and `profileNotFound`.
    package func change(_ profile: Profile, _ change: ProfileChange) throws -> Profile {
        let changed = try applying(change, to: profile)
        return try repository.write(undo: "Changed the profile “\(changed.name)”") { records in
            _ = try Family.requiredProfile(profile.id, in: records)
            return try Family.store(changed, in: records)
        }
    }

    /// Makes a profile the active one.
    ///
    /// - Throws: `profileNotFound`.
    package func activate(_ profile: Profile) throws {
        try repository.write(undo: nil) { try $0.setActive(Family.requiredProfile(profile.id, in: $0).id) }
    }

    /// Removes a profile and all its records. After the active one is removed, none is chosen.
    ///
    /// - Throws: `profileNotFound`.
    package func remove(_ profile: Profile) throws {
        let name = try repository.read { try Family.requiredProfile(profile.id, in: $0).name }
        try erase(profile, isPermanent: false, { "Deleted the profile “\(name)” and everything in it" }) {
            try $0.remove($1)
        }
    }

    /// Removes a profile for good. No file contains a byte of it, name included, and it cannot be
    /// undone.
    ///
    /// - Throws: `profileNotFound`, or `erasureUnfinished` if the profile is gone while a file
    ///   still contains data.
    package func purge(_ profile: Profile) throws { try erase(profile, isPermanent: true, nil) { try $0.purge($1) } }

    /// Removes a profile with its records. If it was active, none is.
    private func erase(
        _ profile: Profile, isPermanent: Bool, _ label: (() -> String)?,
        by remove: (any ProfileRecords, Profile) throws -> Void
    ) throws {
        var bulk = BulkOperation()
        (bulk.erasing, bulk.isPermanent) = ([profile.partition], isPermanent)
        try repository.write(undo: label, bulk: bulk) { records in
            try remove(records, Family.requiredProfile(profile.id, in: records))
            if try records.activeID() == profile.id { try records.setActive(nil) }
        }
    }

    /// Returns the number of records of a profile.
    package func size(of profile: Profile) throws -> Int { try repository.read { try $0.size(of: profile) } }

    /// Writes one profile with all its records to a file, piece by piece.
    ///
    /// - Parameter progress: Receives the number of written records.
    package func export(
        _ profile: Profile, to write: ([UInt8]) throws -> Void, progress: (_ writtenCount: Int) -> Void = { _ in }
    ) throws {
        try repository.read { records in
            var writtenCount = 0
            try ProfileArchive.write(profile, write) { visit in
                try records.visitRecords(of: profile) { batch in
                    try visit(batch)
                    writtenCount += batch.count
                    progress(writtenCount)
                }
            }
        }
    }

    /// Imports a profile from a file, as a new profile with its own identifier. A taken name gets a
    /// number.
    ///
    /// - Parameters:
    ///   - collections: Every record kind of the app.
    ///   - restart: Reads the file from the start if needed, or nil if it can be read only once.
    ///   - nextPiece: Returns the next piece of the file, or nil at the end.
    /// - Throws: `archiveForeign`, `archiveDamaged`, `archiveNewer`, `tooManyProfiles`,
    ///   `foreignRecord`. Nothing changes in these cases.
    package func importArchive(
        of collections: [any StoredCollection], named name: String? = nil,
        restart: (() throws -> () throws -> [UInt8]?)? = nil, _ nextPiece: @escaping () throws -> [UInt8]?
    ) throws -> Profile {
        var reader = ProfileArchiveReader(nextPiece)
        let id: Identifier<Profile> = ids.next()
        let partition = try newProfile(named: Family.firstName, id).partition
        var bulk = BulkOperation()
        bulk.collections = collections
        let next = { try reader.next()?.map { ExportedRecord(partition: partition, record: $0) } }
        var result: Profile?
        bulk.nextRecords = next
        bulk.restart = restart.map { restart in
            {
                reader = try ProfileArchiveReader(restart())
                result = nil
                return next
            }
        }
        // The owner of the file is known after the whole file was read.
        func profile(among members: () throws -> [Profile]) throws -> Profile {
            if let result { return result }
            guard let source = reader.profile else {
                throw Failure(.archiveDamaged, "The file is damaged.", kind: .badData)
            }
            let imported = try importedProfile(source, id, named: name, among: members)
            result = imported
            return imported
        }
        return try repository.write(
            undo: { "Added the profile “\((try? profile(among: members).name) ?? "")”" }, bulk: bulk
        ) { records in try Family.insert(profile(among: records.profiles), to: records) }
    }

    /// Returns the profile of a file under a free name and the rules for typed values.
    private func importedProfile(
        _ source: Profile, _ id: Identifier<Profile>, named name: String?, among members: () throws -> [Profile]
    ) throws -> Profile {
        let change = ProfileChange(
            avatar: source.avatar, theme: source.theme, belt: source.belt, mode: source.mode,
            dailyGoal: source.dailyGoal, variant: source.variant, isChild: source.isChild)
        var profile = try applying(change, to: Profile(source, id: id))
        let takenKeys = try Set(members().map { ProfileName.key($0.name) })
        let candidates = [source.name] + (2...Family.limit).map { ProfileName.numbered(source.name, $0) }
        let freeName = candidates.first { !takenKeys.contains(ProfileName.key($0)) } ?? source.name
        profile.name = try ProfileName.checked(name ?? freeName)
        return profile
    }

    private func insert(_ profile: Profile) throws -> Profile {
        try repository.write(undo: "Added the profile “\(profile.name)”") { try Family.insert(profile, to: $0) }
    }

    /// Returns a profile with the default values.
    private func newProfile(named name: String, _ id: Identifier<Profile>? = nil) throws -> Profile {
        try Profile(
            id: id ?? ids.next(), name: name, avatar: "🥋", theme: theme, belt: grades.lowest(), mode: .progression,
            dailyGoal: 20, createdAt: time.now())
    }

    /// Returns a profile with a change applied under the rules for typed values.
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
                .avatarInvalid, "An avatar is one character or emoji.", advice: "For example 🥋, 🐯 or M.", kind: .badData
            )
        }
        return text
    }

    /// Returns a variant's ID after a check of its length only, or nil if it is empty.
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
    /// Returns the chosen profile if it exists, or else the oldest one.
    private static func active(among records: any ProfileRecords) throws -> Profile? {
        let profiles = try records.profiles()
        let activeID = try records.activeID()
        return profiles.first { $0.id == activeID } ?? profiles.first
    }

    /// Adds a profile up to the limit of the device. The first one becomes active.
    private static func insert(_ profile: Profile, to records: any ProfileRecords) throws -> Profile {
        let count = try records.profiles().count
        guard count < limit else {
            throw Failure(
                .tooManyProfiles, "There are already \(count) profiles; a device keeps no more than \(limit).",
                advice:
                    "Save one that nobody uses with `profile export NAME FILE`, delete it with `profile delete NAME`, and try again."
            )
        }
        if count == 0 { try records.setActive(profile.id) }
        return try store(profile, in: records)
    }

    /// Stores a profile. Names differ, ignoring case and composition.
    private static func store(_ profile: Profile, in records: any ProfileRecords) throws -> Profile {
        let name = ProfileName.key(profile.name)
        guard try !records.profiles().contains(where: { $0.id != profile.id && ProfileName.key($0.name) == name })
        else {
            throw Failure(
                .profileNameTaken, "There is already a profile called “\(profile.name)”.",
                advice: "Choose another name.", kind: .badData)
        }
        try records.save(profile)
        return profile
    }

    private static func requiredProfile(_ id: Identifier<Profile>, in records: any ProfileRecords) throws -> Profile {
        guard let profile = try records.profiles().first(where: { $0.id == id }) else {
            throw Failure(
                .profileNotFound, "There is no profile with the id “\(id)”.",
                advice: "`profile list` shows all profiles.")
        }
        return profile
    }
}

extension Profile {
    /// Returns whether all changeable values are equal.
    fileprivate func hasSameValues(as other: Profile) -> Bool {
        Profile(self, id: other.id, createdAt: other.createdAt) == other
    }

    fileprivate init(_ other: Profile, id: Identifier<Profile>, createdAt: Instant) {
        self.init(
            id: id, name: other.name, avatar: other.avatar, theme: other.theme, belt: other.belt, mode: other.mode,
            dailyGoal: other.dailyGoal, variant: other.variant, isChild: other.isChild, createdAt: createdAt)
    }

    init(_ other: Profile, id: Identifier<Profile>) { self.init(other, id: id, createdAt: other.createdAt) }
}
