/// A value that contributes data to extension points. Nothing registers itself and nothing is global: an app lists its plugins.
public protocol Plugin: Sendable {
    /// The plugin's name, shown when two plugins collide.
    var name: String { get }
    /// Adds what this plugin brings.
    func contribute(to registry: inout Registry)
}

/// A place where plugins add values of one type. Two points are the same when name and type are.
public struct ExtensionPoint<Contribution: Sendable>: Sendable {
    /// The point's name: `commands`.
    public let name: String
    /// What a contribution is called within the point; two with one name are a mistake. Nil where names do not matter.
    public let key: (@Sendable (Contribution) -> String)?

    /// A point whose contributions need no name.
    public init(_ name: String) {
        self.name = name
        key = nil
    }

    /// A point whose contributions have names that must differ.
    public init(_ name: String, key: @escaping @Sendable (Contribution) -> String) {
        self.name = name
        self.key = key
    }
}

/// What the plugins of one app brought, by extension point, in the order of the plugins.
public struct Registry: Sendable {
    private struct Entry: Sendable {
        let plugin: String
        let key: String?
        let value: any Sendable
    }

    private struct PointName: Hashable {
        let name: String
        let type: ObjectIdentifier
    }

    private var entries: [PointName: [Entry]] = [:]
    private var contributor = ""
    private var collisions: [String] = []

    /// Asks each plugin in turn.
    ///
    /// - Throws: `Failure` `duplicateContribution` when two contributions to one point share a name, or two plugins do; it names both plugins.
    public init(_ plugins: [any Plugin]) throws {
        var seen: Set<String> = []
        for plugin in plugins {
            if !seen.insert(plugin.name).inserted { collisions.append("two plugins are called “\(plugin.name)”") }
            contributor = plugin.name
            plugin.contribute(to: &self)
        }
        guard collisions.isEmpty else {
            throw Failure(
                .duplicateContribution, "The plugins of this app collide: \(collisions.joined(separator: "; ")).",
                advice: "Rename one of them, or leave one plugin out of the composition.")
        }
    }

    /// Adds a contribution to a point; called by plugins.
    public mutating func add<Contribution>(_ contribution: Contribution, to point: ExtensionPoint<Contribution>) {
        let name = PointName(name: point.name, type: ObjectIdentifier(Contribution.self))
        let key = point.key?(contribution)
        if let key, let other = entries[name]?.first(where: { $0.key == key }) {
            collisions.append("“\(key)” in \(point.name) comes from both \(other.plugin) and \(contributor)")
        }
        entries[name, default: []].append(Entry(plugin: contributor, key: key, value: contribution))
    }

    /// Everything that was contributed to a point, in the order of the plugins.
    public func all<Contribution>(_ point: ExtensionPoint<Contribution>) -> [Contribution] {
        (entries[PointName(name: point.name, type: ObjectIdentifier(Contribution.self))] ?? []).compactMap {
            $0.value as? Contribution
        }
    }
}
