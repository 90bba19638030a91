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
    .executableTarget(name: "explorer-speed", dependencies: ["Explorer"]),
    .target(name: "Soak", dependencies: ["MiniOperations"]),
    .executableTarget(name: "bench", dependencies: ["MiniOperations", "Soak"]),
    .testTarget(name: "MiniOperationsTests", dependencies: ["MiniOperations", "Soak"]),
    .testTarget(name: "ParityTests", dependencies: ["MiniOperations"]),
    .testTarget(name: "ExplorerTests", dependencies: ["Explorer", "AsWritten"]),
  ]
)
