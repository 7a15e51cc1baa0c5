public import ConstrainedDecoding

/// The properties of an engine and of its model.
public struct EngineFacts: Sendable {
  /// The name of the model, for errors and telemetry.
  public let name: String

  /// The tokens of the model, with the end tokens that the model may choose.
  public let vocabulary: Vocabulary

  /// The tokens that end an answer: the end tokens of the vocabulary, and other tokens that only
  /// the engine knows.
  let endTokens: Set<Int>

  /// Tokens that a template writes as text, by that text, such as `<|im_start|>`.
  let markers: [String: Marker]

  /// The token at the beginning of a text, if the model expects one.
  let beginningToken: Int?

  /// The template of the model in Jinja, if it has one.
  let chatTemplate: String?

  /// Variables of the template other than the conversation, such as `bos_token`.
  let templateVariables: [String: String]

  /// The largest number of tokens in a conversation.
  public let contextSize: Int

  /// The number of sequences, from 1, each of which holds the tokens of a conversation.
  package let sequenceCount: Int

  /// The largest number of tokens that the engine reads at once, from 1.
  package let batchSize: Int

  /// `true` if a sequence can be cut at any earlier position.
  let canRewind: Bool

  /// The way to choose tokens if a request has no sampling options.
  let sampling: Sampling

  /// A token that a template writes as text.
  public struct Marker: Sendable, Hashable {
    let token: Int

    /// `true` if the engine's tokenizer finds the token in every text, including a user's text.
    ///
    /// If a user's text contains such a marker, the text is cut inside of the marker, unless the
    /// marker has only one character.
    let isText: Bool

    /// `true` if white space before the token belongs to it.
    let absorbsLeadingSpace: Bool

    /// `true` if white space after the token belongs to it.
    let absorbsTrailingSpace: Bool

    /// Creates a marker.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - isText: `true` if the engine's tokenizer finds the token in every text.
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
    /// The sampling temperature, from 0.
    package var temperature: Double

    /// The number of likeliest tokens to choose among; `nil` for all.
    package var topK: Int?

    /// The share of probability that the likeliest tokens need to reach, from 0 to 1.
    package var topP: Double

    /// The smallest probability in proportion to the probability of the likeliest token, from 0 to
    /// 1.
    package var minP: Double

    /// The penalties of tokens that the answer already has.
    package var penalties: TokenSampler.Penalties

    /// Creates a way to choose tokens; the defaults are the same as in llama.cpp.
    ///
    /// - Parameters:
    ///   - temperature: The sampling temperature, from 0.
    ///   - topK: The number of likeliest tokens to choose among.
    ///   - topP: The share of probability that the likeliest tokens need to reach.
    ///   - minP: The smallest probability in proportion to the probability of the likeliest token.
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
  ///   - markers: Tokens that a template writes as text.
  ///   - beginningToken: The token at the beginning of a text.
  ///   - chatTemplate: The template of the model.
  ///   - templateVariables: Variables of the template other than the conversation.
  ///   - contextSize: The largest number of tokens in a conversation, from 1.
  ///   - sequenceCount: The number of sequences, from 1.
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
