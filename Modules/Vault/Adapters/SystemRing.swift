import Kernel
import Programs
import Vault

/// The key ring of the Linux kernel, by the program `keyctl`: secrets are in the memory of the kernel, for the session or the person, and go by themselves.
public struct SystemRing: KeyRing {
    private let programs: Programs

    /// The session's own ring first; where a login has made none, the one of all sessions of this person.
    private static let rings = ["@s", "@us"]

    /// A ring of the machine.
    public init(_ programs: Programs) { self.programs = programs }

    public var trouble: String? {
        programs.find("keyctl") == nil ? "the program “keyctl” is not installed (apt-get install keyutils)." : nil
    }

    public func keep(_ secret: String, as name: String, seconds: Int) throws {
        forget(name)
        for ring in SystemRing.rings {
            guard let id = number(run(["padd", "user", name, ring], input: secret)) else { continue }
            // In a session without a ring the program had one of its own, which has gone with it: another process does not see the key.
            guard run(["timeout", id, "\(seconds)"]) != nil, self.secret(name) == secret else {
                _ = run(["revoke", id])
                continue
            }
            return
        }
        throw Failure(
            .vaultNoRing, "The key ring of the system does not take the key of this session.",
            advice: "Put the passphrase into the variable that `unlock --help` names.", kind: .cannotCreate)
    }

    public func secret(_ name: String) -> String? {
        if let said = run(["pipe", "%user:\(name)"]), !said.isEmpty { return said }
        // A key of the same name may be about to go.
        return key(name).flatMap { run(["pipe", $0]) }
    }

    public func forget(_ name: String) {
        for _ in SystemRing.rings {
            guard let id = key(name) else { return }
            if run(["revoke", id]) == nil { return }
        }
    }

    private func key(_ name: String) -> String? {
        SystemRing.rings.lazy.compactMap { number(run(["search", $0, "user", name])) }.first
    }

    private func number(_ said: String?) -> String? {
        let word = said?.trimmingBlanks ?? ""
        return !word.isEmpty && word.allSatisfy { $0.isASCII && $0.isNumber } ? word : nil
    }

    /// What the program says; nil where it fails.
    private func run(_ arguments: [String], input: String = "") -> String? {
        guard let program = programs.find("keyctl") else { return nil }
        let call = ProgramCall(
            program, arguments, input: Array(input.utf8), deadline: .seconds(5), outputLimit: 4_096, environment: [:])
        guard let result = try? call.run(), result.ending == .exited(0), !result.timedOut, !result.truncated else { return nil }
        return result.text
    }
}

extension String {
    fileprivate var trimmingBlanks: String { split(whereSeparator: \.isWhitespace).joined() }
}
