/// Water that runs over stones: three bands that gurgle apart, spray, and bubbles whose pitch rises (van den Doel, as in the rain).
struct MountainStream: Scene {
    private let chance: Chance
    private let flow, gurgle, splash: Drift
    private var low = Filter.low(330)
    private var middle = Filter.band(720, q: 0.8)
    private var high = Filter.band(2100, q: 0.6)
    private var spray = Filter.high(4500)
    private var bubbles: Pings

    var tail: Int { max(bubbles.tail, LoopPlan.rate / 2) }

    init(_ plan: LoopPlan) {
        chance = plan.chance(0)
        flow = Drift(plan, lane: 1, rate: 1.5, from: 0.6, to: 1)
        gurgle = Drift(plan, lane: 2, rate: 6, from: 0.25, to: 1)
        splash = Drift(plan, lane: 3, rate: 9, from: 0.35, to: 1)
        var draws = plan.draws(4)
        let rising = (0..<plan.count(42)).map { _ in
            let (pitch, loud) = (draws.pitch(330, 1700), draws.unit())
            return Ping(
                at: draws.below(plan.frames),
                .init(
                    pitch: pitch, slide: pitch * draws.between(1.5, 6), decay: draws.between(0.007, 0.02), attack: 0.0015,
                    level: 0.08 + 0.4 * loud * loud * loud, pan: draws.between(-0.9, 0.9), decays: 6))
        }
        bubbles = Pings(rising, on: plan)
    }

    mutating func fill(_ desk: Desk) {
        desk.noise.noise(chance)
        low.apply(desk.noise, into: desk.part)
        desk.out.add(desk.part, 0.8, flow)
        middle.apply(desk.noise, into: desk.part)
        desk.out.add(desk.part, 0.75, gurgle)
        high.apply(desk.noise, into: desk.part)
        desk.out.add(desk.part, 0.4, splash)
        spray.apply(desk.noise)
        desk.out.add(desk.noise, 0.05)
        bubbles.add(to: desk.out)
    }
}
