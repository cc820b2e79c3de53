"""The best one-to-one pairing of two short lists."""

from collections.abc import Sequence

Costs = list[list[float]]


def best_pairs(scores: Sequence[Sequence[float]]) -> list[tuple[int, int]]:
    """Pair rows with columns so that the sum of their scores is the largest possible.

    Shortest augmenting paths, with scipy's order of preference among equal pairings, so that
    even the rounding of a sum agrees with the official scripts.
    Example: ``best_pairs([[0.5, 1.0], [0.0, 0.8]])`` is ``[(0, 0), (1, 1)]``.
    """
    if not scores or not scores[0]:
        return []
    if len(scores) > len(scores[0]):
        turned = best_pairs(list(zip(*scores, strict=True)))
        return sorted((row, column) for column, row in turned)
    costs = [[-score for score in row] for row in scores]
    return sorted((row, column) for column, row in enumerate(_assign(costs)) if row >= 0)


def _assign(costs: Costs) -> list[int]:
    """Give the row paired with each column, -1 for none; there are no more rows than columns."""
    rows, columns = len(costs), len(costs[0])
    row_price, column_price = [0.0] * rows, [0.0] * columns
    row_of, column_of = [-1] * columns, [-1] * rows
    for start in range(rows):
        path, reached, distance, end = _shortest_path(costs, start, row_of, row_price, column_price)
        length = distance[end]
        row_price[start] += length
        for column in reached:
            if column != end:
                row_price[row_of[column]] += length - distance[column]
            column_price[column] -= length - distance[column]
        column = end
        while True:
            row = path[column]
            row_of[column] = row
            column_of[row], column = column, column_of[row]
            if row == start:
                break
    return row_of


def _shortest_path(
    costs: Costs,
    start: int,
    row_of: list[int],
    row_price: list[float],
    column_price: list[float],
) -> tuple[list[int], list[int], list[float], int]:
    """Walk from a free row to the nearest free column through pairs that may be swapped."""
    columns = len(column_price)
    path, distance = [-1] * columns, [float("inf")] * columns
    left, reached = list(range(columns))[::-1], list[int]()
    row, shortest = start, 0.0
    while True:
        nearest, lowest = -1, float("inf")
        for place, column in enumerate(left):
            reduced = shortest + costs[row][column] - row_price[row] - column_price[column]
            if reduced < distance[column]:
                path[column], distance[column] = row, reduced
            free = row_of[column] == -1
            if distance[column] < lowest or (distance[column] == lowest and free):
                nearest, lowest = place, distance[column]
        column = left[nearest]
        shortest = lowest
        reached.append(column)
        left[nearest] = left[-1]
        left.pop()
        if row_of[column] == -1:
            return path, reached, distance, column
        row = row_of[column]
