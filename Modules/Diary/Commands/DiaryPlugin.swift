import Diary
import Guidance
import Interface
import Kernel
import Pictures
import Reminders

/// The plugin that adds the diary to an app: its records, commands, home card and `doctor` checks.
package struct DiaryPlugin: Plugin {
    package let name = "Diary"
    private let diary: PhotoDiary
    private let about: AppDescription
    private let random: RandomSource
    private let help: DiaryHelp
    private let machine: DiaryServices
    private let isClosed: @Sendable () throws -> Bool
    private let isLocked: @Sendable () throws -> Bool
    private let folder: @Sendable (_ path: String) throws -> any BlobStore<PhotoPath>

    /// Creates the plugin over a diary.
    ///
    /// - Parameters:
    ///   - about: the app's version, privacy statement and support address, for `settings`.
    ///   - random: the source of randomness for `memory`.
    ///   - has: returns whether a program is installed, for the tour.
    ///   - machine: the files, programs and cameras for `snap`, import and export.
    ///   - isClosed: returns whether the entries are locked and unreadable. Then only their days
    ///     are used.
    ///   - isLocked: returns whether the diary is locked, even if the key is available. Then
    ///     nothing is exported automatically.
    ///   - folder: creates a blob store in a folder that the user names, for `export --photos`.
    ///     Under `--dry-run` it stores nothing.
    package init(
        _ diary: PhotoDiary, about: AppDescription, random: RandomSource,
        has: @escaping @Sendable (_ program: String) -> Bool,
        machine: DiaryServices, isClosed: @escaping @Sendable () throws -> Bool = { false },
        isLocked: @escaping @Sendable () throws -> Bool = { false },
        folder: @escaping @Sendable (String) throws -> any BlobStore<PhotoPath>
    ) {
        self.diary = diary
        self.about = about
        self.random = random
        self.folder = folder
        self.machine = machine
        self.isClosed = isClosed
        self.isLocked = isLocked
        help = DiaryHelp(has: has) {
            (try? diary.cameraChoice()).map { machine.camera($0, false).isAvailable() } ?? false
        }
    }

    package func contribute(to registry: inout Registry) {
        registry.add(StoredDiaryRepository.syncPolicies)
        registry.add(DataFolder("Photos", of: "photo"), to: .dataFolders)
        for kind in [PhotoPath.Kind.thumbnails, .pages] {
            registry.add(DataFolder(kind.rawValue, of: "copy", many: "copies", .regenerable), to: .dataFolders)
        }
        let widget = WidgetFile(diary: diary, machine: machine, isLocked: isLocked)
        let entries = EntryCommands(diary: diary, renew: widget.renew)
        let queries = EntryQueryCommands(diary: diary)
        let exportCommand = ExportCommand(
            diary: diary, machine: machine, folder: folder, emptyNotice: TodayCard.firstPhoto)
        let memories = MemoriesCommands(diary: diary, random: random, show: queries.showOutput)
        let commands =
            [
                entries.add,
                SnapCommand(diary: diary, camera: machine.camera) { try entries.addedOutput($0, isDated: false) }.snap,
                entries.edit, entries.unseal, entries.delete,
            ]
            + [queries.timeline, queries.show, queries.search, queries.calendar, queries.streak, queries.onThisDay]
            + [
                BrowseCommand(diary: diary, page: { queries.page(of: $0) }, empty: TodayCard.firstPhoto).browse,
                PixelCommand(diary: diary).pixels,
                WidgetCommand(diary: diary, press: machine.press).widget,
            ]
            + [
                memories.memory, memories.achievements,
                SettingsCommands(diary: diary, about: about, renew: widget.renew).settings, exportCommand.export,
            ]
            + [ImportCommand(diary: diary, machine: machine).command]
        registry.add(all: commands, to: .commands)
        // The photos of entries that wait for recovery are in use, too.
        registry.add(to: .commands) { [diary] registry in
            let trash = TrashCommands(diary: diary.includingRecoverable(registry))
            return [trash.list, trash.restore, trash.empty, trash.sweep]
        }
        registry.add(to: .namedFiles) { [diary] registry in
            [NamedFiles(.diary, in: "Photos", files: diary.includingRecoverable(registry).namedFiles)]
        }
        registry.add(all: help.welcome, to: .welcomeSteps)
        registry.add(all: DiaryHelp.topics + DiaryHelp.screenTopics, to: .helpTopics)
        registry.add(all: DiaryHelp.groups, to: .commandGroups)
        registry.add(all: DiaryHelp.questions, to: .questions)
        registry.add(all: DiaryHelp.tips, to: .tips)
        let photoStatus = PhotoStatus(diary: diary, isClosed: isClosed)
        registry.add(all: photoStatus.reminders, to: .reminders)
        registry.add(photoStatus.status, to: .statusItems)
        registry.add(TodayCard(diary: diary, isClosed: isClosed, hasCamera: help.hasCamera).card, to: .homeCards)
        registry.add(usage, to: .usage)
        registry.add(to: .doctorChecks) { [diary] registry in
            [
                DoctorCheck("photos") {
                    try diary.includingRecoverable(registry).check().findings(mayCome: registry.filesMayArrive)
                }
            ]
        }
        registry.add(DoctorCheck("image tools") { [diary] in diary.toolFindings }, to: .doctorChecks)
    }

    private var usage: FeatureUsage {
        FeatureUsage(
            after: ["add"], firstUse: { [diary, isClosed] in try isClosed() ? nil : diary.firstEntry()?.createdAt },
            feedbackFacts: { [diary] in [.feature("Photos"), .sessions(try diary.count())] },
            usageCounts: { [diary, isClosed] in
                let first = try isClosed() ? nil : diary.firstEntry().map { diary.time.calendar.day(of: $0.createdAt) }
                return .init(day: first.map { diary.time.today().days(since: $0) } ?? 0)
            })
    }
}

extension PhotoDiary {
    /// Returns the diary with the entries that wait for recovery, which other plugins report.
    fileprivate func includingRecoverable(_ registry: Registry) -> PhotoDiary {
        var copy = self
        copy.recoverableEntries = {
            try registry.pendingVersions(Entry.collection)
                + registry.pendingVersions(TrashedEntry.collection).map(\.entry)
        }
        return copy
    }
}
