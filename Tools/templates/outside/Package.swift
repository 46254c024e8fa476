// swift-tools-version: 6.2
import PackageDescription

// An app and a store engine in a separate package. They use only the products of Commonplace.
// `__Root__` is the path of the Commonplace repository.
let package = Package(
    name: "Jot",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Commonplace", path: "__Root__")],
    targets: [
        .executableTarget(
            name: "jot",
            dependencies: ["Composition", "EngineKit", "Guidance", "Interface", "Kernel", "Storage"].map {
                .product(name: $0, package: "Commonplace")
            })
    ],
    swiftLanguageModes: [.v6]
)
