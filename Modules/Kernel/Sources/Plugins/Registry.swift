/// A value that contributes data to extension points. Nothing registers itself globally: an app
/// lists its plugins.
public protocol Plugin: Sendable {
    /// The plugin's name, shown when two plugins conflict.
    var name: String { get }
    /// Adds the contributions of this plugin.
    func contribute(to registry: inout Registry)
}

extension Plugin {
    /// Returns the same plugin with one more contribution, by which an app connects it to another
    /// plugin.
    public func adding<Contribution>(_ contribution: Contribution, to point: ExtensionPoint<Contribution>)
        -> some Plugin
    { ExtendedPlugin(base: self, contribution: contribution, point: point) }
}

private struct ExtendedPlugin<Base: Plugin, Contribution: Sendable>: Plugin {
    let base: Base
    let contribution: Contribution
    let point: ExtensionPoint<Contribution>

    var name: String { base.name }

    func contribute(to registry: inout Registry) {
        base.contribute(to: &registry)
        registry.add(contribution, to: point)
    }
}

/// A point at which plugins contribute values of one type. Name and type are its identity.
public struct ExtensionPoint<Contribution: Sendable>: Sendable {
    /// The point's name: `commands`.
    public let name: String
    /// Returns the unique name of a contribution within the point. Nil if names are irrelevant.
    public let key: (@Sendable (Contribution) -> String)?

    /// Creates a point without unique names, called like the property that returns it.
    public init(_ name: String = #function) {
        self.name = name
        key = nil
    }

    /// Creates a point, called like the property that returns it.
    public init(_ name: String = #function, key: @escaping @Sendable (Contribution) -> String) {
        self.name = name
        self.key = key
    }
}

/// The contributions of an app's plugins by extension point, in the order of the plugins.
public struct Registry: Sendable {
    /// The slots by the name of the point, with one for each type.
    private var slots: [String: [any RegistrySlot]] = [:]
    private var contributor = ""

    /// Asks each plugin in turn, then creates the contributions that depend on all plugins.
    ///
    /// - Throws: `Failure` `duplicateContribution` when two contributions to one point share a
    ///   name, or two plugins do. It names both plugins.
    public init(_ plugins: [any Plugin]) throws {
        var names: Set<String> = []
        var collisions: [String] = []
        for plugin in plugins {
            if !names.insert(plugin.name).inserted { collisions.append("two plugins are called “\(plugin.name)”") }
            contributor = plugin.name
            plugin.contribute(to: &self)
        }
        let registry = self
        for (point, pointSlots) in slots.sorted(by: { $0.key < $1.key }) {
            let madeSlots = pointSlots.map { $0.made(of: registry) }
            collisions += madeSlots.flatMap(\.collisions)
            slots[point] = madeSlots
        }
        guard collisions.isEmpty else {
            throw Failure(
                .duplicateContribution, "The plugins of this app collide: \(collisions.joined(separator: "; ")).",
                advice: "Rename one of them, or leave one plugin out of the composition.")
        }
    }

    /// Adds a contribution to a point. Plugins call it.
    public mutating func add<Contribution>(_ contribution: Contribution, to point: ExtensionPoint<Contribution>) {
        add(all: [contribution], to: point)
    }

    /// Adds several contributions to a point. Plugins call it.
    public mutating func add<Contribution>(all contributions: [Contribution], to point: ExtensionPoint<Contribution>) {
        append(.given(contributions), to: point)
    }

    /// Adds contributions that depend on those of all plugins, at the plugin's position in the
    /// order. Plugins call it.
    ///
    /// - Parameter make: creates them from the complete registry. It must not read the
    ///   contributions made for the same point. Only functions of the created values may do so when
    ///   they run.
    public mutating func add<Contribution>(
        to point: ExtensionPoint<Contribution>, _ make: @escaping @Sendable (_ whole: Registry) -> [Contribution]
    ) { append(.made(make), to: point) }

    /// Returns all contributions to a point, in the order of the plugins.
    public func all<Contribution>(_ point: ExtensionPoint<Contribution>) -> [Contribution] {
        slot(of: point)?.contents(in: self) ?? []
    }

    private mutating func append<Contribution>(
        _ contents: TypedSlot<Contribution>.Contents, to point: ExtensionPoint<Contribution>
    ) {
        var pointSlots = slots.removeValue(forKey: point.name) ?? []
        let index = pointSlots.firstIndex { $0 is TypedSlot<Contribution> }
        var slot = index.flatMap { pointSlots[$0] as? TypedSlot<Contribution> } ?? TypedSlot(point: point)
        if let index { pointSlots.remove(at: index) }
        slot.entries.append((contributor, contents))
        slots[point.name] = pointSlots + [slot]
    }

    private func slot<Contribution>(of point: ExtensionPoint<Contribution>) -> TypedSlot<Contribution>? {
        slots[point.name]?.lazy.compactMap { $0 as? TypedSlot<Contribution> }.first
    }
}

/// The contributions at one extension point, of any type.
private protocol RegistrySlot: Sendable {
    /// Returns the same slot with all its contributions made.
    func made(of whole: Registry) -> any RegistrySlot
    var collisions: [String] { get }
}

/// The contributions at one extension point.
private struct TypedSlot<Contribution: Sendable>: RegistrySlot {
    /// The contributions of one plugin, or the function that makes them from the full registry.
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

    func made(of whole: Registry) -> any RegistrySlot {
        var slot = self
        slot.entries = entries.map { ($0.plugin, .given($0.contents.made(of: whole))) }
        return slot
    }

    var collisions: [String] {
        guard let key = point.key else { return [] }
        var owners: [String: String] = [:]
        var messages: [String] = []
        for (plugin, contents) in entries {
            guard case .given(let contributions) = contents else { continue }
            for key in contributions.map(key) {
                if let otherPlugin = owners.updateValue(plugin, forKey: key) {
                    messages.append("“\(key)” in \(point.name) comes from both \(otherPlugin) and \(plugin)")
                }
            }
        }
        return messages
    }
}
