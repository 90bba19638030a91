// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "operations-from-scratch",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "MiniOperations", targets: ["MiniOperations"]),
    .library(name: "Explorer", targets: ["Explorer"]),
    .executable(name: "bench", targets: ["bench"]),
  ],
  targets: [
    .target(name: "MiniOperations"),
    .target(name: "AsWritten", dependencies: ["MiniOperations"]),
    .target(name: "Explorer", dependencies: ["MiniOperations"]),
    /// How fast the Explorer is, beside a bare baton, and what memory it holds.
    .executableTarget(name: "explorer-speed", dependencies: ["Explorer"]),
    /// Random graphs of operations and what must hold of them, for the tests and for `bench soak`.
    .target(name: "Soak", dependencies: ["MiniOperations"]),
    .executableTarget(name: "bench", dependencies: ["MiniOperations", "Soak"]),

    .testTarget(name: "MiniOperationsTests", dependencies: ["MiniOperations", "Soak"]),
    /// The same scenarios, run on Foundation and on the mini framework.
    .testTarget(name: "ParityTests", dependencies: ["MiniOperations"]),
    .testTarget(name: "ExplorerTests", dependencies: ["Explorer", "AsWritten"]),
  ]
)
