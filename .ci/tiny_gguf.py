"""What the models that scripts make have in common: GGUF files of a llama of one block, whose
tokens are bytes in the spelling of GPT-2, with some others."""

import gguf

HEADS = 4


def byte_spellings():
    """How byte-level tokens are spelled: each byte as a printable character."""
    printable = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    spellings = {byte: chr(byte) for byte in printable}
    for byte in range(256):
        spellings.setdefault(byte, chr(256 + len(spellings) - len(printable)))
    return spellings


def begin(path, *, context, width, feed_forward, tokens, types, begin, end, merge, spelling):
    """A writer of a model that has everything but its tensors."""
    writer = gguf.GGUFWriter(str(path), "llama")
    writer.add_context_length(context)
    writer.add_embedding_length(width)
    writer.add_block_count(1)
    writer.add_feed_forward_length(feed_forward)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(HEADS)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_dimension_count(width // HEADS)
    writer.add_vocab_size(len(tokens))
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre(spelling)
    writer.add_token_list(tokens)
    writer.add_token_types(types)
    # A list of merges may not be empty.
    writer.add_token_merges([merge])
    writer.add_bos_token_id(begin)
    writer.add_eos_token_id(end)
    return writer


def end(writer):
    """Writes the file."""
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
