import Interface
import Kernel
import Monetization

/// The paywall as a dialogue: the wanted feature, the plan, its price, and the way back. It appears
/// on a terminal only.
struct PaywallScreen: Dialogue {
    private enum Step {
        case choosing
        case paying(Payment)
    }

    private let headline: PaywallHeadline
    private let reason: String
    private let dismissal: String
    private let features: [Paywall.Feature]
    private let payments: [Payment]
    private let declined: Output
    private var step = Step.choosing

    init(
        _ headline: PaywallHeadline, reason: String, features: [Paywall.Feature], dismissal: String,
        payments: [Payment], declined: Output
    ) {
        self.headline = headline
        self.reason = reason
        self.features = features
        self.dismissal = dismissal
        self.declined = declined
        self.payments = Array(payments.prefix(9))
    }

    private var offers: [Offer] { payments.map(\.offer) }

    var view: DialogueView {
        switch step {
        case .choosing:
            let hints =
                offers.enumerated().map { KeyHint(key($0), $1.product.name) } + [
                    KeyTable.quit(dismissal), KeyHint(.escape, dismissal),
                ]
            return DialogueView(blocks, wanted: .key(hints), stage: Stage("", card: blocks))
        case .paying(let payment):
            let title = StyledText("\(payment.offer.product.name): ", .title) + payment.offer.styledPrice(.title)
            let blocks: [Block] =
                [.paragraph(title), .paragraph(StyledText(declared: payment.offer.product.about, .muted)), .gap]
                + payment.steps
            return DialogueView(
                blocks, wanted: .key([KeyHint(.enter, "close"), KeyTable.back, KeyHint(.escape, "back")]),
                stage: Stage("", card: blocks))
        }
    }

    mutating func handle(_ event: DialogueEvent) throws -> DialogueStep {
        guard case .key(let pressed) = event else { return .stay }
        switch step {
        case .choosing where pressed == .escape || pressed == KeyTable.quit().key:
            return .finish(declined)
        case .choosing:
            if let choice = payments.enumerated().first(where: { key($0.offset) == pressed }) {
                step = .paying(choice.element)
            }
            return .stay
        case .paying where pressed == .enter:
            return .finish(declined)
        case .paying:
            step = .choosing
            return .stay
        }
    }

    private var blocks: [Block] {
        let title = StyledText("\(IconGlyph.of(headline.icon)) \(declared: headline.text)", .title)
        let featureRows = features.map { feature in
            (
                name: "\(IconGlyph.of(feature.icon)) \(feature.title)",
                value: StyledText(declared: feature.here ?? feature.about)
            )
        }
        return [.heading(title), .paragraph(StyledText(declared: reason, .muted)), .gap, .facts(featureRows), .gap]
            + lines
            + [.gap, .paragraph(StyledText("q", .input) + StyledText("  \(declared: dismissal)"))]
    }

    private var lines: [Block] {
        zip(offers, PaywallScreen.aligned(offers.map(\.product.name))).enumerated().map { number, line in
            let (offer, name) = line
            return .paragraph(
                StyledText("\(number + 1)", .input) + StyledText("  \(name)  ") + offer.styledPrice(.good)
                    + StyledText(declared: offer.introduction.map { "  \($0)" } ?? "", .muted))
        }
    }

    /// Pads texts to one width, for aligned columns.
    private static func aligned(_ texts: [String]) -> [String] {
        let widest = texts.map(\.count).max() ?? 0
        return texts.map { $0 + String(repeating: " ", count: widest - $0.count) }
    }

    private func key(_ number: Int) -> Key { .character(Character("\(number + 1)")) }
}
