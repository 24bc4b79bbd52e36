"""A rule that a person writes, `x2 > sin(3*x1)`: read into a function of the points, never run.

Python's own grammar takes the text apart; each part of it is on the list below or is refused. A
truth is 1.0, 0.0, or nan where it depends on what is no number: so `x1 > 0 and log(x1) > 1` is
known on both sides of 0.
"""

import ast
import operator
import re
import reprlib
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from typing import Any

import numpy as np

from ensemble_viz.engine.data.dataset import FloatArray
from ensemble_viz.engine.data.refusal import Refusal

LONGEST = 200  # characters: no rule of a lecture is longer, and none of these is too deep to read
EXAMPLES = "x2 > sin(3*x1) for classes, sin(3*x1) + x2**2 for values"
AXES = {"x1": 0, "x2": 1, "x": 0, "y": 1}
CONSTANTS = {"pi": np.pi, "e": np.e}
AS_PRINTED = str.maketrans({
    "₁": "1", "₂": "2", "²": "**2", "³": "**3", "^": "**", "−": "-", "·": "*", "×": "*",
    "≤": "<=", "≥": ">=", "≠": "!=", "π": "pi",
})  # fmt: skip

Columns = tuple[FloatArray, FloatArray]
Function = Callable[[Columns], FloatArray]

