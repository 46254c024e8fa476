import Community
import CommunityCommands
import Diary
import DiaryCommands
import Guidance
import GuidanceCommands
import Kernel
import MonetizationCommands
import PicturesAdapters
import Reminders
import RemindersCommands
import Storage
import StorageCommands
import Terminal

extension App {
    /// Grain: one photo a day.
    @Sendable public static func grain(_ environment: Environment) throws -> App {
        let store = environment.openStore()
        let diary = PhotoDiary(
            repository: StoredDiaryRepository(store, search: environment.search()),
            photos: environment.shelf(in: environment.home),
            tool: .best(of: environment.programs, workingIn: FileManager.default.temporaryDirectory.path), ids: environment.ids,
            time: environment.time
        )
        let shop = try Shop(environment, store: store, .paidOnce)
        let community = Participation(environment, store: store) { UsageData(feature: "Photos", sessions: try diary.count()) }
        let firstUse = FirstUse { try diary.firstEntry()?.createdAt }
        return try App(
            .grain, in: environment, shop: shop,
            plugins: [
                CommunityPlugin(
                    participation: community, product: "Grain", reviews: .diary(firstUse, environment.time)),
                DiaryPlugin(diary, about: .grain, folder: { environment.shelf(in: environment.absolute($0)) }),
                GrainGuidance(programs: environment.programs),
                GuidancePlugin(environment, store: store, firstUse: firstUse, feedback: community.feedbackNews),
                HouseGuidance(features: ["data", "plan", "remind", "status"]),
                MonetizationPlugin(environment, shop),
                PhotoBell(diary: diary),
                RemindersPlugin(environment, store: store, example: "photo"),
                StatusPlugin(environment),
                StoragePlugin(environment, store: store),
            ])
    }
}

extension AppDescription {
    static let grain = AppDescription(
        name: "grain", about: "Grain, Privacy-First Photo Diary: one photo a day, kept on your own machine.",
        version: Release.version,
        credits: ["Photos are prepared by libvips, libheif or ImageMagick where they are installed."],
        privacy:
            "Photos and notes stay on this device; the place where a photo was taken is removed unless you keep it. \(sharing)",
        support: "support@grainapp.com", problems: "community feedback TEXT")
}

extension ReviewMoments {
    /// After a photo, from the fourth day on.
    fileprivate static func diary(_ firstUse: FirstUse, _ time: TimeSource) -> ReviewMoments {
        ReviewMoments(.diary, after: ["add"]) {
            .init(day: try firstUse.instant().map { time.today().days(since: time.calendar.day(of: $0)) } ?? 0)
        }
    }
}

/// One line for status bars and one reminder a day: whether today's photo is taken, and the streak that it keeps.
private struct PhotoBell: Plugin {
    let name = "PhotoBell"
    let diary: PhotoDiary

    func contribute(to registry: inout Registry) {
        registry.add(
            .onceADay(
                "photo", "Take today's photo", at: 20 * 3600, saying: "Time for your daily photo!",
                isDone: { try diary.isTaken($0) },
                streak: { try diary.streak(before: $0) }), to: .reminders)
        registry.add(
            StatusItem("photo", letters: [("st", "days in a row"), ("ta", "whether today's photo is taken")]) {
                let taken = try diary.isTaken()
                let streak = try diary.currentStreak()
                let days = streak == 1 ? "1 day" : "\(streak) days"
                return StatusItem.Content(
                    text: taken
                        ? "Today's photo is taken, \(days) in a row" : "No photo today yet, \(days) in a row",
                    short: taken ? "✓ \(streak)d" : "– \(streak)d", values: ["\(streak)", taken ? "yes" : "no"])
            }, to: .statusItems)
    }
}
