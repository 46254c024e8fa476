import Kernel
import KernelContract
import Pictures

/// What every `Camera` must keep, where there is something that it can see.
public enum CameraContract {
    /// The contract over cameras that a closure makes.
    public static func over(_ make: @escaping () throws -> Camera) -> Contract<Camera> {
        Contract("Camera", promises: promises, make)
    }

    private static let promises: [Contract<Camera>.Promise] = [
        .init("takes whole photos with either camera") { camera in
            for side in Camera.Side.allCases {
                let photo = try JudgedImage(camera.take(side))
                try expect(photo.header.type.isPhoto && photo.header.width > 0, "\(side) is no photo")
            }
        },
        .init("takes one after the other") { camera in
            for _ in 0..<3 { _ = try JudgedImage(camera.take(.back)) }
        },
        .init("calls no photo black that is not") { camera in
            try expect(camera.isBlack(camera.take(.back)) != true, "it is black")
        },
        .init("has a name") { camera in try expect(!camera.name.isEmpty, "it has none") },
    ]
}
