"""Symbols of formulas as plain text: for labels, where typesetting would be too much."""

import re

GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "varepsilon": "ε",
    "eta": "η", "theta": "θ", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "rho": "ρ",
    "sigma": "σ", "tau": "τ", "phi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω",
    "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Sigma": "Σ", "Phi": "Φ",
    "Psi": "Ψ", "Omega": "Ω", "ell": "ℓ",
}  # fmt: skip
LOWERED = str.maketrans("0123456789aehijklmnoprstuvx+-", "₀₁₂₃₄₅₆₇₈₉ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ₊₋")
COMMAND = re.compile(r"\\([A-Za-z]+)\s*")
LOW = re.compile(r"_(?:\{([^{}]*)\}|(.))")


def plain_symbol(latex: str) -> str:
    r"""Write \alpha as α, F_0 as F₀, n_{\min} as nₘᵢₙ."""
    text = COMMAND.sub(lambda found: GREEK.get(found[1], found[1]), latex)
    text = LOW.sub(lambda found: (found[1] or found[2]).translate(LOWERED), text)
    return text.replace("{", "").replace("}", "")
