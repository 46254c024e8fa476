/// The 1,024 words of key phrases: plain English words of three to seven letters, sorted.
///
/// No two share their first four letters, and none is a prefix of another. No two differ in one
/// letter only, so typing errors are detected. The number of a word never changes.
enum KeyWords {
    static func number(of word: String) -> Int? { numbers[word] }

    /// Returns up to three similar words, as suggestions for a typing error.
    static func nearest(to word: String) -> [String] {
        guard word.utf8.count <= 20 else { return [] }
        let letters = Array(word.utf8)
        let similar = all.map { (word: $0, distance: distance(letters, Array($0.utf8))) }.filter { $0.distance <= 2 }
        return similar.sorted { ($0.distance, $0.word) < ($1.distance, $1.word) }.prefix(3).map(\.word)
    }

    /// Returns the edit distance: insertions, deletions, replacements (Levenshtein) and swaps of
    /// adjacent letters.
    private static func distance(_ typed: [UInt8], _ candidate: [UInt8]) -> Int {
        var rowBeforeLast = [Int]()
        var lastRow = Array(0...candidate.count)
        for (rowNumber, letter) in typed.enumerated() {
            var row = [rowNumber + 1]
            for (column, candidateLetter) in candidate.enumerated() {
                var smallest = min(
                    lastRow[column + 1] + 1, row[column] + 1, lastRow[column] + (letter == candidateLetter ? 0 : 1))
                if rowNumber > 0, column > 0, letter == candidate[column - 1], typed[rowNumber - 1] == candidateLetter {
                    smallest = min(smallest, rowBeforeLast[column - 1] + 1)
                }
                row.append(smallest)
            }
            (rowBeforeLast, lastRow) = (lastRow, row)
        }
        return lastRow[candidate.count]
    }

    static let all: [String] = text.split(whereSeparator: \.isWhitespace).map(String.init)
    private static let numbers = Dictionary(uniqueKeysWithValues: zip(all, 0...))

