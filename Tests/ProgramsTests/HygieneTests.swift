import Kernel
import Programs
import Synchronization
import XCTest

final class HygieneTests: XCTestCase {
    func testTwoHundredRunsLeaveNothingBehind() throws {
        let before = try openDescriptors()
        for round in 0..<200 {
            switch round % 4 {
            case 0: _ = try script("printf x", input: Array("y".utf8)).run()
            case 1: _ = try script("exec cat /dev/zero", outputLimit: 10).run()
            case 2: _ = try script("sleep 60", deadline: .zero).run()
            default: _ = try? ProgramCall("/nowhere/tool", input: [1]).run()
            }
        }
        XCTAssertEqual(try openDescriptors(), before)
        XCTAssertFalse(hasChildren())
    }

    func testEightThreadsAtOnce() throws {
        let wrong = Mutex<[String]>([])
        let before = try openDescriptors()
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for round in 0..<15 {
                let text = Array("\(thread).\(round) ".utf8)
                let input = [UInt8](repeatElement(text, count: 20_000).joined())
                do {
                    let result = try ProgramCall("/bin/cat", input: input, deadline: .seconds(60)).run()
                    if result.output != input || result.timedOut { wrong.withLock { $0.append("\(thread).\(round)") } }
                } catch {
                    wrong.withLock { $0.append("\(error)") }
                }
            }
        }
        XCTAssertEqual(wrong.withLock { $0 }, [])
        XCTAssertEqual(try openDescriptors(), before)
        XCTAssertFalse(hasChildren())
    }

    func testAChildInheritsNoDescriptorAndNoSignalSetting() throws {
        let before = [SIGPIPE, SIGINT].map { ($0, signal($0, SIG_IGN)) }
        defer { for (number, action) in before { signal(number, action) } }
        XCTAssertEqual(try script("kill -PIPE $$").run().ending, .killed(signal: SIGPIPE))
        XCTAssertEqual(try script("kill -INT $$").run().ending, .killed(signal: SIGINT))
        // What was open when this process began is passed on, and is not ours to judge.
        let inherited = (3..<1024).filter { fcntl(Int32($0), F_GETFD) & FD_CLOEXEC == 0 }
        // The listing program holds the listed folder as one more.
        let listed = try script("exec ls /dev/fd/", input: [1]).run().succeeded().text.split(separator: "\n").compactMap {
            Int($0)
        }
        XCTAssertEqual(listed.filter { $0 > 3 && !inherited.contains($0) }, [], "descriptors in the child")
    }

    func testWritingToADeadProgramRaisesNoSignalHere() throws {
        let before = signal(SIGPIPE, SIG_DFL)
        defer { signal(SIGPIPE, before) }
        XCTAssertEqual(try script("exec <&-; sleep 0.05", input: .init(repeating: 0, count: 1 << 20)).run().ending, .exited(0))
    }
}
