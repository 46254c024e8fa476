sed -i 's/^Keeps a list of titled items (`AttendanceItem`).*/Attendance at classes: `ClassBook` contains the rules, and the first screen shows the last class./' ARCHITECTURE.md
