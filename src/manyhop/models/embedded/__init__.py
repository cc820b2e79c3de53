"""The models that ship with Manyhop: no key, no GPU, no download."""

import os

# ONNX Runtime would otherwise keep an id of this machine under the home folder and report its use.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
