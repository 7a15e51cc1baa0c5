import Foundation
import PackagePlugin

/// `swift package schema-snapshot`: runs the programs of a package that list types with schemas.
///
/// Such a program is an executable target that depends on the product `SchemaSnapshots`. Its schemas
/// are stored in the package, in `Schemas/` and the name of the target.
@main
struct SchemaSnapshotPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    var extractor = ArgumentExtractor(arguments)
    let names = extractor.extractOption(named: "target")
    let folder = context.package.directoryURL.appending(path: "Schemas")
    var failed: [String] = []
    for target in try targets(of: context.package, named: names) {
      let process = Process()
      process.executableURL = try build(target)
      process.arguments =
        ["--folder", folder.appending(path: target).path] + extractor.remainingArguments
      try process.run()
      process.waitUntilExit()
      if process.terminationStatus != 0 { failed.append(target) }
    }
    guard failed.isEmpty else {
      throw SnapshotFailure(
        description: "Schemas are not stored as they are, of: \(failed.joined(separator: ", ")).")
    }
  }

  /// The names of the targets that list types, all or those that are asked for.
  private func targets(of package: Package, named names: [String]) throws -> [String] {
    let listing = package.targets.filter { target in
      guard let module = target as? SwiftSourceModuleTarget, module.kind == .executable else {
        return false
      }
      return target.dependencies.contains { dependency in
        if case .product(let product) = dependency {
          product.name == "SchemaSnapshots"
        } else {
          false
        }
      }
    }.map(\.name)
    guard !listing.isEmpty else {
      throw SnapshotFailure(
        description:
          "No executable target of this package depends on the product 'SchemaSnapshots'.")
    }
    for name in names where !listing.contains(name) {
      throw SnapshotFailure(
        description:
          "The target '\(name)' lists no types. These do: \(listing.joined(separator: ", "))."
      )
    }
    return names.isEmpty ? listing : names
  }

  /// Builds the program of a target, and returns its file.
  private func build(_ target: String) throws -> URL {
    let result = try packageManager.build(.product(target), parameters: .init())
    let program = result.builtArtifacts.first { artifact in
      artifact.kind == .executable
        && artifact.url.deletingPathExtension().lastPathComponent == target
    }
    guard result.succeeded, let program else {
      throw SnapshotFailure(
        description: "The target '\(target)' does not build:\n\(result.logText)")
    }
    return program.url
  }
}

/// A reason why the command fails.
struct SnapshotFailure: Error, CustomStringConvertible {
  let description: String
}