ONE: Mapping[str, Callable[..., FloatArray]] = {
    "sin": np.sin, "cos": np.cos, "tan": np.tan, "exp": np.exp, "log": np.log, "sqrt": np.sqrt,
    "abs": np.abs, "sign": np.sign, "floor": np.floor, "tanh": np.tanh,
}  # fmt: skip
MORE: Mapping[str, Callable[..., FloatArray]] = {"min": np.minimum, "max": np.maximum}
FUNCTIONS = (*ONE, *MORE)
OPERATIONS: Mapping[type[ast.operator], Callable[..., FloatArray]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
    ast.Div: operator.truediv, ast.Pow: operator.pow, ast.Mod: np.mod,
}  # fmt: skip
COMPARISONS: Mapping[type[ast.cmpop], Callable[..., Any]] = {
    ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge,
    ast.Eq: operator.eq, ast.NotEq: operator.ne,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Rule:
    text: str
    is_condition: bool
    """It holds or not, and so makes two classes; else it is a value."""
    is_on_a_line: bool
    """It is a value, and speaks of x alone."""
    function: Function

    def __call__(self, points: FloatArray) -> FloatArray:
        """Say what the rule gives at each point; refuse points at which it is no number."""
        with np.errstate(all="ignore"):
            answer = np.broadcast_to(self.function((points[:, 0], points[:, -1])), len(points))
        wrong = ~np.isfinite(answer)
        if wrong.any():
            place = ", ".join(f"{x:g}" for x in points[wrong.argmax()])
            raise Refusal(f"the rule {_quoted(self.text)} is no number at ({place})")
        return np.array(answer)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a rule: a number or a truth at each point."""

    function: Function
    is_truth: bool = False


def read_rule(text: str) -> Rule:
    text = text.strip()
    if not text:
        raise Refusal(f"a rule is written like {EXAMPLES}")
    if len(text) > LONGEST:
        raise Refusal(f"the rule has {len(text)} characters; at most {LONGEST} are read")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Python warns of what is refused here
            tree = ast.parse(text.translate(AS_PRINTED), mode="eval").body
        part = _part(tree)
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        why = str(error) if isinstance(error, Refusal) else f"it is no formula{_advice(text)}"
        raise Refusal(f"the rule {_quoted(text)}: {why}") from None
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} & AXES.keys()
    return Rule(text, part.is_truth, not part.is_truth and names == {"x"}, part.function)


def _advice(text: str) -> str:
    """Guess what makes a text no formula."""
    if text.count("(") != text.count(")"):
        return ", a bracket is not closed or not opened"
    if re.search(r"[^<>!=]=(?!=)", text):
        return ", == compares and = says nothing"
    if re.search(r"(?<![A-Za-z])[0-9.]+\s*[A-Za-z(]|\)\s*[\w(]|[xy][12₁₂]?\s+[\w(]", text):
        return ", a product is written with its *, like 3*x1"
    return f"; it is written like {EXAMPLES}"


def _part(node: ast.expr) -> Part:
    """Read one part of the tree, and what it is made of."""
    read = READERS.get(type(node))
    if read is None:
        raise Refusal(f"{_quoted(ast.unparse(node))} is nothing that a rule can have")
    return read(node)


def _number(node: ast.expr) -> Function:
    part = _part(node)
    if part.is_truth:
        raise Refusal(f"{_quoted(ast.unparse(node))} holds or not, it is no number to reckon with")
    return part.function


def _truth(node: ast.expr) -> Function:
    part = _part(node)
    if not part.is_truth:
        raise Refusal(f"{_quoted(ast.unparse(node))} is a number, and neither holds nor not")
    return part.function


def _constant(node: ast.Constant) -> Part:
    if isinstance(node.value, bool) or not isinstance(node.value, int | float):
        raise Refusal(f"{_quoted(ast.unparse(node))} is no number")
    value = _as_float(node.value)
    return Part(lambda _: value)


def _as_float(given: float) -> FloatArray:
    """Make a number one of numpy's: whole ones of Python could grow without end."""
    try:
        value = np.array(given, dtype=np.float64)
    except OverflowError:
        value = np.array(np.inf)
    if not np.isfinite(value):
        raise Refusal(f"{reprlib.repr(given)} is too large a number")
    return value


def _name(node: ast.Name) -> Part:
    if node.id in AXES:
        axis = AXES[node.id]
        return Part(lambda columns: columns[axis])
    if node.id in CONSTANTS:
        value = _as_float(CONSTANTS[node.id])
        return Part(lambda _: value)
    if node.id in FUNCTIONS:
        raise Refusal(f"{node.id} needs brackets: {node.id}(x1)")
    raise Refusal(f"there is no {_quoted(node.id)}; there are x1, x2, x, y, pi and e")


def _sign(node: ast.UnaryOp) -> Part:
    if isinstance(node.op, ast.Not):
        part = _truth(node.operand)
        return Part(lambda columns: 1.0 - part(columns), is_truth=True)
    number = _number(node.operand)
    if isinstance(node.op, ast.UAdd):
        return Part(number)
    if isinstance(node.op, ast.USub):
        return Part(lambda columns: -number(columns))
    raise Refusal("'~' is nothing that a rule can have")


def _reckoning(node: ast.BinOp) -> Part:
    operation = OPERATIONS.get(type(node.op))
    if operation is None:
        raise Refusal(f"{_quoted(ast.unparse(node))}: there are +, −, *, /, % and **")
    left, right = _number(node.left), _number(node.right)
    return Part(lambda columns: operation(left(columns), right(columns)))


def _comparison(node: ast.Compare) -> Part:
    places = [node.left, *node.comparators]
    parts = [_part(place) for place in places]
    links = []
    for (left, right), op in zip(pairwise(parts), node.ops, strict=True):
        compare = COMPARISONS.get(type(op))
        if compare is None or not _can_be_compared(left, right, op):
            raise Refusal(f"{_quoted(ast.unparse(node))} cannot be compared so")
        links.append(_link(left.function, right.function, compare))
    return Part(_chain(links, 1.0), is_truth=True)


def _can_be_compared(left: Part, right: Part, op: ast.cmpop) -> bool:
    alike = left.is_truth == right.is_truth
    return alike and (not left.is_truth or isinstance(op, ast.Eq | ast.NotEq))


def _link(left: Function, right: Function, compare: Callable[..., Any]) -> Function:
    def holds(columns: Columns) -> FloatArray:
        one, other = left(columns), right(columns)
        unknown = np.isnan(one) | np.isnan(other)
        return np.where(unknown, np.nan, compare(one, other))

    return holds


def _both(node: ast.BoolOp) -> Part:
    parts = [_truth(value) for value in node.values]
    return Part(_chain(parts, 1.0 if isinstance(node.op, ast.And) else 0.0), is_truth=True)


def _chain(parts: list[Function], undecided: float) -> Function:
    """Ask one part after the other, as long as the answer so far decides nothing."""

    def asked(answer: FloatArray, further: FloatArray) -> FloatArray:
        return np.where(answer == undecided, further, answer)

    return _folded(asked, parts)


def _choice(node: ast.IfExp) -> Part:
    test = _truth(node.test)
    yes, no = _part(node.body), _part(node.orelse)
    if yes.is_truth != no.is_truth:
        raise Refusal(f"{_quoted(ast.unparse(node))} is a number here and none there")

    def chosen(columns: Columns) -> FloatArray:
        holds = test(columns)
        answer = np.where(holds == 1.0, yes.function(columns), no.function(columns))
        return np.where(np.isnan(holds), np.nan, answer)

    return Part(chosen, yes.is_truth)


def _call(node: ast.Call) -> Part:
    name = node.func.id if isinstance(node.func, ast.Name) else ast.unparse(node.func)
    if name not in FUNCTIONS:
        raise Refusal.of_word("there is no function", name, FUNCTIONS)
    fits = len(node.args) == 1 if name in ONE else len(node.args) > 1
    if node.keywords or not fits:
        count = "one number" if name in ONE else "two numbers or more"
        raise Refusal(f"{name} is of {count}, not {_quoted(ast.unparse(node))}")
    numbers = [_number(arg) for arg in node.args]
    if name in ONE:
        function, number = ONE[name], numbers[0]
        return Part(lambda columns: function(number(columns)))
    return Part(_folded(MORE[name], numbers))


def _folded(function: Callable[..., FloatArray], numbers: list[Function]) -> Function:
    return lambda columns: reduce(function, (number(columns) for number in numbers))


def _quoted(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:59] + "…")


READERS: Mapping[type[ast.expr], Callable[[Any], Part]] = {
    ast.Constant: _constant,
    ast.Name: _name,
    ast.UnaryOp: _sign,
    ast.BinOp: _reckoning,
    ast.Compare: _comparison,
    ast.BoolOp: _both,
    ast.IfExp: _choice,
    ast.Call: _call,
}
