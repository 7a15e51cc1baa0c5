import Foundation
import PackagePlugin

/// The command `swift package schema-snapshot`.
///
/// It runs the programs of a package that list types with schemas.
///
/// Such a program is an executable target that depends on the product `SchemaSnapshots`. Its
/// schemas are stored in the package, in the folder `Schemas/` with the name of the target.
@main
struct SchemaSnapshotPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    var extractor = ArgumentExtractor(arguments)
    let names = extractor.extractOption(named: "target")
    let accepted = extractor.extractOption(named: "accept")
    let folder = context.package.directoryURL.appending(path: "Schemas")
    var programs = try targets(of: context.package, named: names).map { target in
      Program(target: target, file: try build(target), folder: folder.appending(path: target))
    }
    try assign(accepted, to: &programs)
    var changed: [String] = []
    var broken: [String] = []
    for program in programs {
      switch try program.run(extractor.remainingArguments) {
      case 0: continue
      case 1: changed.append(program.target)
      default: broken.append(program.target)
      }
    }
    let problems = [
      ("The stored schemas of these targets differ from the current ones", changed),
      ("The schemas of these targets cannot be checked", broken),
    ].filter { !$0.1.isEmpty }.map { "\($0): \($1.joined(separator: ", "))." }
    guard problems.isEmpty else {
      throw SnapshotFailure(description: problems.joined(separator: " "))
    }
  }

  /// Sets the accepted names of each program: those requested names that the program has.
  private func assign(_ accepted: [String], to programs: inout [Program]) throws {
    guard programs.count > 1, !accepted.isEmpty else {
      for index in programs.indices { programs[index].accepted = accepted }
      return
    }
    let known = try programs.map { try $0.names() }
    for name in accepted {
      let owners = programs.indices.filter { known[$0].contains(name) }
      guard !owners.isEmpty else {
        let names = Set(known.joined()).sorted().joined(separator: ", ")
        throw SnapshotFailure(
          description:
            "No target lists a type '\(name)', nor stores its schema. The names are: \(names)."
        )
      }
      for owner in owners { programs[owner].accepted.append(name) }
    }
  }

  /// Returns the names of the targets that list types: the requested targets, or all targets.
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

  /// Builds the program of a target, and returns the program's file.
  private func build(_ target: String) throws -> URL {
    let result = try packageManager.build(.product(target), parameters: .init())
    let program = result.builtArtifacts.first { artifact in
      artifact.kind == .executable
        && artifact.url.deletingPathExtension().lastPathComponent == target
    }
    guard result.succeeded else {
      throw SnapshotFailure(
        description: "The target '\(target)' does not build:\n\(result.logText)")
    }
    guard let program else {
      throw SnapshotFailure(
        description:
          "The target '\(target)' builds no executable of its name. Name its product '\(target)'."
      )
    }
    return program.url
  }
}

/// The reason why the command fails.
struct SnapshotFailure: Error, CustomStringConvertible {
  let description: String
}
