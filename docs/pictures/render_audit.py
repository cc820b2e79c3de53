"""Draws audit.png: the page that ``manyhop audit RUN… --out FOLDER`` writes, in three columns.

Run ``python docs/pictures/render_audit.py FOLDER/audit.html`` with Chromium installed.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
WIDTH, HEIGHT, SCALE = 2940, 2250, 0.66
SHOWN = (
    "aokvqa-overall",
    "aokvqa-answer-frequency",
    "aokvqa-by-knowledge-type",
    "aokvqa-pairwise-difference",
    "aokvqa-all-or-none-right",
    "aokvqa-combinations",
    "mmqa-first-hop",
    "mmqa-first-hop-by-operation",
)
_OTHERS = "".join(f':not(:has(a[href$="/{name}.csv"]))' for name in SHOWN)
COLUMNS = f"""<style>
html, body {{ max-width: none; margin: 0; background: white }}
body {{ width: {WIDTH - 80}px; height: {HEIGHT - 60}px; padding: 30px 40px;
       columns: 3; column-gap: 70px; column-fill: auto }}
figure {{ break-inside: avoid }}
figure{_OTHERS} {{ display: none }}
</style></head>"""


def main() -> None:
    """Lay the page out in columns, less some of its tables, and take a picture of it."""
    page = Path(sys.argv[1]).read_text()
    with tempfile.TemporaryDirectory() as scratch:
        laid_out = Path(scratch) / "audit.html"
        laid_out.write_text(page.replace("</head>", COLUMNS, 1))
        subprocess.run(
            [
                "chromium",
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-background-networking",
                "--hide-scrollbars",
                f"--user-data-dir={scratch}/profile",
                f"--window-size={WIDTH},{HEIGHT}",
                f"--force-device-scale-factor={SCALE}",
                f"--screenshot={HERE / 'audit.png'}",
                laid_out.as_uri(),
            ],
            check=True,
            capture_output=True,
        )


if __name__ == "__main__":
    main()
