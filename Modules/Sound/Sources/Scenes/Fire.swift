/// A fire in a hearth: the draught below, flames that flutter, and wood that cracks in bursts and now and then pops.
struct Fire: Scene {
    private let chance: Chance
    private let draught, flutter, lick: Drift
    private var roar = [Filter.low(160), .high(35)]
    private var flames = Filter.band(420, q: 0.6)
    private var hiss = [Filter.high(2800), .low(9000)]
    private var sparks: Pings

    var tail: Int { max(sparks.tail, LoopPlan.rate / 2) }

    init(_ plan: LoopPlan) {
        chance = plan.chance(0)
        draught = Drift(plan, lane: 1, rate: 0.4, from: 0.55, to: 1)
        flutter = Drift(plan, lane: 2, rate: 7, from: 0.3, to: 1)
        lick = Drift(plan, lane: 3, rate: 11, from: 0.1, to: 1)
        sparks = Pings(Fire.cracks(plan, lane: 4) + Fire.pops(plan, lane: 5), on: plan)
    }

    mutating func fill(_ desk: Desk) {
        desk.noise.noise(chance)
        roar[0].apply(desk.noise, into: desk.part)
        roar[1].apply(desk.part)
        desk.out.add(desk.part, 3.2, draught)
        flames.apply(desk.noise, into: desk.part)
        desk.out.add(desk.part, 0.75, flutter)
        hiss[0].apply(desk.noise, into: desk.part)
        hiss[1].apply(desk.part)
        desk.out.add(desk.part, 0.07, lick)
        sparks.add(to: desk.out)
    }

    private static func cracks(_ plan: LoopPlan, lane: Int) -> [Ping] {
        var (draws, all) = (plan.draws(lane), [Ping]())
        for _ in 0..<plan.count(1.6) {
            let (start, pan) = (draws.below(plan.frames), draws.between(-0.6, 0.6))
            var at = Double(start)
            for _ in 0...draws.below(9) {
                let loud = draws.unit()
                let tone = Ping.Tone(
                    pitch: draws.pitch(900, 7500), slide: -20_000, decay: draws.between(0.0004, 0.0022),
                    level: 0.12 + 2.2 * loud * loud * loud, pan: pan + draws.between(-0.2, 0.2))
                all.append(Ping(at: Int(at) % plan.frames, tone))
                at += draws.between(0.004, 0.07) * Double(LoopPlan.rate)
            }
        }
        return all
    }

    /// A pop is a body of wood that rings, with a snap before it.
    private static func pops(_ plan: LoopPlan, lane: Int) -> [Ping] {
        var (draws, all) = (plan.draws(lane), [Ping]())
        for _ in 0..<plan.count(0.3) {
            let (start, pan, level) = (draws.below(plan.frames), draws.between(-0.5, 0.5), draws.between(0.5, 1.4))
            all.append(
                Ping(
                    at: start,
                    .init(pitch: draws.pitch(220, 700), slide: -900, decay: draws.between(0.008, 0.02), level: level, pan: pan)))
            all.append(Ping(at: start, .init(pitch: draws.pitch(2000, 5000), decay: 0.0012, level: level * 1.3, pan: pan)))
        }
        return all
    }
}
