/// How long the segments of a body are, in shoulder widths.
///
/// Parts of the stature are those of Drillis and Contini (1966), as Winter, *Biomechanics and Motor Control of Human Movement*, figure 4.1, has them: a
/// shoulder width is 0.259 of the stature, and a shoe of 0.152 is then as long as Footwork's. How far the joints of shoulders and hips lie from the middle
/// is ours (their figure has the outline), and so is where the back bends.
public enum Proportions {
    /// From the floor to the crown.
    public static let stature = 1 / 0.259
    /// From the hip to the knee.
    public static let thigh = 0.245 * stature
    /// From the knee to the ankle.
    public static let shank = 0.246 * stature
    /// The ankle above the sole.
    public static let ankle = 0.039 * stature
    /// From the shoulder to the elbow.
    public static let upperArm = 0.186 * stature
    /// From the elbow to the wrist.
    public static let forearm = 0.146 * stature
    /// From the wrist to the tips of the fingers.
    public static let hand = 0.108 * stature
    /// From the wrist to the knuckles of a fist.
    public static let fist = 0.05 * stature
    /// From the line of the hips to that of the shoulders, when one stands upright.
    public static let trunk = 0.288 * stature
    /// From the line of the hips to where the back bends.
    static let loin = 0.1 * stature
    /// From the line of the shoulders to the middle of the head.
    public static let neck = 0.117 * stature
    /// From the middle of the body to the shoulder.
    public static let shoulder = 0.105 * stature
    /// From the middle of the body to the hip.
    public static let hip = 0.052 * stature
    /// From the ball of the foot back to below the ankle, and to the heel; ahead to the toes.
    static let (ballToAnkle, ballToHeel, ballToToes) = (0.29, 0.42, 0.13)

    /// What part of the body's weight a segment is, and how far along it its middle lies: Dempster's, in Winter's table 4.1.
    static let (footMass, shankMass, thighMass) = (0.0145, 0.0465, 0.1)
    static let (handMass, forearmMass, upperArmMass) = (0.006, 0.016, 0.028)
    static let (trunkMass, headMass) = (0.497, 0.081)
    static let (thighMiddle, shankMiddle, upperArmMiddle, forearmMiddle) = (0.433, 0.433, 0.436, 0.43)
}
