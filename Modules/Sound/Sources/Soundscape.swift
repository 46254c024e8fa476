/// A background sound for work, synthesized from seeded noise, filters and struck tones without
/// recordings.
package struct Soundscape: Sendable {
    package let id: String
    private let scene: @Sendable (LoopPlan) -> any Scene

    package static let all = [
        Soundscape("light-rain-ambient") { Rain($0) }, Soundscape("fireplace") { Fire($0) },
        Soundscape("soft-ambience") { Ambience($0) }, Soundscape("ocean-waves") { Ocean($0) },
        Soundscape("forest-birds") { Forest($0) }, Soundscape("mountain-stream") { MountainStream($0) },
        Soundscape("distant-thunder") { Thunder($0) }, Soundscape("night-crickets") { Crickets($0) },
        Soundscape("café-murmur") { Cafe($0) }, Soundscape("brown-noise") { Brown($0) },
        Soundscape("singing-bowls") { Bowls($0) },
    ]

    /// The longest loop.
    package static let longest = 600

    private init(_ id: String, _ scene: @escaping @Sendable (LoopPlan) -> any Scene) {
        self.id = id
        self.scene = scene
    }

    /// Returns the sound of a name, or nil if there is none.
    package static func named(_ id: String) -> Soundscape? { all.first { $0.id == id } }

    /// Returns a seamless loop.
    ///
    /// The same seed and length give the same samples on every machine with IEEE 754 arithmetic.
    ///
    /// - Parameter seconds: 10 to 600.
    package func loop(seconds: Int, seed: UInt64) -> Clip {
        let plan = LoopPlan(seconds: min(max(10, seconds), Soundscape.longest), seed: seed)
        return made(scene(plan), plan)
    }

    private func made(_ scene: some Scene, _ plan: LoopPlan) -> Clip { Clip(scene, plan) }
}