    private static let text = """
        acorn actor adopt adult agile agree alarm album alert alley almond alpine amber ample anchor angle annual antler anvil
        apricot apron arch arctic arena argue arrow artist aspen atlas atom attic august autumn avenue awake award axis azure
        bacon badge bagel baker balance bamboo banana banjo banner barley barn barrel basil basket bath battery bean beaver
        bedroom beetle bell bench bicycle bike billow birch bird biscuit bitter blanket blaze blend blink block blossom blue
        boat bobbin body bonfire bonnet book border borrow bottle boulder bounce bow branch brave breeze brick bridge bright
        bring broad bronze brown brush bubble bucket budget buffalo bugle build bulb bundle bunny bus buzz cabbage cabin cable
        cactus cake calm camel camp canal candle canoe canyon captain caramel carbon cards cargo carpet carrot cart carve
        cashew castle cedar celery cement chain chalk charm cheese cherry chess chicken chimney chorus cinema circle citrus
        city clap clarity clever cliff climb cloth cloud coach coast cobalt cocoa coffee collar comet comic compass concert
        copper coral corner cosmos cottage country court cousin cover cradle craft crane crater crayon cream credit crew
        cricket crisp crocus crop cross crowd crumb crystal cube cuckoo curry curtain cushion custard cycle cymbal daily dance
        danger dapple date dawn decade decent deck deep delta dentist depot desert detail diagram dial diary dice diesel digit
        dinner diploma dish doctor dog dolphin domino donkey door dorm double dove dozen dragon drawer dress drift drink drive
        drum dry duet dune dusk eager eagle early earth easel east echo eclipse edge edit effort eight elastic elbow elder
        elegant elk embark emblem emerald empire employ empty enamel energy engine enjoy enough entry epoch errand estate
        evening every exact example exhibit expert explore extra fabric face falcon family famous fancy farm fasten feather
        fellow fence fennel ferry fiddle field fifty figure film filter final finch finger fire first flag flame flannel flask
        fleet flight flint float fluid flute foam focus foggy folder folk forest fossil fox freckle fresh friend fringe frog
        frost frozen fruit fudge furnace future gadget galaxy gallery garage garden garlic gather gazelle gecko general genius
        gentle geyser giant gift giraffe glacier glad glass glide glimpse globe glow goal goblet golden golf good goose gorge
        gown grace grain grand green grid grill grocer group grove growth guava guess guitar gust gym habit half hammer
        hamster happy harvest hatch haven hawk hazel head health helmet help hen herb heron hexagon hickory hill hint history
        hobby hockey hollow home honest hoof hopeful horizon horse hotel hub huddle huge human humble hundred hunger husky
        hybrid icon idea igloo image impulse index indigo infant inform inlet insect inside invent invite iris island issue
        item ivory ivy jacket jaguar jam janitor january jasmine jaunt jeans jelly jersey jester jewel jigsaw job join joke
        journal juggle juice july jumbo jump junior karate kayak keen keeper kernel kettle keyhole kidney kilo kind kiosk
        kitchen kite kitten kiwi knob koala label ladder lady lagoon land lantern large lark later laugh laundry leader leaf
        learn legend lemon lentil leopard lesson letter level library lichen lilac lily limber linen lion liquid listen litre
        little lively lizard llama lobster local locket lodge logic lonely loop lotus lounge luck luggage lunar lunch lush
        lyric machine magic magnet magpie mailbox major mallet mammal mango mansion maple marble margin market maroon mask
        master matrix meadow meal measure meeting melody member memory mentor menu merit meteor method metro milk mimic
        mineral minute mirror mix mobile model moment monday money month moon mosaic moss mother motor mouse movie mud muffin
        mural museum music mute mystery name napkin nation nature navy near nectar needle nephew nest network never new nickel
        nimble nine noble noise noodle normal north novel number nurse nut nylon oak oasis object oblong oboe ocean october
        odd offer office often olive omelet onion online onyx opal open opera opinion optic orange orbit orchard organ origin
        osprey ostrich otter outfit overall owl oxygen oyster paddle page paint palace panda panel panther papaya paper parade
        parcel party pasta patrol pause peach peanut pearl pebble pelican people pepper perfect period pewter phone photo
        phrase piano pickle picnic picture pier pigeon pilot pink pioneer pipe pizza planet plaster plate plenty plum poem
        polar polish pollen pond pool popcorn porch port possum postal potato pottery powder prairie present pretty price
        primary profit prompt proof proud prune public pulley pulp puma pupil puppet purple puzzle pyramid quail quality quart
        quest quick quiet quill quince quiz quota rabbit raccoon radar radio rail raisin rally random rapid rattle ray razor
        ready reason recipe record reef reflect region relax relish remote rent repair rescue resin return reward rhyme rhythm
        ribbon ripple rise river robe robin robot rodeo roller room rotate round royal rubber ruby rudder rug ruler runner
        safari safe saffron salad salmon salt salute sapling sardine satin sauce scale scarf school science scoop scout screen
        script scroll search seaweed second secret seed select senior sense sequel serene seven shadow shallow shape shawl
        sheep shelf sherbet shield shine ship shirt shoe shovel shrimp shrub side sierra signal silent silver simple siren
        sister sixty sizzle skate sketch skill sky slice slogan slope small smart smile smooth snack snail snow soap soccer
        social sofa soldier solid soprano sorrel source south space speak spell sphere spider spinach spiral spoon spray
        spring spruce square squid stable stadium staff stage stamp star station steam step stereo stick stilt stitch stone
        story straw street strong student style subject subway sugar suit summer supper surf swan swift swim symbol syrup
        system tackle tailor talent talk tandem tape target taste tavern taxi teapot tempo tenant tender tennis term text
        thank theme thick thirty thread thrive thumb ticket tidy tiger tile tinsel tiptoe today token tomato topaz topic total
        toucan towel track trade tram travel tree trend tribe trio trophy trout trunk trust tulip tuna tundra tunic tunnel
        turkey turnip turtle tutor tweed twelve twenty twig twist uncle under unique unit unlock update upset urban urchin
        useful usher usual vacuum valve vase vault velvet vendor verse vessel video view viola virtue visual vital vivid voice
        volume voyage wafer wagon walnut waltz wander washer weave whale wheat wheel white wicker wild window wing winter
        wisdom wombat zipper
        """
}
