import Foundation
import Kernel
import Synchronization

/// A proxy between a client and a server's socket that cuts the connection at a chosen message:
/// before the server gets it, or after it, so that the client doesn't get the answer.
public final class CuttingProxy: Sendable {
    /// The effect at the chosen message.
    public enum Cut: Sendable {
        /// The message doesn't arrive.
        case before
        /// The message arrives, but its answer doesn't.
        case behind
        /// Nothing arrives from then on, and the connection stays open.
        case silence
    }

    /// The folder of the proxy's socket.
    public let folder: String
    private let home: Home
    private let target: String
    private let listener: Int32
    private let state = Mutex((messageCount: 0, cut: Int?.none, how: Cut.before))

    /// - Parameter target: The folder of the server's socket.
    public init(to target: String) throws {
        home = try Home()
        folder = home.path
        self.target = target
        listener = try CuttingProxy.socket(in: home.path) { bind($0, $1, $2) }
        guard listen(listener, 64) == 0 else { throw Failure(.init("noProxy"), "A socket cannot listen.") }
        let listener = listener
        Thread.detachNewThread { [weak self] in
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0, let self else { return }
                self.serve(client)
            }
        }
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)); close(listener) }

    /// Cuts one connection at the message with this number, counted from this call.
    public func cut(at number: Int, _ how: Cut) { state.withLock { $0 = (0, number, how) } }

    /// The number of client messages since the last `cut`; data that is sent together is one
    /// message.
    public var messageCount: Int { state.withLock { $0.messageCount } }

    /// Cancels the cut.
    ///
    /// - Returns: Whether a connection was cut.
    @discardableResult
    public func stopCutting() -> Bool {
        state.withLock { state in
            defer { state.cut = nil }
            return state.cut == nil
        }
    }

    private func serve(_ client: Int32) {
        guard let server = try? CuttingProxy.socket(in: target, { connect($0, $1, $2) }) else {
            close(client)
            return
        }
        // The direction that ends last closes both sockets.
        let isHalf = Box()
        let end: @Sendable () -> Void = {
            for side in [client, server] { shutdown(side, Int32(SHUT_RDWR)) }
            if isHalf.value.withLock({ half in
                defer { half = true }; return half
            }) {
                for side in [client, server] { close(side) }
            }
        }
        Thread.detachNewThread { [weak self] in
            pass: while let bytes = CuttingProxy.read(client) {
                switch self?.judged() {
                case .before: break pass
                case .behind:
                    // The client doesn't get the answer.
                    shutdown(client, Int32(SHUT_RDWR))
                    _ = CuttingProxy.write(bytes, to: server)
                    usleep(50_000)
                    break pass
                case .silence: continue
                case nil: guard CuttingProxy.write(bytes, to: server) else { break pass }
                }
            }
            end()
        }
        Thread.detachNewThread {
            while let bytes = CuttingProxy.read(server), CuttingProxy.write(bytes, to: client) {}
            end()
        }
    }

    private final class Box: Sendable { let value = Mutex(false) }

    private func judged() -> Cut? {
        state.withLock { state in
            state.messageCount += 1
            guard let cut = state.cut, state.messageCount >= cut else { return nil }
            if case .silence = state.how { return .silence }
            state.cut = nil
            return state.how
        }
    }

    // MARK: - Sockets

    /// Creates a socket with the name that servers use in a folder, and binds or connects it.
    public static func socket(in folder: String, _ use: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32) throws
        -> Int32
    {
        #if canImport(Darwin)
            let place = Foundation.socket(AF_UNIX, SOCK_STREAM, 0)
        #else
            let place = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = Array("\(folder)/.s.PGSQL.5432".utf8)
        guard path.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw Failure(.init("noProxy"), "Too long a path.")
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                use(place, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard status == 0 else {
            close(place)
            throw Failure(.init("noProxy"), "A socket in \(folder) cannot be used.")
        }
        return place
    }

    private static func read(_ side: Int32) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(side, &bytes, bytes.count, 0)
        return count > 0 ? Array(bytes[..<count]) : nil
    }

    private static func write(_ bytes: [UInt8], to side: Int32) -> Bool {
        var sent = 0
        while sent < bytes.count {
            #if canImport(Darwin)
                let flags: Int32 = 0
            #else
                let flags = Int32(MSG_NOSIGNAL)
            #endif
            let count = bytes[sent...].withUnsafeBytes { send(side, $0.baseAddress, $0.count, flags) }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }
}
