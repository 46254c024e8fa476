import Kernel
import KernelTesting
import Pictures

/// The contract of every `Camera` that has something to photograph.
package enum CameraContract {
    /// Returns the contract for cameras made by `make`.
    package static func over(_ make: @escaping () throws -> Camera) -> Contract<Camera> {
        Contract("Camera", promises: promises, make)
    }

    private static let promises: [Contract<Camera>.Promise] = [
        .init("each camera takes complete photos") { camera in
            for side in Camera.Side.allCases {
                let photo = try ValidatedImage(camera.take(side))
                try expect(photo.header.type.isPhoto && photo.header.width > 0, "\(side) is no photo")
            }
        },
        .init("the camera takes several photos in a row") { camera in
            for _ in 0..<3 { _ = try ValidatedImage(camera.take(.back)) }
        },
        .init("only black photos count as black") { camera in
            try expect(camera.isBlack(camera.take(.back)) != true, "it is black")
        },
        .init("the tool has a name") { camera in try expect(!camera.name.isEmpty, "it has none") },
    ]
}
