// swift-tools-version: 6.2
import PackageDescription

// An app and an engine outside the house, over its products alone. `__Root__` is where the house stands.
let package = Package(
    name: "Jot",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Commonplace", path: "__Root__")],
    targets: [
        .executableTarget(
            name: "jot",
            dependencies: ["Composition", "EngineKit", "Guidance", "Kernel", "Storage", "Terminal"].map {
                .product(name: $0, package: "Commonplace")
            })
    ],
    swiftLanguageModes: [.v6]
)
