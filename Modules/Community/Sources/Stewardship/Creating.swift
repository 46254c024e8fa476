import Kernel

/// Making a community, and saying which one is answered.
extension Stewardship {
    /// Makes a community in a folder and founds it with the developers' key; from now on it is the one that all apps here know.
    ///
    /// - Throws: `communityExists`, `folderNotEmpty`, and what a disk says.
    public func create(in folder: String) throws -> BoardPlace {
        let place = try access.create(folder)
        try access.open(.asked).found(by: Actor(key: keys.obtain()), at: time.now())
        return place
    }

    /// Which community it is and where; nil for none.
    public func place() throws -> BoardPlace? { try access.place() }

    /// Whether the community can be reached.
    ///
    /// - Throws: why not.
    public func requireReachable() throws { _ = try board() }

    /// No community is known: what a developer does then.
    package static let unfounded = Failure(
        .notConnected, "You are not connected to a community yet.",
        advice: "Make one: hub community create DIR. Or connect to one: hub community connect DIR.", kind: .temporary)
}
