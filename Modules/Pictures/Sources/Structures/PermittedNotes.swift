import Kernel

/// The camera notes that may stay in a photo: time, device and dimensions, and the location on
/// request.
///
/// Serial numbers, owners, maker's notes and small pictures are removed. The list names the
/// permitted notes, so unknown notes are removed too.
enum PermittedNotes {
    /// Make, model and time of the file.
    private static let pictureTags = [0x010F, 0x0110, 0x0132]
    /// Exposure time, aperture, sensitivity, times with zones, focal lengths and lens model.
    private static let cameraTags = [
        0x829A, 0x829D, 0x8827, 0x9003, 0x9004, 0x9010, 0x9011, 0x9012, 0x920A, 0xA405, 0xA434,
    ]

    /// Returns a TIFF block of the permitted notes, or nil if there are none.
    static func block(of exif: ByteReader, withLocation: Bool) -> [UInt8]? {
        guard let first = try? TIFFDirectory.first(of: exif) else { return nil }
        let picture = first.entries(pictureTags)
        let camera = first.follow(0x8769)?.entries(cameraTags) ?? []
        let location = withLocation ? first.follow(0x8825).map { $0.entries($0.tags) } ?? [] : []
        guard !(picture + camera + location).isEmpty else { return nil }
        return Writer(order: first.order).block(picture, camera, location)
    }

    /// Returns whether every note in a block is permitted. The location counts as permitted.
    static func permitsAll(of exif: ByteReader) -> Bool {
        guard let first = try? TIFFDirectory.first(of: exif), !first.isFollowed else { return false }
        return Set(first.tags).isSubset(of: pictureTags + [0x8769, 0x8825])
            && Set(first.follow(0x8769)?.tags ?? []).isSubset(of: cameraTags)
    }

    /// Returns a block with the time of the photo and all notes of `exif`, which must be permitted.
    static func block(of exif: ByteReader?, _ day: Day, secondOfDay: Int) -> [UInt8] {
        let first = exif.flatMap { try? TIFFDirectory.first(of: $0) }
        let clock = [secondOfDay / 3600, secondOfDay / 60 % 60, secondOfDay % 60].map { $0.padded(2) }.joined(
            separator: ":")
        let text = Array("\(day.year.padded(4)):\(day.month.padded(2)):\(day.day.padded(2)) \(clock)\0".utf8)
        let timeEntry = TIFFDirectory.Entry(tag: 0x9003, type: 2, count: text.count, bytes: text)
        let camera = (first?.follow(0x8769)?.entries(cameraTags.filter { $0 != timeEntry.tag }) ?? []) + [timeEntry]
        let location = first?.follow(0x8825).map { $0.entries($0.tags) } ?? []
        return Writer(order: first?.order ?? .big).block(
            first?.entries(pictureTags) ?? [], camera.sorted { $0.tag < $1.tag }, location)
    }

    /// A writer of TIFF blocks in one byte order.
    private struct Writer {
        let order: ByteReader.Order

        func block(_ picture: [TIFFDirectory.Entry], _ camera: [TIFFDirectory.Entry], _ location: [TIFFDirectory.Entry])
            -> [UInt8]
        {
            // The size of a directory does not depend on its pointers, so it is computed with
            // zeros.
            func mainEntries(_ camera: Int?, _ location: Int?) -> [TIFFDirectory.Entry] {
                picture + [camera.map { pointer(0x8769, $0) }, location.map { pointer(0x8825, $0) }].compactMap { $0 }
            }
            let hasCamera = !camera.isEmpty
            let hasLocation = !location.isEmpty
            let cameraStart = 8 + directory(mainEntries(hasCamera ? 0 : nil, hasLocation ? 0 : nil), at: 8).count
            let locationStart = cameraStart + (hasCamera ? directory(camera, at: cameraStart).count : 0)
            return Array((order == .big ? "MM" : "II").utf8) + number(42, 2) + number(8, 4)
                + directory(mainEntries(hasCamera ? cameraStart : nil, hasLocation ? locationStart : nil), at: 8)
                + (hasCamera ? directory(camera, at: cameraStart) : [])
                + (hasLocation ? directory(location, at: locationStart) : [])
        }

        private func pointer(_ tag: Int, _ offset: Int) -> TIFFDirectory.Entry {
            TIFFDirectory.Entry(tag: tag, type: 4, count: 1, bytes: number(offset, 4))
        }

        private func directory(_ entries: [TIFFDirectory.Entry], at start: Int) -> [UInt8] {
            var (rows, values): ([UInt8], [UInt8]) = ([], [])
            let end = start + 2 + entries.count * 12 + 4
            for entry in entries {
                rows += number(entry.tag, 2) + number(entry.type, 2) + number(entry.count, 4)
                if entry.bytes.count <= 4 {
                    rows += entry.bytes + [UInt8](repeating: 0, count: 4 - entry.bytes.count)
                } else {
                    rows += number(end + values.count, 4)
                    values += entry.bytes + (entry.bytes.count % 2 == 0 ? [] : [0])
                }
            }
            return number(entries.count, 2) + rows + number(0, 4) + values
        }

        private func number(_ value: Int, _ size: Int) -> [UInt8] {
            order == .big ? ByteOrder.big(value, size) : ByteOrder.big(value, size).reversed()
        }
    }
}

/// Converts numbers to bytes.
enum ByteOrder {
    /// Returns the bytes with the most significant one first.
    static func big(_ value: Int, _ size: Int) -> [UInt8] {
        (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
