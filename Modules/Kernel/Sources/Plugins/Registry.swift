/// A value that contributes data to extension points. Nothing registers itself and nothing is global: an app lists its plugins.
public protocol Plugin: Sendable {
    /// The plugin's name, shown when two plugins collide.
    var name: String { get }
    /// Adds what this plugin brings.
    func contribute(to registry: inout Registry)
}

extension Plugin {
    /// The same plugin that adds one thing more: what an app joins between it and another, neither of which knows the other.
    public func adding<Contribution>(_ contribution: Contribution, to point: ExtensionPoint<Contribution>) -> some Plugin {
        JoiningPlugin(own: self, contribution: contribution, point: point)
    }
}

private struct JoiningPlugin<Own: Plugin, Contribution: Sendable>: Plugin {
    let own: Own
    let contribution: Contribution
    let point: ExtensionPoint<Contribution>

    var name: String { own.name }

    func contribute(to registry: inout Registry) {
        own.contribute(to: &registry)
        registry.add(contribution, to: point)
    }
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
    private typealias Named = (key: String?, value: any Sendable)

    private struct Entry: Sendable {
        let plugin: String
        /// What the plugin brought at this place, once the registry is whole.
        let made: @Sendable (Registry) -> [Named]
    }

    private struct PointName: Hashable {
        let name: String
        let type: ObjectIdentifier
    }

    private var entries: [PointName: [Entry]] = [:]
    private var contributor = ""

    /// Asks each plugin in turn, and then makes what needs to know what all of them brought.
    ///
    /// - Throws: `Failure` `duplicateContribution` when two contributions to one point share a name, or two plugins do; it names both plugins.
    public init(_ plugins: [any Plugin]) throws {
        var seen: Set<String> = []
        var collisions: [String] = []
        for plugin in plugins {
            if !seen.insert(plugin.name).inserted { collisions.append("two plugins are called “\(plugin.name)”") }
            contributor = plugin.name
            plugin.contribute(to: &self)
        }
        let whole = self
        for point in entries.keys.sorted(by: { $0.name < $1.name }) {
            var owners: [String: String] = [:]
            entries[point] = entries[point]?.map { entry in
                let made = entry.made(whole)
                for key in made.compactMap(\.key) {
                    if let other = owners.updateValue(entry.plugin, forKey: key) {
                        collisions.append("“\(key)” in \(point.name) comes from both \(other) and \(entry.plugin)")
                    }
                }
                return Entry(plugin: entry.plugin) { _ in made }
            }
        }
        guard collisions.isEmpty else {
            throw Failure(
                .duplicateContribution, "The plugins of this app collide: \(collisions.joined(separator: "; ")).",
                advice: "Rename one of them, or leave one plugin out of the composition.")
        }
    }

    /// Adds a contribution to a point; called by plugins.
    public mutating func add<Contribution>(_ contribution: Contribution, to point: ExtensionPoint<Contribution>) {
        add(all: [contribution], to: point)
    }

    /// Adds several contributions to a point; called by plugins.
    public mutating func add<Contribution>(all contributions: [Contribution], to point: ExtensionPoint<Contribution>) {
        let named = contributions.map { Named(point.key?($0), $0) }
        append(to: point) { _ in named }
    }

    /// Adds contributions that need what all plugins of the app brought; called by plugins. They stand where the plugin stands.
    ///
    /// - Parameter make: makes them from the whole registry. It must not ask for what is made of the very point that it adds to: only the
    ///   functions of what it makes may, when they run.
    public mutating func add<Contribution>(
        to point: ExtensionPoint<Contribution>, _ make: @escaping @Sendable (_ whole: Registry) -> [Contribution]
    ) {
        append(to: point) { whole in make(whole).map { Named(point.key?($0), $0) } }
    }

    /// Everything that was contributed to a point, in the order of the plugins.
    public func all<Contribution>(_ point: ExtensionPoint<Contribution>) -> [Contribution] {
        (entries[name(of: point)] ?? []).flatMap { $0.made(self) }.compactMap { $0.value as? Contribution }
    }

    private mutating func append<Contribution>(
        to point: ExtensionPoint<Contribution>, _ made: @escaping @Sendable (Registry) -> [Named]
    ) {
        entries[name(of: point), default: []].append(Entry(plugin: contributor, made: made))
    }

    private func name<Contribution>(of point: ExtensionPoint<Contribution>) -> PointName {
        PointName(name: point.name, type: ObjectIdentifier(Contribution.self))
    }
}
