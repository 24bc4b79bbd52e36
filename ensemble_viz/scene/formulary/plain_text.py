"""Formulas as plain text, read from their LaTeX: for eyes and ears, and for the clipboard."""

import re

from ensemble_viz.scene.words import MINUS

SIGNS = {
    "-": MINUS, "'": "′", r"\cdot": "·", r"\leq": "≤", r"\geq": "≥", r"\neq": "≠",
    r"\approx": "≈", r"\propto": "∝", r"\pm": "±", r"\sum": "Σ", r"\prod": "∏", r"\partial": "∂",
    r"\ldots": "…", r"\Rightarrow": "⇒", r"\lfloor": "⌊", r"\rfloor": "⌋", r"\left": "",
    r"\right": "", r"\,": " ", r"\ ": " ", r"\;": " ", r"\quad": " ", r"\qquad": " ",
    r"\alpha": "α", r"\beta": "β", r"\gamma": "γ", r"\delta": "δ", r"\varepsilon": "ε",
    r"\theta": "θ", r"\lambda": "λ", r"\mu": "μ", r"\nu": "ν", r"\pi": "π", r"\rho": "ρ",
    r"\sigma": "σ", r"\phi": "φ", r"\Delta": "Δ",
}  # fmt: skip
BELOW = dict(zip(f"0123456789ijklmnt,{MINUS}", "₀₁₂₃₄₅₆₇₈₉ᵢⱼₖₗₘₙₜ,₋", strict=True))
ABOVE = dict(zip(f"0123456789nk*{MINUS}", "⁰¹²³⁴⁵⁶⁷⁸⁹ⁿᵏ*⁻", strict=True))
HATS = {r"\hat": {"z": "ẑ", "y": "ŷ"}, r"\bar": {"y": "ȳ"}}
POWER = ["1", "0", "^"]  # of ten, behind its factor
TOKEN = re.compile(r"\\[a-zA-Z]+|\\.|\s+|.")
SHORT = re.compile(r"[\w%…₀-₉ᵢⱼₖ]+")  # without brackets, and without blanks around the stroke
ADDED = re.compile(rf".[+{MINUS}]")
RELATION = re.compile(r"[≠≤≥<>]| in ")


def plain(latex: str) -> str:
    """Write a formula, or a template of one, as text: blanks stand where they do in the LaTeX."""
    return _Latex(latex).rest()


class _Latex:
    """Goes through a formula from the left."""

    def __init__(self, latex: str) -> None:
        self.tokens = TOKEN.findall(latex)
        self.at = 0

    def rest(self, ends: str = "") -> str:
        """Read to one of these signs outside of square brackets, or to the end."""
        text = ""
        while self.next and (self.next not in ends or text.count("[") > text.count("]")):
            if self.next == "^":
                text += self.above(text)
            elif self.next == r"\rfloor":
                text = text.rstrip() + self.one()
            elif self.next == r"\cdot" and self.tokens[self.at + 2 : self.at + 5] == POWER:
                self.at += 2
                text = f"{text.rstrip()}·"
            else:
                text += self.one()
        return re.sub(" +", " ", text)

    @property
    def next(self) -> str:
        return str(self.tokens[self.at]) if self.at < len(self.tokens) else ""

    def take(self) -> str:
        token, self.at = self.next, self.at + 1
        return token

    def skip_blanks(self) -> None:
        while self.next.isspace():
            self.at += 1

    def argument(self) -> str:
        """Read a group, or one sign."""
        self.skip_blanks()
        return self.one()

    def one(self) -> str:
        token = self.take()
        if token == "{":
            text = self.rest("}")
            self.take()
            return text
        if token in (r"\text", r"\operatorname"):
            return self.words()
        read = _COMMANDS.get(token)
        return SIGNS.get(token, token) if read is None else read(self, token)

    def words(self) -> str:
        words = ""
        self.take()
        while self.next not in ("}", ""):
            words += self.take()
        self.take()
        return words

    # --- commands -----------------------------------------------------------------------------

    def below(self, _token: str) -> str:
        is_word = self.tokens[self.at : self.at + 2] == ["{", r"\text"]
        text = self.argument()
        if is_word:
            return f"({text})"
        return "".join(BELOW[c] for c in text) if BELOW.keys() >= set(text) else f"_{text}"

    def above(self, base: str) -> str:
        """Read an exponent: that of e, or of a bracket, stands behind a sign where it is long."""
        self.take()
        text = self.argument()
        if text in ABOVE or base.endswith("10"):
            return "".join(ABOVE[c] for c in text)
        is_long = " " in text or "/" in text or ADDED.search(text)
        return f"^({text})" if is_long or ("(" in text and base[-1:] != "e") else f"^{text}"

    def fraction(self, _token: str) -> str:
        above, below = self.argument(), self.argument()
        if (above, below) == ("1", "2"):
            return "½"
        if SHORT.fullmatch(above) and SHORT.fullmatch(below):
            return f"{above}/{below}"
        if re.search(rf" [+{MINUS}] | over ", above):
            above = f"({above})"
        if " " in below and (not below.startswith("Σ") or " over " in below):
            below = f"({below})"
        return f"{above} / {below}"

    def root(self, _token: str) -> str:
        text = self.argument()
        return f"√({text})" if " " in text else f"√{text}"

    def over(self, _token: str) -> str:
        return f"mean of {self.argument()}"

    def hat(self, token: str) -> str:
        text = self.argument()
        return HATS[token].get(text, f"mean {text}")

    def logarithm(self, _token: str) -> str:
        self.skip_blanks()
        if self.next in (r"\frac", "%"):
            return f"ln({self.one()}{self.take() if self.next == 's' else ''})"
        return "ln" if self.next == "(" else "ln "

    def extreme(self, token: str) -> str:
        """Write max or min; of what is sought over what."""
        is_sought, below = self.tokens[self.at - 2 : self.at - 1] == [r"\arg"], ""
        if self.next == "_":
            self.take()
            below = self.argument()
        word = " " * is_sought + token[1:]
        return f"{word} over {below} of " if is_sought and below else word

    def sum(self, token: str) -> str:
        """Read a sum or a product: what it goes over stands behind it, where that must be said."""
        below = top = ""
        is_word = self.tokens[self.at : self.at + 3] == ["_", "{", r"\text"]
        if self.next == "_":
            self.take()
            below = self.argument()
        if self.next == "^":
            self.take()
            top = self.argument()
        if len(below) < 2:
            return SIGNS[token]
        if top:
            over = f", {below.replace('=', ' = ')} … {top}"
        else:
            over = f" {'where' if RELATION.search(below) else 'over'} {'the ' * is_word}{below}"
        return f"{SIGNS[token]}{self.rest('}=,').rstrip()}{over}{' ' * (self.next == '=')}"

    def close(self, token: str) -> str:
        """Leave no blank behind a sign."""
        self.skip_blanks()
        return SIGNS[token]


_COMMANDS = {
    "_": _Latex.below, r"\frac": _Latex.fraction, r"\sqrt": _Latex.root,
    r"\overline": _Latex.over, r"\hat": _Latex.hat, r"\bar": _Latex.hat,
    r"\ln": _Latex.logarithm, r"\max": _Latex.extreme, r"\min": _Latex.extreme,
    r"\arg": lambda _reader, _token: "arg", r"\log": lambda _reader, _token: "log",
    r"\in": lambda _reader, _token: "in", r"\sum": _Latex.sum, r"\prod": _Latex.sum,
    r"\pm": _Latex.close, r"\lfloor": _Latex.close,
}  # fmt: skip
