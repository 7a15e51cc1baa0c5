// SPDX-License-Identifier: Apache-2.0

/// A type whose values can be written as generated content.
public protocol ConvertibleToGeneratedContent {
  /// This value as content.
  var generatedContent: GeneratedContent { get }
}
