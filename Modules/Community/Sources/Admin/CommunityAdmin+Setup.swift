import Kernel

/// The creation and choice of a community.
extension CommunityAdmin {
    /// Creates a community in a folder or a database, led by the holders of the developers' key.
    /// All apps on this device know it from then on.
    ///
    /// - Throws: `communityExists`, `folderNotEmpty`, and disk errors.
    package func create(in folder: String) throws -> BoardPlace {
        let place = try access.create(folder)
        try access.open(.userInitiated).bootstrap(by: Actor(key: keys.obtain()), at: time.now())
        return place
    }

    /// Returns the community and its location, or nil if none is known.
    package func place() throws -> BoardPlace? { try access.place() }

    /// The failure of a developer's command without a known community, with the next step.
    package static let unfounded = Failure(
        .notConnected, "You are not connected to a community yet.",
        advice: "Make one: hub community create DIR. Or connect to one: hub community connect DIR.", kind: .temporary)
}
