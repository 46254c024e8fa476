import Kernel

extension Schedule {
    /// The same schedule with its day brought forward by up to a fifth of the wait, never put off. How far is the target's own for ever and follows
    /// from its name: what was met on one day drifts apart, and the load of days evens out. Waits of one and two days stay as they are, and a longer
    /// wait never becomes shorter than a shorter one.
    func spread(_ target: Target, since day: Day) -> Schedule {
        let wait = due.days(since: day)
        guard wait > 2 else { return self }
        let early = Int(target.place * Double((wait + 2) / 5 + 1))
        return Schedule(box: box, due: due.adding(days: -early), memory: memory)
    }
}

extension Target {
    /// A number from 0 up to 1 that its name decides (FNV-1a, with its bits mixed).
    fileprivate var place: Double {
        var random = RandomSource(seed: name.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 })
        return Double(random.next() >> 11) / Double(UInt64(1) << 53)
    }
}
