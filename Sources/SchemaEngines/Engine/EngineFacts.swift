public import ConstrainedDecoding

/// The properties of an engine and of its model.
public struct EngineFacts: Sendable {
  /// The name of the model, for errors and telemetry.
  public let name: String

  /// The tokens of the model, with the end tokens that the model may choose.
  public let vocabulary: Vocabulary

  let endTokens: Set<Int>
  var markers: [String: Marker]
  let beginningToken: Int?
  let chatTemplate: String?
  let templateVariables: [String: String]

  /// The largest number of tokens in a conversation.
  public let contextSize: Int

  package let sequenceCount, batchSize: Int
  package let canRewind: Bool
  let sampling: Sampling

  /// A token that a template writes as text.
  public struct Marker: Sendable, Hashable {
    package let token: Int
    let isText, absorbsLeadingSpace, absorbsTrailingSpace: Bool

    /// Creates a marker.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - isText: `true` if the engine's tokenizer finds the token in every text, including a
    ///     user's text. If a user's text contains such a marker, the text is cut inside of the
    ///     marker, unless the marker has only one character.
    ///   - absorbsLeadingSpace: `true` if white space before the token belongs to it.
    ///   - absorbsTrailingSpace: `true` if white space after the token belongs to it.
    public init(
      token: Int, isText: Bool = false, absorbsLeadingSpace: Bool = false,
      absorbsTrailingSpace: Bool = false
    ) {
      self.token = token
      self.isText = isText
      self.absorbsLeadingSpace = absorbsLeadingSpace
      self.absorbsTrailingSpace = absorbsTrailingSpace
    }
  }

  /// A way to choose tokens; see `TokenSampler`.
  public struct Sampling: Sendable, Hashable {
    package var temperature: Double
    package var topK: Int?
    package var topP, minP: Double
    package var penalties: TokenSampler.Penalties

    /// Creates a way to choose tokens; the defaults are the same as in llama.cpp.
    ///
    /// - Parameters:
    ///   - temperature: The sampling temperature, from 0.
    ///   - topK: The number of likeliest tokens to choose among; `nil` for all.
    ///   - topP: The share of probability that the likeliest tokens need to reach, from 0 to 1.
    ///   - minP: The smallest probability in proportion to the probability of the likeliest token,
    ///     from 0 to 1.
    ///   - penalties: The penalties of tokens that the answer already has.
    public init(
      temperature: Double = 0.8, topK: Int? = 40, topP: Double = 0.95, minP: Double = 0.05,
      penalties: TokenSampler.Penalties = .init()
    ) {
      self.temperature = temperature
      self.topK = topK
      self.topP = topP
      self.minP = minP
      self.penalties = penalties
    }

    /// Returns `true` if no number is NaN or infinite.
    var isFinite: Bool {
      [
        temperature, topP, minP, penalties.repetition, penalties.frequency, penalties.presence,
      ].allSatisfy(\.isFinite)
    }
  }

  /// Creates facts.
  ///
  /// - Parameters:
  ///   - name: The name of the model.
  ///   - vocabulary: The tokens of the model.
  ///   - endTokens: The tokens that end an answer, in addition to the end tokens of the vocabulary.
  ///   - markers: Tokens that a template writes as text, by that text, such as `<|im_start|>`.
  ///   - beginningToken: The token at the beginning of a text, if the model expects one.
  ///   - chatTemplate: The template of the model in Jinja, if it has one.
  ///   - templateVariables: Variables of the template other than the conversation, such as
  ///     `bos_token`.
  ///   - contextSize: The largest number of tokens in a conversation, from 1.
  ///   - sequenceCount: The number of sequences, from 1, each of which holds the tokens of a
  ///     conversation.
  ///   - batchSize: The largest number of tokens that the engine reads at once, from 1.
  ///   - canRewind: `true` if a sequence can be cut at any earlier position.
  ///   - sampling: The way to choose tokens if a request has no sampling options.
  public init(
    name: String, vocabulary: Vocabulary, endTokens: Set<Int> = [],
    markers: [String: Marker] = [:], beginningToken: Int? = nil, chatTemplate: String? = nil,
    templateVariables: [String: String] = [:], contextSize: Int, sequenceCount: Int = 1,
    batchSize: Int = 512, canRewind: Bool = true,
    sampling: Sampling = Sampling()
  ) {
    self.name = name
    self.vocabulary = vocabulary
    self.endTokens = endTokens.union(vocabulary.endTokens)
    self.markers = markers
    self.beginningToken = beginningToken
    self.chatTemplate = chatTemplate
    self.templateVariables = templateVariables
    self.contextSize = max(contextSize, 1)
    self.sequenceCount = max(sequenceCount, 1)
    self.batchSize = max(batchSize, 1)
    self.canRewind = canRewind
    self.sampling = sampling
  }
}
