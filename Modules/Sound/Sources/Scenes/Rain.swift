/// Light rain on leaves: a soft hiss of far drops, near ones one by one, and some that fall into water and ring as their bubbles close (K. van den Doel,
/// “Physically based models for liquid sounds”, 2005: a bubble's pitch rises while it dies away).
struct Rain: Scene {
    private let chance: Chance
    private let swell: Drift
    private var far = [Filter.high(700), .low(6500)]
    private var under = Filter.low(420)
    private var drops: Pings

    var tail: Int { max(drops.tail, LoopPlan.rate / 2) }

    init(_ plan: LoopPlan) {
        chance = plan.chance(0)
        swell = Drift(plan, lane: 1, rate: 0.25, from: 0.8, to: 1)
        drops = Pings(Rain.drops(plan, lane: 2, aSecond: 45) + Rain.bubbles(plan, lane: 3, aSecond: 3), on: plan)
    }

    mutating func fill(_ desk: Desk) {
        desk.noise.noise(chance)
        far[0].apply(desk.noise, into: desk.part)
        far[1].apply(desk.part)
        desk.out.add(desk.part, 0.3, swell)
        under.apply(desk.noise, into: desk.part)
        desk.out.add(desk.part, 0.35)
        drops.add(to: desk.out)
    }

    static func drops(_ plan: LoopPlan, lane: Int, aSecond: Double) -> [Ping] {
        var draws = plan.draws(lane)
        return (0..<plan.count(aSecond)).map { _ in
            let loud = draws.unit()
            return Ping(
                at: draws.below(plan.frames),
                .init(
                    pitch: draws.pitch(1500, 6500), decay: draws.between(0.0012, 0.004), attack: 0.0002,
                    level: 0.06 + 0.5 * loud * loud * loud, pan: draws.between(-1, 1)))
        }
    }

    static func bubbles(_ plan: LoopPlan, lane: Int, aSecond: Double) -> [Ping] {
        var draws = plan.draws(lane)
        return (0..<plan.count(aSecond)).map { _ in
            let pitch = draws.pitch(450, 1600)
            return Ping(
                at: draws.below(plan.frames),
                .init(
                    pitch: pitch, slide: pitch * draws.between(2, 5), decay: draws.between(0.008, 0.022), attack: 0.001,
                    level: draws.between(0.05, 0.2), pan: draws.between(-0.9, 0.9), decays: 7))
        }
    }
}
