"""Serve a GGUF file with llama.cpp until standard input is closed; prints its address first."""

import sys
from importlib import import_module
from typing import Any


def main(model: str) -> None:
    xllamacpp: Any = import_module("xllamacpp")
    settings = xllamacpp.CommonParams()
    settings.model.path = model
    settings.n_ctx = 4096
    settings.cpuparams.n_threads = 2
    server = xllamacpp.Server(settings)  # on 127.0.0.1 and a free port, loaded when this returns
    print(server.listening_address, flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main(sys.argv[1])
