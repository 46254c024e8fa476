swift build --product dojang
.build/debug/dojang attendance mark Mina 'Jun Park' --on yesterday
.build/debug/dojang attendance list --on yesterday
.build/debug/dojang
