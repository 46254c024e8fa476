import Composition
import HubPage

@main
enum Hub {
    static func main() { App.main("hub", App.hub) }
}
