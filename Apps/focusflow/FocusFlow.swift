import Composition

@main
enum FocusFlow {
    static func main() { App.main("focusflow", App.focusflow) }
}
