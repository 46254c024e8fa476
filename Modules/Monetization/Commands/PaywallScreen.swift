import Kernel
import Monetization
import Terminal

/// The paywall as a session: what somebody wanted, what Pro has, what it costs, and the way back. Only ever on a terminal.
struct PaywallScreen: Dialogue {
    private enum Step {
        case choosing
        case confirming(Offer)
    }

    private let headline: PaywallHeadline
    private let reason: String
    private let paywall: Paywall
    private let offers: [Offer]
    private let declined: Output
    private let buy: @Sendable (Identifier<Product>) throws -> Output
    private var step = Step.choosing

    init(
        _ headline: PaywallHeadline, reason: String, paywall: Paywall, offers: [Offer], declined: Output,
        buy: @escaping @Sendable (Identifier<Product>) throws -> Output
    ) {
        (self.headline, self.reason, self.paywall, self.buy) = (headline, reason, paywall, buy)
        self.declined = declined
        self.offers = Array(offers.prefix(9))
    }

    var view: DialogueView {
        switch step {
        case .choosing:
            let hints = offers.enumerated().map { KeyHint(key($0), $1.product.name) } + [KeyHint(.escape, paywall.dismissal)]
            return DialogueView(blocks, wanted: .key(hints))
        case .confirming(let offer):
            let question = StyledText("Buy \(offer.product.name) for \(offer.price)?", .title)
            return DialogueView(
                [.paragraph(question), .paragraph(StyledText(offer.product.about, .muted))],
                wanted: .key([KeyHint(.enter, "buy"), KeyHint(.escape, "back")]))
        }
    }

    mutating func handle(_ event: DialogueEvent) throws -> DialogueStep {
        guard case .key(let pressed) = event else { return .stay }
        switch step {
        case .choosing where pressed == .escape:
            return .finish(declined)
        case .choosing:
            if let chosen = offers.enumerated().first(where: { key($0.offset) == pressed }) { step = .confirming(chosen.element) }
            return .stay
        case .confirming(let offer) where pressed == .enter:
            return .finish(try buy(offer.product.id))
        case .confirming:
            step = .choosing
            return .stay
        }
    }

    private var blocks: [Block] {
        let title = StyledText("\(IconGlyph.of(headline.icon)) \(headline.text)", .title)
        return [.heading(title), .paragraph(StyledText(reason, .muted)), .gap]
            + zip(paywall.features, PaywallScreen.aligned(paywall.features.map(\.title))).map { feature, title in
                .paragraph(
                    StyledText("\(IconGlyph.of(feature.icon)) \(feature.about.isEmpty ? feature.title : title)", .accent)
                        + StyledText(feature.about.isEmpty ? "" : "  \(feature.about)", .muted))
            } + [.gap] + lines
            + [.gap, .paragraph(StyledText("esc", .input) + StyledText("  \(paywall.dismissal)"))]
    }

    private var lines: [Block] {
        zip(offers, PaywallScreen.aligned(offers.map(\.product.name))).enumerated().map { number, line in
            let (offer, name) = line
            return .paragraph(
                StyledText("\(number + 1)", .input) + StyledText("  \(name)  ") + StyledText(offer.price, .good)
                    + StyledText(offer.introduction.map { "  \($0)" } ?? "", .muted))
        }
    }

    /// Texts of one width, for what stands behind them.
    private static func aligned(_ texts: [String]) -> [String] {
        let widest = texts.map(\.count).max() ?? 0
        return texts.map { $0 + String(repeating: " ", count: widest - $0.count) }
    }

    private func key(_ number: Int) -> Key { .character(Character("\(number + 1)")) }
}
