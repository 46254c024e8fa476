sed -i '/"DojangPage",$/,/\]/ s/"Attainment",/& "Attendance",/' Package.swift
sed -i 's/^import AttainmentCommands$/&\nimport AttendanceCommands/' Apps/dojang/Page/Dojang.swift
sed -i 's/^ *AttainmentPlugin.dojang(environment, study),$/&\n                AttendancePlugin.dojang(environment, store: store),/' Apps/dojang/Page/Dojang.swift
swift format -i Package.swift
