import Interface
import Kernel
import Profiles

/// The commands of `profile`.
struct ProfileCommands: Sendable {
    let family: Family
    let grades: Grades
    let themes: [String]
    /// Returns the profile that `--profile` names, or the active one.
    let currentProfile: @Sendable () throws -> Profile

    var list: Command {
        Command(
            "profile list", "List the profiles on this device",
            examples: [.init("profile list", "all profiles, oldest first")], returns: .list(ProfileRow.fields)
        ) {
            let active = try family.active()
            let members = try family.members().map { try row($0, active: active) }
            return .list(
                members, ProfileRow.fields, heading: "Profiles", empty: "There is no profile yet.",
                footer: [.paragraph(StyledText("\(members.count) of \(Family.limit) profiles.", .muted))],
                next: members.count < Family.limit ? ["profile add NAME"] : [])
        }
    }

    var show: Command {
        Command(
            "profile show", "Show one profile", examples: [.init("profile show", "the active profile")],
            .optionalArgument("name", name, "whose profile; the active one if left out"),
            returns: .one(ProfileRow.detail)
        ) { profileName in
            let profile = try profileName.map(family.member(named:)) ?? currentProfile()
            return .one(
                try row(profile), ProfileRow.detail, next: ["profile edit \(profile.name.shellWord) --belt 9k"])
        }
    }

    var add: Command {
        Command(
            "profile add", "Add a profile",
            discussion:
                "Everybody has their own belt, cards, history and streak. A device keeps up to \(Family.limit) profiles.",
            examples: [.init("profile add Mina --belt 9k --avatar 🐯", "a profile at 9th keup")],
            .argument("name", .text, "1 to 40 characters, in any script"), changes, returns: .one(ProfileRow.detail),
            changes: true
        ) { name, change in
            let profile = try family.add(named: name, change)
            return .changed(
                "Added \(profile.name) (\(profile.id)), \(grades.description(profile.belt)).", try row(profile),
                ProfileRow.detail, next: ["profile switch \(profile.name.shellWord)"])
        }
    }

    var edit: Command {
        Command(
            "profile edit", "Change a profile",
            discussion: "If the belt is more than two grades away, you are asked whether it is right; `--yes` answers.",
            examples: [
                .init("profile edit --belt 9k --goal 15", "after a grading"),
                .init("profile edit Student --child on", "for a small child"),
            ],
            .optionalArgument("name", name, "whose profile; the active one if left out"),
            .option("rename", .text, "a new name"), changes, returns: .one(ProfileRow.detail), changes: true
        ) { profileName, rename, change in
            var newValues = change
            newValues.name = rename
            guard newValues != ProfileChange() else {
                throw Failure(
                    .nothingToChange, "No change was given.",
                    advice: "Give --rename, --belt, --mode, --goal, --avatar, --theme or --child.", kind: .usage)
            }
            let profile = try profileName.map(family.member(named:)) ?? currentProfile()
            guard let belt = newValues.belt, grades.isLargeStep(from: profile.belt, to: belt) else {
                return try changeOutput(profile, newValues)
            }
            let question = "\(profile.name) is \(grades.title(profile.belt)). Is \(grades.description(belt)) right?"
            return .confirm(question) { [newValues] in try changeOutput(profile, newValues) }
        }
    }

    /// A typed yes or no.
    private enum Switch: String, CaseIterable, Sendable { case on, off }

    /// Changes a profile and returns the message with its new values.
    private func changeOutput(_ profile: Profile, _ newValues: ProfileChange) throws -> Output {
        let changed = try family.change(profile, newValues)
        guard changed != profile else {
            return .changed(
                "\(changed.name) (\(changed.id)) is like that already; nothing was changed.", try row(changed),
                ProfileRow.detail, next: ["profile show \(changed.name.shellWord)"])
        }
        let belt = newValues.belt == nil ? "" : ", \(grades.description(changed.belt))"
        return .changed(
            "Changed \(changed.name) (\(changed.id))\(belt).", try row(changed), ProfileRow.detail,
            next: ["profile show \(changed.name.shellWord)"])
    }

    var activate: Command {
        Command(
            "profile switch", "Make a profile the active one",
            examples: [.init("profile switch Student", "Student's turn")],
            .argument("name", name, "the name of the profile"), returns: .one(ProfileRow.detail), changes: true
        ) { profileName in
            let profile = try family.member(named: profileName)
            try family.activate(profile)
            return .changed(
                "It is \(profile.name)'s turn (\(profile.id)).", try row(profile), ProfileRow.detail, next: ["study"]
            )
        }
    }

