// SPDX-License-Identifier: Apache-2.0

extension GeneratedContent: ConvertibleFromGeneratedContent, ConvertibleToGeneratedContent {
  /// The content itself.
  public var generatedContent: GeneratedContent { self }
}
