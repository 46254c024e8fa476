import Kernel
import Pictures

/// The settings for taking and storing photos.
package struct DiarySettings: Storable, Hashable {
    /// The camera that takes the photo.
    package enum Camera: String, Codable, CaseIterable, Sendable {
        case front
        case back
    }

    /// The quality in which photos are stored.
    package enum Quality: String, Codable, CaseIterable, Sendable {
        /// At most 2,048 pixels on the longest side.
        case high
        /// At most 1,280 pixels on the longest side.
        case medium
        /// All pixels, without private metadata.
        case full

        /// The longest side in pixels.
        var longestSide: Int {
            switch self {
            case .high: 2048
            case .medium: 1280
            case .full: PictureLimits.longestSide
            }
        }
    }

    /// The stored format of photos.
    package enum Format: String, Codable, CaseIterable, Sendable {
        case heic
        case jpeg
        /// The unchanged bytes, including the location.
        case original
    }

    /// The fixed identifier of the only record.
    package private(set) var id: Identifier<DiarySettings> = "settings"
    /// The camera that takes the photo, unused on a machine without one.
    package var camera = Camera.back
    package var quality = Quality.high
    package var format = Format.heic
    package var keepLocation = false
    /// Not used. It stays because stored settings contain it.
    package var sync = false

    // Nil if not set, so that settings of older versions can be decoded.
    private var repair: Bool?
    private var eveningSecond: Int?

    private enum CodingKeys: String, CodingKey {
        case id, camera, quality, format, keepLocation, sync
        case repair = "repairsStreak"
        case eveningSecond = "evening"
    }

    package init() {}

    /// Whether one missed day in each calendar month does not end the streak.
    package var repairsStreak: Bool {
        get { repair ?? false }
        set { repair = newValue }
    }

    /// The second of the day from which the app asks for today's photo, or nil for never.
    package var evening: Int? {
        get { eveningSecond.map { $0 < 0 ? nil : $0 } ?? DiarySettings.usualEvening }
        set { eveningSecond = newValue ?? -1 }
    }

    /// The default time of the photo reminder: 20:00, in seconds.
    package static let usualEvening = 20 * 3600

    package static let collection = RecordCollection<DiarySettings>("diary.settings")
}
