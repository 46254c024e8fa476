import Community
import Documents
import Interface
import Kernel

/// The public roadmap and changelog as a page, without developer notes, names and hidden entries.
struct BoardPage {
    /// The app of the board, or nil for all apps.
    let app: String?
    let roadmap: [RoadmapEntry]
    let new: WhatsNew
    /// The date of the page.
    let made: Day

    var page: Page {
        let news = new.announcements.map { announcement in
            Part.group([
                .heading(announcement.title, level: 3), .paragraph(announcement.message),
                .remark("\(announcement.category.rawValue), \(announcement.postedAt.description.prefix(10))"),
            ])
        }
        let product = app.map { "\($0): " } ?? ""
        return Page(
            title: "\(product)Feature Roadmap",
            parts: [
                .paragraph("Your feedback shapes our roadmap - vote on features!"),
                .remark("As of \(made.spelledOut). \(howToVote)"),
            ] + section("News", news) + mostRequested + plan + thanks,
            footer: "Each person has one vote for each item. Made by hub from the community's records.")
    }

    /// The upcoming items with the most votes.
    private var mostRequested: [Part] {
        let mostVoted = roadmap.filter { $0.item.status != .released && $0.votes > 0 }.sorted { $0.votes > $1.votes }
            .prefix(5)
        let rows = mostVoted.map { [$0.heading, "\($0.votes)"] }
        return rows.isEmpty ? [] : [.heading("Most Wanted", level: 2), .table(titles: ["Item", "Votes"], rows: rows)]
    }

    /// A section for each status, with the latest release first among the released items.
    private var plan: [Part] {
        [RoadmapItem.Status.inProgress, .planned, .released].flatMap { status in
            let entries = roadmap.filter { $0.item.status == status }
            let sorted = status == .released ? entries.sorted { RoadmapItem.laterRelease($0.item, $1.item) } : entries
            return section(status.section, sorted.map(part))
        }
    }

    /// Returns an item with its facts, progress and the command that votes for it.
    private func part(_ entry: RoadmapEntry) -> Part {
        let item = entry.item
        let releaseText = item.releaseDate.map { "Released on \($0)" } ?? item.estimatedRelease
        let facts = [
            releaseText, item.category.filterTitle, app == nil ? item.app.map { "for \($0)" } ?? "" : "",
            entry.votes == 0 ? "no votes" : counted(entry.votes, "vote"),
        ]
        let progress = item.completionPercentage.map { [Part.progress($0, "\($0.percent) done")] } ?? []
        let vote =
            item.status == .released
            ? [] : [Part.remark("Vote for it: \(item.app ?? app ?? "APP") community vote \(item.id)")]
        return .group(
            [
                .heading(entry.heading, level: 3), .remark(facts.filter { !$0.isEmpty }.joined(separator: " · ")),
            ] + progress + [.list(item.description.split(separator: "\n").map(String.init))] + vote)
    }

    /// The page refers to the command line, because votes are cast there.
    private var howToVote: String {
        app.map { "To vote, type \($0) community roadmap, and then the line below an item." }
            ?? "To vote, type the app's name, then community roadmap, and then the line below an item."
    }

    private var thanks: [Part] { section("Based on Your Feedback", new.basedOnFeedback.map { .paragraph($0) }) }

    /// Returns parts under a heading, or none without parts.
    private func section(_ title: String, _ parts: [Part]) -> [Part] {
        parts.isEmpty ? [] : [.heading(title, level: 2)] + parts
    }
}
