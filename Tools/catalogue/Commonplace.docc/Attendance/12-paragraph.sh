sed -i 's/^Keeps a list of titled items (`AttendanceItem`).*/Who came to which class: `ClassBook` owns the rules, and the last class stands on the first screen./' ARCHITECTURE.md
