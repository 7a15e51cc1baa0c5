"""A model for llama.cpp that a script makes in a second: a chat model of 250 KB without any
knowledge.

It is a llama of one block. The first column of the embedding is 1 for each token, so the first
column of the output is a table of how likely each token is, whatever came before: letters, quotes
and closing braces are likely, white space in JSON is not, and neither is an endless text. A few
more columns say which token follows which. A grammar does the rest where the server is given a
schema.
"""

import gguf
import numpy

import tiny_gguf

WIDTH = 64
CONTEXT = 8192
SPECIAL = ["<|bos|>", "<|im_start|>", "<|im_end|>", "<tool_call>", "</tool_call>"]
BEGIN, START, END, CALL, CALL_END = range(256, 261)

# Which tokens almost always follow which: these hold the form of tool calls together. After the
# output of a tool, where the template ends with ">", the model says "K" and no more; where there
# are no tools it ends with "^", and the model begins with "S", since a text must not be empty.
FOLLOWERS = [
    (CALL, ord("\n")), (CALL_END, END), (ord(">"), ord("K")), (ord("K"), END), (ord("^"), ord("S")),
]

TEMPLATE = """\
{%- if tools %}<|im_start|>system
{%- if messages[0].role == 'system' %}
{{ messages[0].content }}
{%- endif %}
# Tools
<tools>
{%- for tool in tools %}
{{ tool | tojson }}
{%- endfor %}
</tools>
For each function call, return a json object within <tool_call></tool_call> tags:
<tool_call>
{"name": <function-name>, "arguments": <args-json-object>}
</tool_call><|im_end|>
{% elif messages[0].role == 'system' %}<|im_start|>system
{{ messages[0].content }}<|im_end|>
{% endif %}
{%- for message in messages %}
{%- if message.role == 'tool' %}<|im_start|>user
<tool_response>
{{ message.content }}
</tool_response><|im_end|>
{% elif message.role == 'assistant' and message.tool_calls %}<|im_start|>assistant
{%- if message.content %}
{{ message.content }}
{%- endif %}
{%- for call in message.tool_calls %}
<tool_call>
{"name": "{{ call.function.name }}", "arguments": {{ call.function.arguments | tojson }}}
</tool_call>
{%- endfor %}<|im_end|>
{% elif message.role != 'system' or not loop.first %}<|im_start|>{{ message.role }}
{{ message.content }}<|im_end|>
{% endif %}
{%- endfor %}
{%- if add_generation_prompt %}<|im_start|>assistant
{%- if messages[-1].role == 'tool' %}>{% elif tools %}
{% else %}^{% endif %}{% endif %}"""


def likelihoods(calls_tools):
    """How much the model likes each token."""
    table = numpy.full(256 + len(SPECIAL), -4.0, numpy.float32)
    for characters, value in [
        (b"ABCDEFGHIJKLMNOPQRSTUVWXYZbcfgjkmpqvwxyz0123456789.,", 0.5),
        (b"etaoinshrdlu ", 2.0), (b'"', 3.5), (b"}]", 3.0),
    ]:
        table[list(characters)] = value
    table[[BEGIN, START]] = -30.0
    table[END] = 2.5
    table[CALL] = 9.0 if calls_tools else -4.0
    table[CALL_END] = 2.0 if calls_tools else -4.0
    return table


def write(path, calls_tools=False):
    """Writes a model that says anything, or one that calls a tool and then answers."""
    random = numpy.random.default_rng(7)

    def noise(rows, columns, size):
        return random.normal(0, size, (rows, columns)).astype(numpy.float32)

    table = likelihoods(calls_tools)
    embedding = noise(len(table), WIDTH, 0.02)
    output = noise(len(table), WIDTH, 0.05)
    embedding[:, 0] = 1
    # The norm before the output makes a column of ones as long as the square root of the width.
    output[:, 0] = table / numpy.sqrt(WIDTH)
    for column, (token, follower) in enumerate(FOLLOWERS, start=1):
        embedding[token, column] = output[follower, column] = 3

    spellings = tiny_gguf.byte_spellings()
    writer = tiny_gguf.begin(
        path, context=CONTEXT, width=WIDTH, feed_forward=WIDTH,
        tokens=[spellings[byte] for byte in range(256)] + SPECIAL,
        types=[gguf.TokenType.NORMAL] * 256 + [gguf.TokenType.CONTROL] * 3
        + [gguf.TokenType.USER_DEFINED] * 2,
        # The merge never applies.
        begin=BEGIN, end=END, merge="a b", spelling="gpt-2")
    writer.add_name("tiny-chat")
    writer.add_file_type(gguf.LlamaFileType.ALL_F32)
    writer.add_pad_token_id(END)
    writer.add_add_bos_token(False)
    writer.add_chat_template(TEMPLATE)

    ones = numpy.ones(WIDTH, numpy.float32)
    writer.add_tensor("token_embd.weight", embedding)
    writer.add_tensor("output.weight", output)
    writer.add_tensor("output_norm.weight", ones)
    for name in ["attn_norm", "ffn_norm"]:
        writer.add_tensor(f"blk.0.{name}.weight", ones)
    for name in ["attn_q", "attn_k", "attn_v", "attn_output", "ffn_gate", "ffn_up", "ffn_down"]:
        writer.add_tensor(f"blk.0.{name}.weight", noise(WIDTH, WIDTH, 0.005))
    tiny_gguf.end(writer)
