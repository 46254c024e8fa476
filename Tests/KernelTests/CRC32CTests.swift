import Kernel
import XCTest

final class CRC32CTests: XCTestCase {
    func testChecksumsMatchRFC3720() {
        XCTAssertEqual(CRC32C.text(of: Data("123456789".utf8)), "e3069283")
        XCTAssertEqual(CRC32C.text(of: Data(repeating: 0, count: 32)), "8a9136aa")
        XCTAssertEqual(CRC32C.text(of: Data(repeating: 0xFF, count: 32)), "62a8ab43")
        XCTAssertEqual(CRC32C.text(of: Data(0..<32)), "46dd794e")
        XCTAssertEqual(CRC32C.text(of: Data((0..<32).reversed())), "113fdb5c")
        XCTAssertEqual(CRC32C.text(of: Data()), "00000000")
    }

    func testChecksumMatchesDefinitionAtEveryLengthAndOffset() {
        var random = RandomSource(seed: 60)
        let bytes = (0..<96).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        for start in 0..<16 {
            for end in start...bytes.count {
                let expected = ~bytes[start..<end].reduce(~UInt32(0)) { crc, byte in
                    (0..<8).reduce(crc ^ UInt32(byte)) { crc, _ in crc & 1 == 1 ? (crc >> 1) ^ 0x82F6_3B78 : crc >> 1 }
                }
                let checksum = bytes.withUnsafeBytes {
                    CRC32C.checksum(UnsafeRawBufferPointer(rebasing: $0[start..<end]))
                }
                guard checksum == expected else { return XCTFail("\(start)..<\(end)") }
            }
        }
    }

    func testJoinedChecksumsEqualTheWhole() {
        var random = RandomSource(seed: 61)
        for _ in 0..<200 {
            let bytes = (0..<Int.random(in: 0...5000, using: &random)).map { _ in
                UInt8(truncatingIfNeeded: random.next())
            }
            let place = Int.random(in: 0...bytes.count, using: &random)
            let joined = CRC32C.checksum(
                joining: CRC32C.checksum(bytes[..<place]), to: CRC32C.checksum(bytes[place...]), of: bytes.count - place
            )
            guard joined == CRC32C.checksum(bytes) else { return XCTFail("\(place) of \(bytes.count)") }
        }
    }
}
