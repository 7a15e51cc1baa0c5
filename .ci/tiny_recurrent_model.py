#!/usr/bin/env python3
"""Writes a model for llama.cpp whose memory is a state, which cannot be cut: a Mamba of one block.

usage: tiny_recurrent_model.py FILE

It has random weights and knows nothing but the characters of ASCII.
"""

import sys

import gguf
import numpy

import tiny_gguf

WIDTH, INNER, STATE, RANK, KERNEL, CONTEXT = 32, 64, 8, 2, 4, 2048
TEMPLATE = """\
{%- for message in messages %}<|im_start|>{{ message.role }}
{{ message.content }}<|im_end|>
{% endfor %}<|im_start|>assistant
"""


def write(path):
    spellings = tiny_gguf.byte_spellings()
    tokens = [spellings[byte] for byte in [10, *range(32, 127)]] + ["<|im_start|>", "<|im_end|>"]
    types = [gguf.TokenType.NORMAL] * (len(tokens) - 2) + [gguf.TokenType.CONTROL] * 2
    writer = gguf.GGUFWriter(path, "mamba")
    writer.add_name("tiny-recurrent")
    writer.add_context_length(CONTEXT)
    writer.add_embedding_length(WIDTH)
    writer.add_feed_forward_length(0)
    writer.add_head_count(0)
    writer.add_block_count(1)
    writer.add_ssm_conv_kernel(KERNEL)
    writer.add_ssm_inner_size(INNER)
    writer.add_ssm_state_size(STATE)
    writer.add_ssm_time_step_rank(RANK)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_vocab_size(len(tokens))
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("gpt-2")
    writer.add_token_list(tokens)
    writer.add_token_types(types)
    writer.add_token_merges(["a b"])
    writer.add_bos_token_id(len(tokens) - 2)
    writer.add_eos_token_id(len(tokens) - 1)
    writer.add_add_bos_token(False)
    writer.add_chat_template(TEMPLATE)

    random = numpy.random.default_rng(11)

    def tensor(name, *shape, scale=0.4):
        values = random.standard_normal(shape) * scale
        writer.add_tensor(name, values.astype(numpy.float32))

    tensor("token_embd.weight", len(tokens), WIDTH, scale=1.0)
    tensor("output.weight", len(tokens), WIDTH, scale=1.0)
    writer.add_tensor("output_norm.weight", numpy.ones(WIDTH, numpy.float32))
    writer.add_tensor("blk.0.attn_norm.weight", numpy.ones(WIDTH, numpy.float32))
    tensor("blk.0.ssm_in.weight", 2 * INNER, WIDTH)
    tensor("blk.0.ssm_conv1d.weight", INNER, KERNEL)
    tensor("blk.0.ssm_conv1d.bias", INNER)
    tensor("blk.0.ssm_x.weight", RANK + 2 * STATE, INNER)
    tensor("blk.0.ssm_dt.weight", INNER, RANK)
    tensor("blk.0.ssm_dt.bias", INNER)
    writer.add_tensor(
        "blk.0.ssm_a", -numpy.tile(numpy.arange(1, STATE + 1, dtype=numpy.float32), (INNER, 1)))
    writer.add_tensor("blk.0.ssm_d", numpy.ones(INNER, numpy.float32))
    tensor("blk.0.ssm_out.weight", WIDTH, INNER)
    tiny_gguf.end(writer)


if __name__ == "__main__":
    write(sys.argv[1])
