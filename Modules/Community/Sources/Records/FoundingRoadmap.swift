import Kernel

/// The nine items with which TKDojang's roadmap begins, in order.
///
/// The founding documents of the other apps contain no plans, so their roadmaps begin empty.
/// TKDojang's document gives no categories. Those here are chosen.
package enum FoundingRoadmap {
    /// The items that this version implements, whether or not a developer has released them.
    private static let implementedIDs: Set<Identifier<RoadmapItem>> = ["footprints", "free-sparring", "mock-gradings"]

    /// Whether this version may implement an item.
    package static func mayBeImplemented(_ id: Identifier<RoadmapItem>) -> Bool { implementedIDs.contains(id) }

    /// Whether this version implements an item of the nine whose promised release is unchanged.
    static func isImplemented(_ item: RoadmapItem) -> Bool {
        implementedIDs.contains(item.id)
            && items.contains { $0.id == item.id && $0.estimatedRelease == item.estimatedRelease }
    }

    /// The items, all planned, with priorities 1–9.
    package static let items = inOrder.enumerated().map { index, item in
        var prioritized = item
        prioritized.priority = index + 1
        return prioritized
    }

    private static let inOrder = [
        item(
            "footprints", "📐", "Pattern Diagram Refresh with Footprint Indicators", "v1.1 - December 2025", .ux,
            """
            Replace line-based diagrams with intuitive footprint markers
            Color-coded positioning showing stance, direction, and foot placement
            Expand pattern library from Won Hyo (6th keup) to Choong-Moo (1st keup)
            Complete white-to-black-belt preparation coverage
            """),
        item(
            "photography", "📸", "Expanded Photography and Visual Content", "v1.1 - January 2026", .content,
            """
            Whole-body stance photography + technique close-ups
            Multiple camera angles (front, side, rear perspectives)
            Dynamic action shots and static finishing positions
            High-resolution with zoom for detailed form analysis
            """),
        item(
            "learning-modes", "🥋", "Additional Pattern and Step Sparring Learning Modes", "v1.2 - March 2026", .feature,
            """
            Randomized step sparring quizzes (attack/defense recognition)
            Community-driven feature development based on user feedback
            Progressive difficulty and mastery-based unlocking
            Active recall practice to reduce grading-day stress
            """),
        item(
            "video", "🎥", "Video Integration", "v1.2 - March 2026", .content,
            """
            Full pattern demonstrations (normal speed + slow motion)
            Transition flow between moves (what diagrams can't show)
            Expandable to step sparring and technique library
            User feedback determines content priority
            """),
        item(
            "free-sparring", "⏱️", "Free Sparring Tools", "v1.3 - May 2026", .feature,
            """
            Feature set pending community input (timers, point tracking, competition records)
            Flexible design awaiting user research
            Solo practice aids vs. club management tools to be determined
            Customizable round timer with audio alerts
            Point counter for scoring
            Match history tracking
            """),
        item(
            "clubs", "🏆", "Club/Dojang Membership and Progress Sharing", "v1.4+ - Future Releases", .feature,
            """
            Opt-in progress sharing with instructors (theory knowledge focus)
            Club-private leaderboards for motivation
            Instructor dashboard view of student theory mastery
            Small-to-medium club focus (10-50 students)
            """),
        item(
            "instructors", "👨‍🏫", "Instructor Account and Club Management Tools", "v1.4+", .feature,
            """
            Attendance tracking (app-independent)
            Lesson planning by belt level composition
            Billing cycle and subscription management
            One-way announcements (class updates, grading reminders)
            Progressive integration as club adoption grows
            """),
        item(
            "mock-gradings", "🎯", "Mock Grading Simulations", "v1.4+", .feature,
            """
            Complete grading flow (step sparring + patterns + theory questions)
            Next-belt preparation by default
            Grading hall etiquette and expectations guidance
            Can re-simulate previous gradings for review
            """),
        item(
            "dan-grades", "🥋", "Dan Grade Content and Advanced Patterns", "v1.4+", .content,
            """
            Progressive release: 1st-4th Dan content
            Remaining 15 patterns (Kwang-Gae through Tong-Il)
            Deeper philosophy, historical context, archival materials
            Teaching methodology and mentorship guidance
            Complete 24-pattern library for aspiring practitioners
            """),
    ]

    /// Creates an item of TKDojang without a priority.
    private static func item(
        _ id: String, _ icon: String, _ title: String, _ release: String, _ category: RoadmapItem.Category,
        _ lines: String
    ) -> RoadmapItem {
        RoadmapItem(
            id: Identifier(id), title: title, description: lines, priority: 0, estimatedRelease: release,
            category: category, icon: icon, createdAt: Instant(milliseconds: 0), app: "dojang")
    }
}
