import Kernel
import XCTest

/// The examples of FIPS 180-2 and NIST's test vectors for byte-oriented messages.
final class SHA256Tests: XCTestCase {
    func testDigestsMatchPublishedVectors() {
        let vectors: [([UInt8], String)] = [
            ([], "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            (Array("abc".utf8), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8),
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
            ([0xD3], "28969cdfa74a12c82f3bad960b0b000aca2ac329deea5c2328ebc6f2ba9802c1"),
            (
                [UInt8](repeating: 0x61, count: 1_000_000),
                "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
            ),
        ]
        for (message, digest) in vectors {
            let actual = SHA256.digest(message).hexadecimal
            XCTAssertEqual(actual, digest, "\(message.count) bytes")
        }
    }

    func testMessagesOfDifferentLengthsHaveDistinctDigests() {
        let digests = Set((0...200).map { SHA256.digest([UInt8](repeating: 7, count: $0)) })
        XCTAssertEqual(digests.count, 201)
    }
}
