#!/usr/bin/env python3
"""A real OpenAI-compatible server for tests: llama.cpp's own, with a model of random weights that is made here and never downloaded.

It answers nonsense by the real protocol: streaming, usage, grammars from JSON schemas. It prints its address and serves until it is stopped.
Needs the packages xllamacpp, gguf and numpy.
"""

import signal
import sys
import tempfile

import gguf
import numpy
import xllamacpp

WIDTH, INNER, HEADS, LAYERS, CONTEXT = 64, 128, 4, 2, 4096


def vocabulary():
    """Every byte, and the letters of ASCII: with these any text can be written."""
    control = [(b"<unk>", 0.0, gguf.TokenType.UNKNOWN), (b"<s>", 0.0, gguf.TokenType.CONTROL), (b"</s>", 0.0, gguf.TokenType.CONTROL)]
    by_byte = [(f"<0x{byte:02X}>".encode(), 0.0, gguf.TokenType.BYTE) for byte in range(256)]
    letters = [chr(code) for code in range(33, 127)] + ["\N{LOWER ONE EIGHTH BLOCK}"]
    return control + by_byte + [(letter.encode(), -float(nth), gguf.TokenType.NORMAL) for nth, letter in enumerate(letters)]


def write_model(path):
    words = vocabulary()
    random = numpy.random.default_rng(7)

    def weights(*shape):
        return random.normal(scale=0.05, size=shape).astype(numpy.float32)

    model = gguf.GGUFWriter(path, "llama")
    model.add_name("random")
    model.add_context_length(CONTEXT)
    model.add_embedding_length(WIDTH)
    model.add_feed_forward_length(INNER)
    model.add_block_count(LAYERS)
    model.add_head_count(HEADS)
    model.add_head_count_kv(HEADS)
    model.add_rope_dimension_count(WIDTH // HEADS)
    model.add_layer_norm_rms_eps(1e-5)
    model.add_vocab_size(len(words))
    model.add_file_type(gguf.LlamaFileType.ALL_F32)
    model.add_tokenizer_model("llama")
    model.add_token_list([text for text, _, _ in words])
    model.add_token_scores([score for _, score, _ in words])
    model.add_token_types([kind for _, _, kind in words])
    model.add_unk_token_id(0)
    model.add_bos_token_id(1)
    model.add_eos_token_id(2)
    model.add_chat_template("{% for message in messages %}<{{ message.role }}>{{ message.content }}\n{% endfor %}<assistant>")
    model.add_tensor("token_embd.weight", weights(len(words), WIDTH))
    model.add_tensor("output.weight", weights(len(words), WIDTH))
    model.add_tensor("output_norm.weight", numpy.ones(WIDTH, numpy.float32))
    for layer in range(LAYERS):
        for norm in ("attn_norm", "ffn_norm"):
            model.add_tensor(f"blk.{layer}.{norm}.weight", numpy.ones(WIDTH, numpy.float32))
        for part in ("attn_q", "attn_k", "attn_v", "attn_output"):
            model.add_tensor(f"blk.{layer}.{part}.weight", weights(WIDTH, WIDTH))
        for part in ("ffn_gate", "ffn_up"):
            model.add_tensor(f"blk.{layer}.{part}.weight", weights(INNER, WIDTH))
        model.add_tensor(f"blk.{layer}.ffn_down.weight", weights(WIDTH, INNER))
    model.write_header_to_file()
    model.write_kv_data_to_file()
    model.write_tensors_to_file()
    model.close()


def main():
    with tempfile.NamedTemporaryFile(suffix=".gguf") as file:
        write_model(file.name)
        settings = xllamacpp.CommonParams()
        settings.model.path = file.name
        settings.n_ctx = CONTEXT
        settings.n_parallel = 2
        settings.cpuparams.n_threads = 1
        settings.warmup = False
        settings.use_jinja = True
        settings.port = int(sys.argv[1]) if len(sys.argv) > 1 else 0
        server = xllamacpp.Server(settings)
        print(server.listening_address, flush=True)
        signal.sigwait({signal.SIGTERM, signal.SIGINT})


main()
