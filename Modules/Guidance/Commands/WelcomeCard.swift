import Guidance
import Kernel
import Terminal

/// What the home screen says to whoever needs guiding: the offer of the first tour, then what is new, else a tip. To a pipe, and to a small child, it says nothing.
struct WelcomeCard {
    let desk: GuidanceDesk

    var card: HomeCard {
        HomeCard("guidance", order: -100) {
            // A store that cannot be written must not keep anybody from seeing where they stand.
            try? desk.guide.launched(running: desk.version)
            let book = desk.book
            let offered = try book.firstTour.flatMap { try desk.guide.shouldShow($0) ? $0 : nil }
            let members = [FieldValue.Member("firstTour", .text(offered?.id))]
            guard desk.isForPerson(), desk.isOffering() else { return HomeCard.Content(blocks: [], members: members) }
            if let offered {
                return HomeCard.Content(blocks: offer(offered), at: .above, members: members, next: ["tour"])
            }
            if let news = news(book) { return HomeCard.Content(blocks: news, at: .above, members: members) }
            return HomeCard.Content(blocks: tip(book), at: .foot, members: members)
        }
    }

    private func offer(_ tour: Tour) -> [Block] {
        [
            .heading(StyledText(declared: tour.title, .title)),
            .paragraph(
                StyledText(
                    "New here? `tour` shows you around in \(counted(tour.steps.count, "step")); `tour --skip` stops this offer.")),
        ]
    }

    private func news(_ book: Guidebook) -> [Block]? {
        let notes = desk.heard((try? desk.guide.takeNews(of: book.notes, running: desk.version)) ?? [])
        return notes.isEmpty ? nil : NewsCommand.blocks(of: notes)
    }

    private func tip(_ book: Guidebook) -> [Block] {
        (try? desk.guide.takeTip(of: book.tips)).flatMap { $0 }.map(TipsCommand.blocks) ?? []
    }
}
