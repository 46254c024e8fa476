/// The lengths of a body's segments, in shoulder widths.
///
/// Fractions of the stature are those of Drillis and Contini (1966), as in Winter, *Biomechanics
/// and Motor Control of Human Movement*, figure 4.1. A shoulder width is 0.259 of the stature, and
/// a shoe of 0.152 then has the length of Footwork's. The distances of shoulder and hip joints from
/// the middle are this project's choice, because their figure has the outline. The bend of the back
/// is also chosen.
package enum Proportions {
    /// From the floor to the crown.
    package static let stature = 1 / 0.259
    /// From the hip to the knee.
    package static let thigh = 0.245 * stature
    /// From the knee to the ankle.
    package static let shank = 0.246 * stature
    /// The ankle above the sole.
    package static let ankle = 0.039 * stature
    /// From the shoulder to the elbow.
    package static let upperArm = 0.186 * stature
    /// From the elbow to the wrist.
    package static let forearm = 0.146 * stature
    /// From the wrist to the tips of the fingers.
    package static let hand = 0.108 * stature
    /// From the wrist to the knuckles of a fist.
    package static let fist = 0.05 * stature
    /// The distance from the line of the hips to that of the shoulders, in an upright stance.
    package static let trunk = 0.288 * stature
    /// The distance from the line of the hips to the bend of the back.
    static let loin = 0.1 * stature
    /// The distance from the line of the shoulders to the middle of the head.
    package static let neck = 0.117 * stature
    /// From the middle of the body to the shoulder.
    package static let shoulder = 0.105 * stature
    /// From the middle of the body to the hip.
    package static let hip = 0.052 * stature
    /// The distances from the ball of the foot: back to below the ankle and to the heel, ahead to
    /// the toes.
    static let (ballToAnkle, ballToHeel, ballToToes) = (0.29, 0.42, 0.13)

    /// Each segment's fraction of the body's weight, and the fraction of its length at which its
    /// center is: Dempster's, in Winter's table 4.1.
    static let (footMass, shankMass, thighMass) = (0.0145, 0.0465, 0.1)
    static let (handMass, forearmMass, upperArmMass) = (0.006, 0.016, 0.028)
    static let (trunkMass, headMass) = (0.497, 0.081)
    static let (thighMiddle, shankMiddle, upperArmMiddle, forearmMiddle) = (0.433, 0.433, 0.436, 0.43)
}
