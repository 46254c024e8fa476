import Kernel

/// Random exercises to warm up and to cool down.
enum WarmUpExercises {
    /// Returns one random exercise of each kind. Classes over five minutes of warm-up include
    /// strength.
    static func warmUp(_ minutes: Int, using random: inout RandomSource) -> [String] {
        let first = [
            "Jog, with knees up and heels back", "Skip in lines, arms circling", "Footwork in pairs: mirror each other",
        ]
        let joints = ["Circle the joints from the neck to the ankles"]
        let moving = [
            "Leg swings to the front, the side and the back, ten each", "Walking lunges across the hall",
            "Low stances: change left and right to the count", "Straight-leg raises across the hall",
        ]
        let strength = [
            "Press-ups and sit-ups, twice ten", "Plank, thirty seconds, twice",
            "Squats with a front kick, ten each side",
        ]
        let exerciseLists = [first, joints, moving] + (minutes > 5 ? [strength] : [])
        return exerciseLists.compactMap { $0.randomElement(using: &random) }
    }

    /// Returns one random exercise of each kind. More than three minutes include slow movements.
    static func coolDown(_ minutes: Int, using random: inout RandomSource) -> [String] {
        let slow = [
            "Slow kicks at the wall, five each side", "The first pattern in slow motion", "Walk, and breathe out long",
        ]
        let stretch = [
            "Stretch the hips and the back of the legs, thirty seconds each",
            "Butterfly, straddle and splits, without haste",
        ]
        let last = ["Sit, close your eyes, breathe ten times; then bow out"]
        let exerciseLists = (minutes > 3 ? [slow] : []) + [stretch, last]
        return exerciseLists.compactMap { $0.randomElement(using: &random) }
    }
}
