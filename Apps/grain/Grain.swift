import Composition
import GrainPage

@main
enum Grain {
    static func main() { App.main("grain", App.grain) }
}
