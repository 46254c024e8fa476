import Guidance
import Interface
import Kernel

/// The home card with the offer of the first tour, or else the news or a tip. It is empty for a
/// pipe and for a small child.
struct WelcomeCard {
    let context: GuidanceContext

    var card: HomeCard {
        HomeCard("guidance", order: -100) {
            // The home screen must appear even if the store cannot be written.
            try? context.guide.launched(running: context.version)
            let book = context.book
            let offeredTour = try book.firstTour.flatMap { try context.guide.shouldShow($0) ? $0 : nil }
            let members = [OutputValue.Member("firstTour", .text(offeredTour?.id))]
            guard context.isForPerson(), context.offersGuidance() else {
                return HomeCard.Content(blocks: [], members: members)
            }
            if let offeredTour {
                return HomeCard.Content(blocks: offerBlocks(offeredTour), at: .above, members: members, next: ["tour"])
            }
            if let newsBlocks = newsBlocks(book) {
                return HomeCard.Content(blocks: newsBlocks, at: .above, members: members)
            }
            return HomeCard.Content(blocks: tipBlocks(book), at: .foot, members: members)
        }
    }

    /// Returns the offer of the first tour.
    private func offerBlocks(_ tour: Tour) -> [Block] {
        [
            .heading(StyledText(declared: tour.title, .title)),
            .paragraph(
                StyledText(
                    "New here? `tour` shows you around in \(counted(tour.steps.count, "step")); `tour --skip` stops this offer."
                )),
        ]
    }

    /// Returns the unseen news, which then count as seen, or nil if there are none.
    private func newsBlocks(_ book: Guidebook) -> [Block]? {
        let notes = context.addingFeedback(
            (try? context.guide.takeNews(of: book.notes, running: context.version)) ?? [])
        return notes.isEmpty ? nil : NewsCommand.blocks(of: notes)
    }

    /// Returns the next unseen tip, which then counts as seen, or no blocks.
    private func tipBlocks(_ book: Guidebook) -> [Block] {
        (try? context.guide.takeTip(of: book.tips)).flatMap { $0 }.map(TipsCommand.blocks) ?? []
    }
}
