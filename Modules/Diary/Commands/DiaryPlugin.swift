import Diary
import Guidance
import Kernel
import Pictures
import Reminders
import Terminal

/// What the diary brings to an app: its records, its commands, where you stand today, and what `doctor` looks at.
public struct DiaryPlugin: Plugin {
    public let name = "Diary"
    private let diary: PhotoDiary
    private let about: AppDescription
    private let random: RandomSource
    private let help: DiaryHelp
    private let machine: DiaryMachine
    private let isClosed: @Sendable () throws -> Bool
    private let isLocked: @Sendable () throws -> Bool
    private let folder: @Sendable (_ path: String) throws -> any BlobShelf<PhotoPath>

    /// The plugin over a diary.
    ///
    /// - Parameters:
    ///   - about: the app, for the version, the privacy statement and the address of support that `settings` shows.
    ///   - random: chance, for `memory`.
    ///   - has: whether a program is on this machine, for the tour.
    ///   - machine: what `snap`, import and export need of this machine.
    ///   - isClosed: whether nobody can read entries now, because they are locked: then nothing is said that needs more than their days.
    ///   - isLocked: whether they are locked, with the key at hand or without: then nothing of them leaves by itself.
    ///   - folder: a shelf in a folder that a person names, for `export --photos`. Under `--dry-run` one that keeps nothing.
    public init(
        _ diary: PhotoDiary, about: AppDescription, random: RandomSource, has: @escaping @Sendable (_ program: String) -> Bool,
        machine: DiaryMachine, isClosed: @escaping @Sendable () throws -> Bool = { false },
        isLocked: @escaping @Sendable () throws -> Bool = { false },
        folder: @escaping @Sendable (String) throws -> any BlobShelf<PhotoPath>
    ) {
        (self.diary, self.about, self.random, self.folder, self.machine) = (diary, about, random, folder, machine)
        (self.isClosed, self.isLocked) = (isClosed, isLocked)
        help = DiaryHelp(has: has) { (try? diary.cameraChoice()).map { machine.camera($0, false).isThere() } ?? false }
    }

    public func contribute(to registry: inout Registry) {
        registry.add(StoredDiaryRepository.belongings)
        registry.add(DataFolder("Photos", of: "photo"), to: .dataFolders)
        for kind in [PhotoPath.Kind.thumbnails, .pages] {
            registry.add(DataFolder(kind.rawValue, of: "copy", many: "copies", .remade), to: .dataFolders)
        }
        let widget = WidgetFile(diary: diary, machine: machine, isLocked: isLocked)
        let (keeping, looking) = (KeepingDesk(diary: diary, renew: widget.renew), LookingDesk(diary: diary))
        let exporting = ExportDesk(
            diary: diary, machine: machine, folder: folder, emptiness: TodayCard.firstPhoto)
        let memory = MemoryDesk(diary: diary, random: random, show: looking.shown)
        let commands =
            [
                keeping.add, SnapDesk(diary: diary, camera: machine.camera, kept: { try keeping.kept($0, isDated: false) }).snap,
                keeping.edit,
                keeping.unseal,
                keeping.delete,
            ]
            + [looking.timeline, looking.show, looking.search, looking.calendar, looking.streak, looking.onThisDay]
            + [
                BrowseDesk(diary: diary, page: { looking.page(of: $0) }, empty: TodayCard.firstPhoto).browse,
                PixelDesk(diary: diary).pixels,
                WidgetDesk(diary: diary, press: machine.press).widget,
            ]
            + [
                memory.memory, memory.achievements, SettingsDesk(diary: diary, about: about, renew: widget.renew).settings,
                exporting.export,
            ]
            + [ImportDesk(diary: diary, machine: machine).command]
        registry.add(all: commands, to: .commands)
        // What waits to come back names photos, too.
        registry.add(to: .commands) { [diary] whole in
            let trash = TrashDesk(diary: diary.beside(whole))
            return [trash.list, trash.restore, trash.empty, trash.sweep]
        }
        registry.add(to: .namedFiles) { [diary] whole in [NamedFiles(.diary, in: "Photos", files: diary.beside(whole).namedFiles)]
        }
        registry.add(all: help.welcome, to: .welcomeSteps)
        registry.add(all: DiaryHelp.topics + DiaryHelp.lookingTopics, to: .helpTopics)
        registry.add(all: DiaryHelp.groups, to: .commandGroups)
        registry.add(all: DiaryHelp.questions, to: .questions)
        registry.add(all: DiaryHelp.tips, to: .tips)
        let bell = PhotoBell(diary: diary, isClosed: isClosed)
        registry.add(all: bell.reminders, to: .reminders)
        registry.add(bell.status, to: .statusItems)
        registry.add(TodayCard(diary: diary, isClosed: isClosed, hasCamera: help.hasCamera).card, to: .homeCards)
        registry.add(headway, to: .headway)
        registry.add(to: .checkups) { [diary] whole in
            [Checkup("photos") { try diary.beside(whole).check().findings(mayCome: whole.filesMayCome) }]
        }
        registry.add(Checkup("image tools") { [diary] in diary.toolFindings }, to: .checkups)
    }

    /// Days count from the first photo on.
    private var headway: Headway {
        Headway(
            after: ["add"], firstUse: { [diary, isClosed] in try isClosed() ? nil : diary.firstEntry()?.createdAt },
            told: { [diary] in [.feature("Photos"), .sessions(try diary.count())] },
            deeds: { [diary, isClosed] in
                let first = try isClosed() ? nil : diary.firstEntry().map { diary.time.calendar.day(of: $0.createdAt) }
                return .init(day: first.map { diary.time.today().days(since: $0) } ?? 0)
            })
    }
}

extension PhotoDiary {
    /// The same diary, which knows what waits to come back.
    fileprivate func beside(_ whole: Registry) -> PhotoDiary {
        var copy = self
        copy.waiting = { try whole.waiting(Entry.collection) + whole.waiting(TrashedEntry.collection).map(\.entry) }
        return copy
    }
}
