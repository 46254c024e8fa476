/// A sound to work by, made of seeded noise, filters and struck tones; nothing was recorded.
public struct Soundscape: Sendable {
    /// What it is called in settings.
    public let id: String
    private let scene: @Sendable (LoopPlan) -> any Scene

    /// All of them.
    public static let all = [
        Soundscape("light-rain-ambient") { Rain($0) }, Soundscape("fireplace") { Fire($0) },
        Soundscape("soft-ambience") { Ambience($0) }, Soundscape("ocean-waves") { Ocean($0) },
        Soundscape("forest-birds") { Forest($0) }, Soundscape("mountain-stream") { MountainStream($0) },
        Soundscape("distant-thunder") { Thunder($0) }, Soundscape("night-crickets") { Crickets($0) },
        Soundscape("café-murmur") { Cafe($0) }, Soundscape("brown-noise") { Brown($0) },
        Soundscape("singing-bowls") { Bowls($0) },
    ]

    /// The longest loop.
    public static let longest = 600

    private init(_ id: String, _ scene: @escaping @Sendable (LoopPlan) -> any Scene) { (self.id, self.scene) = (id, scene) }

    /// The sound of a name; nil where there is none.
    public static func named(_ id: String) -> Soundscape? { all.first { $0.id == id } }

    /// A loop that begins where it ends. The same seed and length give the same samples, on every machine that reckons by IEEE 754.
    ///
    /// - Parameter seconds: 10 to 600.
    public func loop(seconds: Int, seed: UInt64) -> Clip {
        let plan = LoopPlan(seconds: min(max(10, seconds), Soundscape.longest), seed: seed)
        return made(scene(plan), plan)
    }

    private func made(_ scene: some Scene, _ plan: LoopPlan) -> Clip { Clip(scene, plan) }
}