    var delete: Command {
        Command(
            "profile delete", "Delete a profile and everything in it",
            discussion: """
                Asks first. `undo` brings it back; `profile export` keeps a copy. With --purge it is deleted at once: no byte of it stays in any \
                file, not even the name.
                """,
            examples: [
                .init("profile delete Student --yes", "without asking"),
                .init("profile delete Student --purge --yes", "for good"),
            ],
            .argument("name", name, "whose profile"), .flag("purge", "delete for good, at once"),
            returns: .one(ProfileRow.detail), changes: true
        ) { profileName, isPermanent in
            let profile = try family.member(named: profileName)
            let deletedRow = try row(profile)
            let records = counted(try family.size(of: profile), "record")
            return .confirm(
                isPermanent
                    ? "Delete \(profile.name) with \(records) for good?" : "Delete \(profile.name) with \(records)?"
            ) {
                if isPermanent { try family.purge(profile) } else { try family.remove(profile) }
                return .changed(
                    isPermanent
                        ? "Deleted \(profile.name) (\(profile.id)) for good."
                        : "Deleted \(profile.name) (\(profile.id)).",
                    deletedRow, ProfileRow.detail, next: [isPermanent ? "profile list" : "undo"])
            }
        }
    }

    var export: Command {
        Command(
            "profile export", "Write one profile with all its data to a file",
            examples: [
                .init("profile export Student -", "to standard output", runs: false),
                .init("profile export Student student.json", "to a file"),
            ],
            .argument("name", name, "whose profile"),
            .destination(
                .argument(
                    "file", ValueKind<OutputFile>.outputFile.map { Optional($0) },
                    "the file to write, - for standard output"))
        ) { profileName, destination in
            let profile = try family.member(named: profileName)
            // Standard output may be the terminal that shows the progress bar.
            let total = destination.isFile ? try family.size(of: profile) : 0
            return Output(
                continuation: .work(title: "Exporting", total: total) { advance in
                    try destination.writeInPieces(notice: { $0.map { "Wrote \(profile.name) to \($0)." } }) { write in
                        try family.export(profile, to: write, progress: advance)
                    }
                })
        }
    }

    /// - Parameter collections: Returns every record kind of the app. It is called for an import
    ///   only.
    func importEntries(_ collections: @escaping @Sendable () -> [any StoredCollection]) -> Command {
        Command(
            "profile import", "Add a profile from a file", discussion: "The whole file is imported, or nothing.",
            examples: [.init("profile import student.json --rename Mina", "as Mina", runs: false)],
            .argument("file", .inputFile, "a file that `profile export` wrote, - for standard input"),
            .option("rename", .text, "another name for it"), returns: .one(ProfileRow.detail), changes: true
        ) { file, rename in
            Output(
                continuation: .work(title: "Importing, MB", total: file.megabytes) { advance in
                    let profile = try withoutActuallyEscaping(advance) { advance in
                        try family.importArchive(
                            of: collections(), named: rename,
                            restart: file.repeatableReader(reportingProgress: advance),
                            file.pieces(reportingProgress: advance))
                    }
                    return .changed(
                        "Added \(profile.name) (\(profile.id)) with \(counted(try family.size(of: profile), "record")).",
                        try row(profile), ProfileRow.detail, next: ["profile switch \(profile.name.shellWord)"])
                })
        }
    }

    // MARK: - Shared parameters

    private var name: ValueKind<String> {
        ValueKind<String>.text.completed { _ in (try? family.members().map(\.name)) ?? [] }
    }

    private var changes: Parameter<ProfileChange> {
        .group(attributes, childOption) { change, child in
            var change = change
            change.isChild = child.map { $0 == .on }
            return change
        }
    }

    private var childOption: Parameter<Switch?> {
        .option(
            "child", .choice("HOW"), "for a small child: five cards at a time, choices only, much praise")
    }

    private var attributes: Parameter<ProfileChange> {
        .group(
            .option(
                "belt",
                ValueKind("GRADE", values: "10k … 1k, 1d …", candidates: { _ in grades.all() }) { word, _ in
                    try grades.parse(word)
                }, "the grade"),
            .option("mode", ValueKind<Profile.Mode>.choice, "how new material opens"),
            .option("goal", .integer(1...500), "cards a day"), .option("avatar", .text, "one character or emoji"),
            .option("theme", .choice(of: themes), "the colour theme")
        ) { belt, mode, goal, avatar, theme in
            ProfileChange(avatar: avatar, theme: theme, belt: belt, mode: mode, dailyGoal: goal)
        }
    }

    private func row(_ profile: Profile, active: Profile? = nil) throws -> ProfileRow {
        let active = try active ?? family.existingActive()
        return ProfileRow(profile: profile, isActive: profile.id == active?.id, belt: grades.title(profile.belt))
    }
}
