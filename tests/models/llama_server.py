"""A llama.cpp server with a tiny model of random weights. Usage: llama_server.py FOLDER [GGUF]

Writes the model into the folder, unless one is given, and prints the address of the server. Ends
when its standard input is closed. The model says nothing of sense; that its replies keep a schema
is the doing of the server, and real.
"""

import sys
from pathlib import Path

import gguf
import numpy as np
import xllamacpp

WIDTH, HEADS, HIDDEN, CONTEXT = 64, 4, 128, 2048
NORMAL, UNKNOWN, CONTROL, BYTE = 1, 2, 3, 6  # kinds of tokens
TEMPLATE = "{% for m in messages %}{{ m.role }}: {{ m.content }}\n{% endfor %}assistant:"


def write_model(place: Path) -> None:
    """One layer, and one token for every byte."""
    bytes_ = [f"<0x{byte:02X}>" for byte in range(256)]
    tokens = ["<unk>", "<s>", "</s>", *bytes_, "\u2581"]
    writer = gguf.GGUFWriter(place, "llama")
    writer.add_context_length(CONTEXT)
    writer.add_embedding_length(WIDTH)
    writer.add_block_count(1)
    writer.add_feed_forward_length(HIDDEN)
    writer.add_head_count(HEADS)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_vocab_size(len(tokens))
    writer.add_tokenizer_model("llama")
    writer.add_token_list(tokens)
    writer.add_token_scores([0.0] * len(tokens))
    writer.add_token_types([UNKNOWN, CONTROL, CONTROL, *[BYTE] * 256, NORMAL])
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    writer.add_unk_token_id(0)
    writer.add_chat_template(TEMPLATE)
    add_weights(writer, len(tokens))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def add_weights(writer: gguf.GGUFWriter, words: int) -> None:
    drawn = np.random.default_rng(1)
    shapes = {
        "token_embd": (words, WIDTH),
        "output": (words, WIDTH),
        "blk.0.attn_q": (WIDTH, WIDTH),
        "blk.0.attn_k": (WIDTH, WIDTH),
        "blk.0.attn_v": (WIDTH, WIDTH),
        "blk.0.attn_output": (WIDTH, WIDTH),
        "blk.0.ffn_gate": (HIDDEN, WIDTH),
        "blk.0.ffn_up": (HIDDEN, WIDTH),
        "blk.0.ffn_down": (WIDTH, HIDDEN),
    }
    for name, shape in shapes.items():
        writer.add_tensor(f"{name}.weight", drawn.normal(0, 0.3, shape).astype(np.float32))
    for name in ("output_norm", "blk.0.attn_norm", "blk.0.ffn_norm"):
        writer.add_tensor(f"{name}.weight", np.ones(WIDTH, np.float32))


def serve(model: Path, *, embedding: bool) -> "xllamacpp.Server":
    options = xllamacpp.CommonParams()
    options.model.path = str(model)
    options.model_alias = {"tiny"}
    options.n_ctx, options.n_parallel, options.warmup = CONTEXT, 1, False
    options.cpuparams.n_threads = options.cpuparams_batch.n_threads = 1
    options.embedding = embedding
    if embedding:
        options.pooling_type = xllamacpp.llama_pooling_type.LLAMA_POOLING_TYPE_MEAN
    return xllamacpp.Server(options)


if __name__ == "__main__":
    given = Path(sys.argv[2]) if len(sys.argv) > 2 else Path(sys.argv[1]) / "tiny.gguf"
    if len(sys.argv) == 2:
        write_model(given)
    chat = serve(given, embedding=False)
    vectors = serve(given, embedding=True)
    sys.stdout.write(f"{chat.listening_address} {vectors.listening_address}\n")
    sys.stdout.flush()
    sys.stdin.read()
