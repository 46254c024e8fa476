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
    /// By the points' names; of one name, one for each type.
    private var shelves: [String: [any Shelf]] = [:]
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
        for (point, some) in shelves.sorted(by: { $0.key < $1.key }) {
            let made = some.map { $0.made(of: whole) }
            collisions += made.flatMap(\.collisions)
            shelves[point] = made
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
        append(.given(contributions), to: point)
    }

    /// Adds contributions that need what all plugins of the app brought; called by plugins. They stand where the plugin stands.
    ///
    /// - Parameter make: makes them from the whole registry. It must not ask for what is made of the very point that it adds to: only the
    ///   functions of what it makes may, when they run.
    public mutating func add<Contribution>(
        to point: ExtensionPoint<Contribution>, _ make: @escaping @Sendable (_ whole: Registry) -> [Contribution]
    ) {
        append(.made(make), to: point)
    }

    /// Everything that was contributed to a point, in the order of the plugins.
    public func all<Contribution>(_ point: ExtensionPoint<Contribution>) -> [Contribution] {
        shelf(of: point)?.contents(in: self) ?? []
    }

    private mutating func append<Contribution>(
        _ contents: ShelfOf<Contribution>.Contents, to point: ExtensionPoint<Contribution>
    ) {
        var some = shelves.removeValue(forKey: point.name) ?? []
        let place = some.firstIndex { $0 is ShelfOf<Contribution> }
        var shelf = place.flatMap { some[$0] as? ShelfOf<Contribution> } ?? ShelfOf(point: point)
        if let place { some.remove(at: place) }
        shelf.entries.append((contributor, contents))
        shelves[point.name] = some + [shelf]
    }

    private func shelf<Contribution>(of point: ExtensionPoint<Contribution>) -> ShelfOf<Contribution>? {
        shelves[point.name]?.lazy.compactMap { $0 as? ShelfOf<Contribution> }.first
    }
}

/// What lies at one extension point, whatever its type.
private protocol Shelf: Sendable {
    /// The same with everything made.
    func made(of whole: Registry) -> any Shelf
    /// Sentences about names that two plugins gave.
    var collisions: [String] { get }
}

/// What lies at one extension point.
private struct ShelfOf<Contribution: Sendable>: Shelf {
    /// What one plugin brought: contributions, or how they are made once the registry is whole.
    enum Contents: Sendable {
        case given([Contribution])
        case made(@Sendable (_ whole: Registry) -> [Contribution])

        func made(of whole: Registry) -> [Contribution] {
            switch self {
            case .given(let contributions): contributions
            case .made(let make): make(whole)
            }
        }
    }

    let point: ExtensionPoint<Contribution>
    var entries: [(plugin: String, contents: Contents)] = []

    func contents(in whole: Registry) -> [Contribution] { entries.flatMap { $0.contents.made(of: whole) } }

    func made(of whole: Registry) -> any Shelf {
        var shelf = self
        shelf.entries = entries.map { ($0.plugin, .given($0.contents.made(of: whole))) }
        return shelf
    }

    var collisions: [String] {
        guard let key = point.key else { return [] }
        var owners: [String: String] = [:]
        var found: [String] = []
        for (plugin, contents) in entries {
            guard case .given(let contributions) = contents else { continue }
            for key in contributions.map(key) {
                if let other = owners.updateValue(plugin, forKey: key) {
                    found.append("“\(key)” in \(point.name) comes from both \(other) and \(plugin)")
                }
            }
        }
        return found
    }
}
