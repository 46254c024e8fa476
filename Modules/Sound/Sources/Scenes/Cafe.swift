import Kernel

/// A café: nine unintelligible speakers at other tables, an occasional cup, and the room around
/// them.
struct Cafe: Scene {
    private let chance: IndexedRandom
    private let hum: Drift
    private var talk: Syllables
    private var cups: Pings
    private var distance = [Filter.lowPass(2300), .highPass(140)]
    private var walls = Reverb([(31, 0.4), (67, 0.32), (113, 0.22), (149, 0.14)])
    private var air = [Filter.lowPass(380), .highPass(60)]

    var tail: Int { talk.tail + max(cups.tail, walls.tail) }

    init(_ plan: LoopPlan) {
        chance = plan.chance(0)
        hum = Drift(plan, lane: 1, rate: 0.2, from: 0.7, to: 1)
        talk = Syllables((0..<9).flatMap { Cafe.person($0, plan) })
        cups = Pings(Cafe.cups(plan, lane: 2), on: plan)
    }

    mutating func fill(_ mixer: Mixer) {
        talk.add(to: mixer.out)
        distance[0].apply(mixer.out)
        distance[1].apply(mixer.out)
        cups.add(to: mixer.out)
        walls.apply(mixer.out)
        mixer.noise.fillWithNoise(chance)
        air[0].apply(mixer.noise)
        air[1].apply(mixer.noise)
        mixer.out.add(mixer.noise, 0.45, hum)
    }

    /// Returns the speech of one person: sentences of words of syllables, with pauses in which the
    /// others are audible.
    private static func person(_ number: Int, _ plan: LoopPlan) -> [Syllable] {
        var draws = plan.draws(100 + number)
        let basePitch = number % 2 == 0 ? draws.between(95, 135) : draws.between(165, 225)
        let level = draws.between(0.06, 0.17)
        let pan = Double(number) / 4 - 1
        let rate = Double(LoopPlan.rate)
        var start = draws.between(0, 2) * rate
        var syllables = [Syllable]()
        while start < Double(plan.frames) - 0.4 * rate {
            let sentence = 4 + draws.below(14)
            for index in 0..<sentence where start < Double(plan.frames) - 0.4 * rate {
                let seconds = draws.between(0.11, 0.24)
                // A sentence falls by a fifth of its pitch.
                let hertz = basePitch * (1.12 - 0.2 * Double(index) / Double(sentence)) * draws.between(0.94, 1.08)
                syllables.append(
                    Syllable(
                        start: Int(start), length: Int(seconds * 1.2 * rate), hertz: hertz,
                        glide: draws.between(-0.06, 0.12),
                        vowels: (draws.below(Vowels.count), draws.below(Vowels.count)),
                        level: level * draws.between(0.5, 1), pan: pan))
                start += seconds * (draws.unit() < 0.2 ? 1.6 : 1) * rate
            }
            start += draws.between(0.3, 2.6) * rate
        }
        return syllables
    }

    /// Returns the clinks of cups, each of three inharmonic partials.
    private static func cups(_ plan: LoopPlan, lane: Int) -> [Ping] {
        var draws = plan.draws(lane)
        var pings = [Ping]()
        for _ in 0..<plan.count(0.22) {
            let start = draws.below(plan.frames)
            let pan = draws.between(-0.9, 0.9)
            let pitch = draws.pitch(1700, 3200)
            let level = draws.between(0.02, 0.07)
            for (ratio, relativeLevel, decay) in [(1, 1, 0.05), (2.32, 0.7, 0.03), (4.25, 0.3, 0.015)] {
                pings.append(
                    Ping(at: start, .init(pitch: pitch * ratio, decay: decay, level: level * relativeLevel, pan: pan)))
            }
        }
        return pings
    }
}
