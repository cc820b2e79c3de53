"""The page: ask, look, compare, review and annotate in a browser."""

from manyhop.web._app import make_app, serve
from manyhop.web._demo import make_demo
from manyhop.web._guard import LARGEST, is_loopback
from manyhop.web._place import Place

__all__ = ["LARGEST", "Place", "is_loopback", "make_app", "make_demo", "serve"]
